import { u8 } from '#geometry/math/typed-access.ts'
import {
  close,
  comma,
  equals,
  hash,
  isDigit,
  isLetter,
  isSpace,
  open,
  quote,
  semicolon,
  slash,
  star,
} from './characters.ts'
import { createEntityTableBuilder, type EntityTable } from './entity-table.ts'

/** Why the file is not a complete exchange file, and where. */
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

/** No schema needs more. The kernel's parser is recursive: deeper nesting must not reach it. */
const maxNesting = 100
const bytesPerTick = 1 << 20

/** Text line of a byte, from 1. */
function lineAt(bytes: Uint8Array, byte: number): number {
  let line = 1
  for (let i = 0; i < byte && i < bytes.length; i++) if (bytes[i] === 10) line++
  return line
}

/** The first byte from `at` on that is neither blank nor inside a comment, or `end`. */
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

/** Whether the upper-case word is at `at`, ignoring case. */
function wordAt(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = bytes[at + i] ?? 0
    if ((code >= 97 && code <= 122 ? code - 32 : code) !== word.charCodeAt(i)) return false
  }
  return true
}

/** A parameter starts after one of these; the letters of `1.E5` and `.T.` do not start one. */
const startsWord = (before: number): boolean => before === open || before === comma || isSpace(before)

function wordEnd(bytes: Uint8Array, from: number): number {
  let i = from
  while (isLetter(bytes[i] ?? 0) || bytes[i] === 95 || isDigit(bytes[i] ?? 0)) i++
  return i
}

interface Statement {
  /** Index of the closing semicolon. */
  end: number
  problem?: 'truncated' | 'malformed'
}

/**
 * Finds the semicolon that ends the statement at `from`, outside strings and comments, and checks
 * its parentheses. A bare word among the parameters (`NaN`, `Infinity`) is malformed: it makes the
 * kernel's parser read beyond its memory.
 */
function statementFrom(bytes: Uint8Array, from: number): Statement {
  let depth = 0
  for (let i = from; i < bytes.length; i++) {
    const code = u8(bytes, i)
    if (code === quote) {
      i = bytes.indexOf(quote, i + 1)
      if (i < 0) return { end: bytes.length, problem: 'truncated' }
    } else if (code === open) {
      if (++depth > maxNesting) return { end: i, problem: 'malformed' }
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

/** The number after the `#` at `at`; 0 if it is missing or too large. */
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
 * Indexes the entities of an ISO 10303-21 file in one pass. Their values are parsed on demand only,
 * so that time and memory stay proportional to the file size. `tick` gets the progress (0 to 1)
 * about once per megabyte.
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
  const entities = createEntityTableBuilder(bytes)
  let section: Section = 'none'
  let dataEnded = false
  let nextTick = bytesPerTick

  for (at = skipBlank(bytes, at); at < bytes.length; at = skipBlank(bytes, at)) {
    if (at > nextTick) {
      tick(at / bytes.length)
      nextTick = at + bytesPerTick
    }

    const entity = bytes[at] === hash ? entityNumberAt(bytes, at) : undefined
    const statement = statementFrom(bytes, at)

    // The file was cut after its last section, and possibly padded with zeros.
    if (statement.problem === 'truncated' && dataEnded) break
    if (statement.problem) return fault(statement.problem, statement.end, entity?.number)
    if (wordAt(bytes, at, 'END-ISO-10303-21')) return { bytes, header, entities: entities.finish() }

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
