import { u8 } from '#geometry/math/typed-access.ts'
import { close, comma, dot, hash, isDigit, isKeywordPart, open, quote } from './characters.ts'
import { type Part21, skipBlank } from './part21.ts'
import { stepText } from './step-text.ts'

/** `1.5`, `#12`, `'text'`, `.WORD.`, `$` or `*` (null), a list or typed: `LENGTH_MEASURE(25.4)`. */
export type Part21Value =
  | number
  | null
  | { ref: number }
  | { text: string }
  | { word: string }
  | Part21Value[]
  | { type: string; values: Part21Value[] }

/** Types of one entity with their parameters: one for `#1=A(…);`, several for `#1=(A(…)B(…));`. */
export type Part21Entity = ReadonlyMap<string, Part21Value[]>

function asciiOf(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to && i - from < 400; i++) text += String.fromCharCode(u8(bytes, i))
  return text
}

/** End of the run of matching bytes that starts at `from`. */
function runEnd(bytes: Uint8Array, from: number, end: number, belongs: (code: number) => boolean): number {
  let i = from
  while (i < end && belongs(u8(bytes, i))) i++
  return i
}

function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  let i = from
  while (i < end && !(bytes[i] === quote && bytes[i + 1] !== quote)) i += bytes[i] === quote ? 2 : 1
  return Math.min(i, end)
}

const plus = 43
const minus = 45
const upperE = 69
const lowerE = 101

const isNumberStart = (code: number): boolean => isDigit(code) || code === plus || code === minus || code === dot
const isNumberPart = (code: number): boolean => isNumberStart(code) || code === upperE || code === lowerE

function numberOf(text: string): number | null {
  const value = Number(text)
  return text !== '' && Number.isFinite(value) ? value : null
}

/** Reads one value that is not a list; a keyword becomes a type whose values follow. */
function leafAt(bytes: Uint8Array, at: number, end: number): { value: Part21Value; end: number } {
  const code = u8(bytes, at)
  if (code === quote) {
    const to = stringEnd(bytes, at + 1, end)
    return { value: { text: stepText(bytes.subarray(at + 1, to)) }, end: to + 1 }
  }

  if (code === hash) {
    const to = runEnd(bytes, at + 1, end, isDigit)
    return { value: { ref: numberOf(asciiOf(bytes, at + 1, to)) ?? 0 }, end: to }
  }

  const next = bytes[at + 1] ?? 0
  if (code === dot && isKeywordPart(next) && !isDigit(next)) {
    const to = runEnd(bytes, at + 1, end, isKeywordPart)
    return { value: { word: asciiOf(bytes, at + 1, to).toUpperCase() }, end: to + 1 }
  }

  if (isNumberStart(code)) {
    const to = runEnd(bytes, at, end, isNumberPart)
    return { value: numberOf(asciiOf(bytes, at, to)), end: to }
  }

  if (isKeywordPart(code)) {
    const to = runEnd(bytes, at, end, isKeywordPart)
    return { value: { type: asciiOf(bytes, at, to).toUpperCase(), values: [] }, end: to }
  }

  return { value: null, end: at + 1 }
}

/** The values from `from` to `to`, parsed without recursion; unreadable ones become null. */
function valuesIn(bytes: Uint8Array, from: number, to: number): Part21Value[] {
  const root: Part21Value[] = []
  const stack: Part21Value[][] = [root]
  let afterKeyword = false
  for (let at = skipBlank(bytes, from, to); at < to; at = skipBlank(bytes, at, to)) {
    const list = stack.at(-1) ?? root
    const code = bytes[at]
    if (code === open) {
      const last = list.at(-1)
      const typed = afterKeyword && last !== null && typeof last === 'object' && 'type' in last
      const inner = typed ? last.values : []
      if (!typed) list.push(inner)
      stack.push(inner)
      at++
    } else if (code === close) {
      if (stack.length > 1) stack.pop()
      at++
    } else if (code === comma) {
      at++
    } else {
      const leaf = leafAt(bytes, at, to)
      list.push(leaf.value)
      at = leaf.end
    }

    afterKeyword = code !== undefined && isKeywordPart(code)
  }

  return root
}

function recordsOf(values: Part21Value[]): Part21Entity {
  const records = new Map<string, Part21Value[]>()
  const first = values[0]
  for (const value of Array.isArray(first) ? first : values) {
    if (value !== null && typeof value === 'object' && 'type' in value) records.set(value.type, value.values)
  }
  return records
}

/** Parses the entity at an index of the table. */
export function entityAt(file: Part21, index: number): Part21Entity {
  const { from, to } = file.entities.rangeAt(index)
  return recordsOf(valuesIn(file.bytes, from, to))
}

/** Parses entity `#number`; undefined if the file has none. */
export function entityOf(file: Part21, number: number): Part21Entity | undefined {
  const index = file.entities.indexOf(number)
  return index === undefined ? undefined : entityAt(file, index)
}

/** The values of a header record such as `FILE_SCHEMA`; empty if it is missing. */
export function headerValues(file: Part21, record: string): Part21Value[] {
  for (const { from, to } of file.header) {
    const values = recordsOf(valuesIn(file.bytes, from, to)).get(record)
    if (values) return values
  }
  return []
}

export const refOf = (value: Part21Value | undefined): number | undefined =>
  value !== null && typeof value === 'object' && 'ref' in value ? value.ref : undefined

export const textOf = (value: Part21Value | undefined): string =>
  value !== null && typeof value === 'object' && 'text' in value ? value.text.trim() : ''

export const listOf = (value: Part21Value | undefined): Part21Value[] => (Array.isArray(value) ? value : [])

/** The entity numbers in a list. */
export const refsIn = (value: Part21Value | undefined): number[] =>
  listOf(value).flatMap((entry) => {
    const ref = refOf(entry)
    return ref === undefined ? [] : [ref]
  })
