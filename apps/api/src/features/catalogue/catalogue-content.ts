import { createHash } from 'node:crypto'
import { type CatalogueFault, catalogueFaults } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import { type RuleLimitFault, ruleLimitFaults } from '@cotation/geometry/rules'

/** Ten times the packaged catalogue. Faults in larger input could occupy the server for minutes. */
const maxCharacters = 2_000_000
const maxValues = 150_000
const maxDepth = 30
const maxTextLength = 2_000
const maxShownLength = 200

/** Control and bidirectional characters can forge output; lone surrogates cannot be stored. */
const forbiddenCharacters = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

export type ContentVerdict = { ok: true; catalogue: Catalogue } | { ok: false; faults: CatalogueFault[] }

/** Parses and validates a catalogue; returns it or at most a hundred faults with their paths. */
export function readCatalogue(text: string): ContentVerdict {
  if (text.length > maxCharacters) return refused({ path: '', problem: `has more than ${maxCharacters} characters` })

  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refused({ path: '', problem: `is not JSON: ${error instanceof Error ? error.message : ''}` })
  }

  const hostile = hostileValue(value)
  if (hostile) return refused(hostile)

  const faults = catalogueFaults(value)
  if (faults.length > 0) return refused(...faults)

  const catalogue = value as Catalogue
  const unsuited = ruleLimitFaults(catalogue.ruleLimits)
  return unsuited.length > 0 ? refused(...unsuited.map(ruleFault)) : { ok: true, catalogue }
}

const ruleFault = ({ path, problem }: RuleLimitFault): CatalogueFault => ({
  path: `ruleLimits.${path}`,
  problem:
    problem === 'UNKNOWN_RULE' ? 'is no manufacturability rule' : 'cannot be compared with what the rule measures',
})

/** Equal hashes mean equal catalogues. */
export function contentHash(content: string): Buffer {
  return createHash('sha256').update(content).digest()
}

/** Faults quote the file: they are shortened and stripped of control characters for terminals. */
function refused(...faults: CatalogueFault[]): ContentVerdict {
  return { ok: false, faults: faults.map(({ path, problem }) => ({ path: plain(path), problem: plain(problem) })) }
}

function plain(text: string): string {
  const safe = text.slice(0, maxShownLength).replaceAll(new RegExp(forbiddenCharacters, 'gu'), '\ufffd')
  return text.length > maxShownLength ? `${safe}…` : safe
}

/** The first value that must not reach the schema. Iterative: nesting may be a million deep. */
function hostileValue(root: unknown): CatalogueFault | null {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  let seen = 0

  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path, depth } = next
    seen++
    if (depth > maxDepth) return { path, problem: `is more than ${maxDepth} levels deep` }

    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem !== null) return { path, problem }
    }

    if (typeof value !== 'object' || value === null) continue

    const entries = Object.entries(value)
    if (seen + stack.length + entries.length > maxValues)
      return { path: '', problem: `has more than ${maxValues} values` }

    for (const [key, child] of entries) {
      const childPath = path === '' ? key : `${path}.${key}`
      const problem = forbiddenKeys.has(key) ? 'is not a field of a catalogue' : textProblem(key)
      if (problem !== null) return { path: childPath, problem }
      stack.push({ value: child, path: childPath, depth: depth + 1 })
    }
  }

  return null
}

function textProblem(text: string): string | null {
  if (text.length > maxTextLength) return `is longer than ${maxTextLength} characters`
  return forbiddenCharacters.test(text) ? 'has control characters or halves of characters' : null
}
