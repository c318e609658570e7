import { num, u8, u32 } from '../../math/typed-access.ts'

/** Where each entity stands, in the order of the file: numbers, byte ranges and types in typed arrays, whatever their count. */
export interface EntityTable {
  count: number
  numberAt(index: number): number
  /** From the first byte after `=` to the closing semicolon. */
  rangeAt(index: number): { from: number; to: number }
  /** Place of entity `#number` in the file, from 0; undefined when there is none. */
  indexOf(number: number): number | undefined
  /** Indices of all entities of one type in the order of the file, complex ones `(A()B())` that hold it among them. */
  ofType(type: string): number[]
}

interface OpenTable {
  add(number: number, from: number, to: number): void
  closed(): EntityTable
}

function grown(list: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  if (length <= list.length) return list
  const larger = new Uint32Array(Math.max(length, list.length * 2))
  larger.set(list)
  return larger
}

const isKeyword = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code === 33

/** Numbers each distinct keyword without making a string per entity: a hash of its bytes, checked against the bytes. */
function keywordNumbers(bytes: Uint8Array) {
  const names: string[] = ['']
  const samples: number[] = [0]
  const byHash = new Map<number, number>()
  const same = (a: number, b: number, length: number): boolean => {
    for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false
    return !isKeyword(bytes[b + length] ?? 0)
  }
  const numberOf = (from: number): number => {
    let hash = 0x811c9dc5
    let end = from
    for (; isKeyword(bytes[end] ?? 0) && end - from < 200; end++) hash = Math.imul(hash ^ u8(bytes, end), 0x01000193)
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

/** Where the keywords of a complex entity start: those directly inside its outer parenthesis. */
function partStarts(bytes: Uint8Array, from: number, to: number): number[] {
  const starts: number[] = []
  let depth = 0
  let inWord = false
  for (let i = from; i < to; i++) {
    const code = u8(bytes, i)
    if (code === 39) i = bytes.indexOf(39, i + 1)
    else if (code === 40) depth++
    else if (code === 41) depth--

    const word = depth === 1 && isKeyword(code)
    if (word && !inWord) starts.push(i)
    inWord = word
    if (i < 0) break
  }

  return starts
}

/** Collects entities while the text is scanned. */
export function entityTable(bytes: Uint8Array): OpenTable {
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

  const closed = (): EntityTable => {
    const order = Uint32Array.from({ length: count }, (_, i) => i)
    if (!ascending) order.sort((a, b) => u32(numbers, a) - u32(numbers, b) || a - b)

    const indexOf = (number: number): number | undefined => {
      let low = 0
      let high = count
      while (low < high) {
        const middle = (low + high) >>> 1
        if (u32(numbers, u32(order, middle)) < number) low = middle + 1
        else high = middle
      }

      const index = order[low]
      return index !== undefined && numbers[index] === number ? index : undefined
    }
    const byType = new Map<string, number[]>()
    const note = (type: number, index: number): void => {
      const name = keywords.names[type] ?? ''
      const list = byType.get(name)
      if (!list) byType.set(name, [index])
      else if (list.at(-1) !== index) list.push(index)
    }
    for (let i = 0; i < count; i++) {
      if (types[i] !== 0) note(u32(types, i), i)
      else for (const part of partStarts(bytes, u32(starts, i), u32(ends, i))) note(keywords.numberOf(part), i)
    }

    return {
      count,
      numberAt: (index) => numbers[index] ?? 0,
      rangeAt: (index) => ({ from: starts[index] ?? 0, to: ends[index] ?? 0 }),
      indexOf,
      ofType: (type) => byType.get(type) ?? [],
    }
  }
  return { add, closed }
}
