import { u8 } from '../../math/typed-access.ts'
import { type EntityTable, entityTable } from './entity-table.ts'

/** Why the text is not a complete exchange file, and where. */
export interface Part21Problem {
  problem: 'not-step' | 'truncated' | 'malformed'
  byte: number
  line: number
  entity?: number
}

export interface Part21 {
  bytes: Uint8Array
  /** Byte ranges of the header's records, `FILE_SCHEMA(…)` and so on. */
  header: { from: number; to: number }[]
  entities: EntityTable
}

/** No schema nests deeper than a handful; the kernel's own parser recurses, and a bomb of parentheses must not reach it. */
const deepestNesting = 100
const ticksEvery = 1 << 20

const quote = 39
const star = 42
const slash = 47
const semicolon = 59
const open = 40
const close = 41
const hash = 35
const equals = 61
const comma = 44

const isSpace = (code: number): boolean => code <= 32

/** Line of a byte, from 1. */
function lineAt(bytes: Uint8Array, byte: number): number {
  let line = 1
  for (let i = 0; i < byte && i < bytes.length; i++) if (bytes[i] === 10) line++
  return line
}

/** The first byte after `at` that is neither blank nor inside a comment; the length when there is none. */
export function skipBlank(bytes: Uint8Array, at: number, end = bytes.length): number {
  let i = at
  while (i < end) {
    if (isSpace(u8(bytes, i))) i++
    else if (bytes[i] === slash && bytes[i + 1] === star) {
      i += 2
      while (i < end && !(bytes[i] === star && bytes[i + 1] === slash)) i++
      i += 2
    } else break
  }

  return Math.min(i, end)
}

/** Whether the word (upper case) stands at `at`, in any case. */
function wordAt(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = bytes[at + i] ?? 0
    if ((code >= 97 && code <= 122 ? code - 32 : code) !== word.charCodeAt(i)) return false
  }
  return true
}

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** A parameter begins after one of these; in `1.E5` and `.T.` the letter does not begin it. */
const startsWord = (before: number): boolean => before === open || before === comma || isSpace(before)

function wordEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (isLetter(bytes[i] ?? 0) || bytes[i] === 95 || ((bytes[i] ?? 0) >= 48 && (bytes[i] ?? 0) <= 57)) i++
  return i
}

interface Statement {
  /** Index of the closing semicolon. */
  end: number
  problem?: 'truncated' | 'malformed'
}

/**
 * Finds the semicolon that ends the statement at `from`, outside strings and comments, with its parentheses counted. A bare word
 * among the parameters (`NaN`, `Infinity`) is no value: the kernel's parser reads beyond its memory there.
 */
function statementFrom(bytes: Uint8Array, from: number): Statement {
  let depth = 0
  for (let i = from; i < bytes.length; i++) {
    const code = u8(bytes, i)
    if (code === quote) {
      i = bytes.indexOf(quote, i + 1)
      if (i < 0) return { end: bytes.length, problem: 'truncated' }
    } else if (code === open) {
      if (++depth > deepestNesting) return { end: i, problem: 'malformed' }
    } else if (code === close) {
      if (--depth < 0) return { end: i, problem: 'malformed' }
    } else if (code === semicolon) return depth === 0 ? { end: i } : { end: i, problem: 'malformed' }
    else if (code === slash && bytes[i + 1] === star) i = skipBlank(bytes, i) - 1
    else if (depth > 0 && isLetter(code) && startsWord(u8(bytes, i - 1))) {
      const after = skipBlank(bytes, wordEnd(bytes, i))
      if (after < bytes.length && bytes[after] !== open) return { end: i, problem: 'malformed' }
    }
  }

  return { end: bytes.length, problem: 'truncated' }
}

/** The number after a `#` at `at`; 0 when there is none or it is too long for an entity number. */
function entityNumberAt(bytes: Uint8Array, at: number): { number: number; end: number } {
  let number = 0
  let i = at + 1
  for (; i < bytes.length; i++) {
    const digit = u8(bytes, i) - 48
    if (digit < 0 || digit > 9) break
    number = number * 10 + digit
    if (number > 0x7fffffff) return { number: 0, end: i }
  }

  return { number, end: i }
}

type Section = 'none' | 'header' | 'data' | 'other'

/**
 * Indexes an ISO 10303-21 text in one pass over its bytes: where each entity stands and of which type it is. Nothing is parsed
 * further until asked for, so that the time and memory stay in proportion to the file whatever it holds. `tick` is called with
 * the share done, about once per megabyte.
 */
export function indexPart21(bytes: Uint8Array, tick: (done: number) => void): Part21 | Part21Problem {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const fault = (problem: Part21Problem['problem'], byte: number, entity?: number): Part21Problem => ({
    problem,
    byte,
    line: lineAt(bytes, byte),
    ...(entity && { entity }),
  })

  let at = skipBlank(bytes, start)
  if (!wordAt(bytes, at, 'ISO-10303-21')) return fault('not-step', at)

  const header: Part21['header'] = []
  const entities = entityTable(bytes)
  let section: Section = 'none'
  let dataEnded = false
  let nextTick = ticksEvery

  for (at = skipBlank(bytes, at); at < bytes.length; at = skipBlank(bytes, at)) {
    if (at > nextTick) {
      tick(at / bytes.length)
      nextTick = at + ticksEvery
    }

    const entity = bytes[at] === hash ? entityNumberAt(bytes, at) : undefined
    const statement = statementFrom(bytes, at)

    // A lost tail is a lost tail, also when the file was cut behind the last section and padded with zeros.
    if (statement.problem === 'truncated' && dataEnded) break
    if (statement.problem) return fault(statement.problem, statement.end, entity?.number)
    if (wordAt(bytes, at, 'END-ISO-10303-21')) return { bytes, header, entities: entities.closed() }

    if (entity && section === 'data') {
      const sign = skipBlank(bytes, entity.end, statement.end)
      if (entity.number === 0 || bytes[sign] !== equals) return fault('malformed', at, entity.number)
      entities.add(entity.number, skipBlank(bytes, sign + 1, statement.end), statement.end)
    } else if (wordAt(bytes, at, 'ENDSEC')) {
      dataEnded ||= section === 'data'
      section = 'none'
    } else if (section === 'header') header.push({ from: at, to: statement.end })
    else if (section === 'none') section = sectionAt(bytes, at)

    at = statement.end + 1
  }

  return fault('truncated', bytes.length)
}

function sectionAt(bytes: Uint8Array, at: number): Section {
  if (wordAt(bytes, at, 'HEADER')) return 'header'
  if (wordAt(bytes, at, 'DATA')) return 'data'
  return wordAt(bytes, at, 'ISO-10303-21') ? 'none' : 'other'
}
