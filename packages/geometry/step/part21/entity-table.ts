import { num, u8, u32 } from '#geometry/math/typed-access.ts'
import { close, isKeywordPart, open, quote } from './characters.ts'

/** All entities in the sequence of the file: numbers, byte ranges and types, in typed arrays. */
export interface EntityTable {
  count: number
  numberAt(index: number): number
  /** From the first byte after `=` to the closing semicolon. */
  rangeAt(index: number): { from: number; to: number }
  /** Index of entity `#number`. */
  indexOf(number: number): number | undefined
  /** Indices of all entities of a type, including complex entities `(A()B())` that contain it. */
  ofType(type: string): number[]
}

interface EntityTableBuilder {
  add(number: number, from: number, to: number): void
  finish(): EntityTable
}

function grown(list: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= list.length) return list
  const larger = new Uint32Array(Math.max(length, list.length * 2))
  larger.set(list)
  return larger
}

/** Numbers distinct keywords by a hash of their bytes, to avoid a string per entity. */
function keywordNumbers(bytes: Uint8Array) {
  const names: string[] = ['']
  const samples: number[] = [0]
  const byHash = new Map<number, number>()
  const same = (a: number, b: number, length: number): boolean => {
    for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false
    return !isKeywordPart(bytes[b + length] ?? 0)
  }
  const numberOf = (from: number): number => {
    let hash = 0x811c9dc5
    let end = from
    for (; isKeywordPart(bytes[end] ?? 0) && end - from < 200; end++)
      hash = Math.imul(hash ^ u8(bytes, end), 0x01000193)
    if (end === from) return 0

    for (let probe = 0; probe < 64; probe++) {
      const key = (hash + probe) >>> 0
      const known = byHash.get(key)
      if (known !== undefined && same(from, num(samples, known), end - from)) return known
      if (known !== undefined) continue

      byHash.set(key, names.length)
      samples.push(from)
      names.push(String.fromCharCode(...bytes.subarray(from, end)).toUpperCase())

      return names.length - 1
    }

    return 0
  }

  return { names, numberOf }
}

/** Where the keywords of a complex entity start, directly inside its outer parenthesis. */
function partStarts(bytes: Uint8Array, from: number, to: number): number[] {
  const starts: number[] = []
  let depth = 0
  let inWord = false
  for (let i = from; i < to; i++) {
    const code = u8(bytes, i)
    if (code === quote) i = bytes.indexOf(quote, i + 1)
    else if (code === open) depth++
    else if (code === close) depth--

    const word = depth === 1 && isKeywordPart(code)
    if (word && !inWord) starts.push(i)
    inWord = word
    if (i < 0) break
  }

  return starts
}

/** Collects entities while the file is scanned. */
export function createEntityTableBuilder(bytes: Uint8Array): EntityTableBuilder {
  let count = 0
  let numbers = new Uint32Array(1024)
  let starts = new Uint32Array(1024)
  let ends = new Uint32Array(1024)
  let types = new Uint32Array(1024)
  let ascending = true
  const keywords = keywordNumbers(bytes)

  const add = (number: number, from: number, to: number): void => {
    numbers = grown(numbers, count + 1)
    starts = grown(starts, count + 1)
    ends = grown(ends, count + 1)
    types = grown(types, count + 1)
    if (count > 0 && number <= u32(numbers, count - 1)) ascending = false
    numbers[count] = number
    starts[count] = from
    ends[count] = to
    types[count] = keywords.numberOf(from)
    count++
  }

  const finish = (): EntityTable => {
    const byNumber = Uint32Array.from({ length: count }, (_, i) => i)
    if (!ascending) byNumber.sort((a, b) => u32(numbers, a) - u32(numbers, b) || a - b)

    const indexOf = (number: number): number | undefined => {
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >>> 1
        if (u32(numbers, u32(byNumber, middle)) < number) low = middle + 1
        else high = middle
      }

      const index = byNumber[low]
      return index !== undefined && numbers[index] === number ? index : undefined
    }
    const byType = new Map<string, number[]>()
    const addToType = (type: number, index: number): void => {
      const name = keywords.names[type] ?? ''
      const list = byType.get(name)
      if (!list) byType.set(name, [index])
      else if (list.at(-1) !== index) list.push(index)
    }
    for (let i = 0; i < count; i++) {
      if (types[i] !== 0) addToType(u32(types, i), i)
      else for (const part of partStarts(bytes, u32(starts, i), u32(ends, i))) addToType(keywords.numberOf(part), i)
    }

    return {
      count,
      numberAt: (index) => numbers[index] ?? 0,
      rangeAt: (index) => ({ from: starts[index] ?? 0, to: ends[index] ?? 0 }),
      indexOf,
      ofType: (type) => byType.get(type) ?? [],
    }
  }
  return { add, finish }
}
