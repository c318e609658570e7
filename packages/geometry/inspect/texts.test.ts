import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { processIds } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { refusalCodes } from '../model/verdict.ts'
import { sized } from './body.fixture.ts'
import { findingValues } from './finding-values.ts'
import { inspectPart } from './inspect-part.ts'
import { allRules } from './rules/all-rules.ts'
import { resolveWays, riskKinds, severities } from './rules/rule.ts'
import { choiceOf, partOf, sceneWith } from './scenes.fixture.ts'

interface Texts {
  finding: Record<string, string>
  severity: Record<string, string>
  risk: Record<string, string>
  resolve: Record<string, string>
  refusal: Record<string, { title: string; advice: string }>
}

const textsIn = (language: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../messages/${language}/geometry.json`), 'utf8')) as Texts

/** The arguments of an ICU text with their kinds: `value number`, `value plural`, `dims text`. */
const argumentsOf = (text: string): string[] =>
  [...text.matchAll(/\{(value|limit|dims|[a-z]+(?=,))(?:, (\w+))?/g)].map(
    ([, name, kind]) => `${name} ${kind ?? 'text'}`,
  )

const inFrench = (value: number) => new Intl.NumberFormat('fr').format(value)

describe.each(['fr', 'en'])('the texts in %s', (language) => {
  const texts = textsIn(language)

  it('cover every rule, severity, risk, remedy and refusal, and nothing else', () => {
    expect(Object.keys(texts.finding).sort()).toEqual(allRules.map(({ id }) => id).sort())
    expect(Object.keys(texts.severity).sort()).toEqual([...severities].sort())
    expect(Object.keys(texts.risk).sort()).toEqual([...riskKinds].sort())
    expect(Object.keys(texts.resolve).sort()).toEqual([...resolveWays].sort())
    expect(Object.keys(texts.refusal).sort()).toEqual([...refusalCodes].sort())
  })

  it('name every check', () => {
    const path = join(import.meta.dirname, `../../messages/${language}/check.json`)
    const { name } = JSON.parse(readFileSync(path, 'utf8')) as { name: Record<string, string> }
    expect(Object.keys(name)).toEqual(Object.keys(texts.finding))
    expect(new Set(Object.values(name)).size).toBe(allRules.length)
  })

  it('get all their arguments from every finding, with numbers for number formats', () => {
    const reported = new Set<string>()
    for (const rule of allRules) {
      for (const process of rule.processes) {
        for (const value of [0, 0.1, 1.1, 7, 1000]) {
          const scene = sceneWith[rule.metric]?.(value) ?? { body: sized(2000, 2000, 1) }
          for (const finding of inspectPart(partOf(scene), choiceOf(process, rule.families === 'metal', scene))) {
            const values = findingValues(finding, inFrench)
            for (const argument of argumentsOf(texts.finding[finding.rule] ?? '')) {
              const [name = '', kind] = argument.split(' ')
              expect(typeof values[name], `${finding.rule} ${argument}`).toBe(
                kind === 'text' || kind === 'select' ? 'string' : 'number',
              )
            }
            reported.add(finding.rule)
          }
        }
      }
    }

    expect(reported.size).toBeGreaterThan(60)
  })

  it('format numbers plainly or with two decimals at most', () => {
    const styles = Object.values(texts.finding).flatMap((text) => text.match(/number[^}]*/g) ?? [])
    expect(new Set(styles)).toEqual(new Set(['number', 'number, ::.##']))
  })

  it('need no argument for a refusal, because a refusal may have no detail', () => {
    const refusals = Object.values(texts.refusal).flatMap(({ title, advice }) => [title, advice])
    expect(refusals.filter((text) => text.includes('{'))).toEqual([])
  })

  it('contain no bracketed plural', () => {
    expect(Object.values(texts.finding).filter((text) => /\(s\)|\(y\/ies\)/.test(text))).toEqual([])
  })
})

describe('the sizes of a part that does not fit', () => {
  const { turning: turned } = partOf({}).body.features
  const dims = (process: 'sla' | 'turning') => {
    const scene = {
      body: { ...sized(812.5, 10, 10), features: { turning: { ...turned, barDiameterMm: 12.5, barLengthMm: 812.5 } } },
    }
    const finding = inspectPart(partOf(scene), choiceOf(process, true)).find(({ rule }) => rule === 'max-size')
    return finding && findingValues(finding, inFrench)
  }

  it('are written with the number format of the caller', () => {
    expect(dims('sla')).toMatchObject({ dims: '812,5 × 10 × 10', limit: '780 × 780 × 530' })
    expect(dims('turning')).toMatchObject({ dims: 'Ø 12,5 × 812,5', limit: 'Ø 250 × 500' })
  })
})

it('a finding without sizes and with a yes or no for its value fills its text', () => {
  const scene = { body: { cavities: { supportsTrapped: true } } }
  const finding = inspectPart(partOf(scene), choiceOf('slm', true)).find(({ rule }) => rule === 'support-trapped')
  expect(finding && findingValues(finding, inFrench)).toMatchObject({ value: 'true', dims: '' })
})

it('every process has at least one rule', () => {
  for (const process of processIds)
    expect(allRules.some((rule) => rule.processes.some((one) => one === process))).toBe(true)
})
