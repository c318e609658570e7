import { describe, expect, it } from 'vitest'
import type { Watch } from '../model/watch.ts'
import { binaryStl, box, sphere } from '../solids.ts'
import { type ReadStl, readStl } from './collecting-sink.fixture.ts'

const file = binaryStl(box([1, 2, 3]))

function withCount(count: number, bytes = file): Uint8Array {
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(80, count, true)
  return copy
}

function withTail(tail: number): Uint8Array {
  const longer = new Uint8Array(file.length + tail)
  longer.set(file)
  return longer
}

const read = (bytes: Uint8Array, totalBytes: number | undefined = bytes.length): ReadStl =>
  readStl('stl-binary', [bytes], { totalBytes })
const readUnknown = (bytes: Uint8Array): ReadStl => readStl('stl-binary', [bytes])

describe('a binary STL', () => {
  it('is read completely', () => {
    for (const result of [read(file), readUnknown(file)]) {
      expect(result.summary).toMatchObject({ triangles: 12, bytes: 684, trailingBytes: 0, countMismatch: undefined })
      expect(result.coordinates).toHaveLength(108)
      expect(Math.max(...result.coordinates)).toBe(3)
    }
  })

  it('has the name after solid in its header, and no other', () => {
    expect(read(binaryStl(box(), 'solid  bride n° 4  ')).summary?.solidNames).toEqual(['bride n° 4'])
    expect(read(binaryStl(box(), 'SOLID')).summary?.solidNames).toEqual([''])
    expect(read(binaryStl(box(), 'Exported from Blender')).summary?.solidNames).toEqual([''])
    expect(read(binaryStl(box(), 'solidworks')).summary?.solidNames).toEqual([''])
  })

  it('is read from inside a larger buffer', () => {
    const around = new Uint8Array(file.length + 13)
    around.set(file, 13)
    expect(read(around.subarray(13)).coordinates).toEqual(read(file).coordinates)
  })
})

describe('a count that does not match the length', () => {
  it.each([0, 1, 11, 13, 400, 0x7fffffff, 0xffffffff])('is reported (%i), and all whole records are read', (stated) => {
    const { summary, coordinates } = read(withCount(stated))
    expect(summary).toMatchObject({ triangles: 12, trailingBytes: 0, countMismatch: { stated, found: 12 } })
    expect(coordinates).toEqual(read(file).coordinates)
  })

  it.each([0, 13, 0xffffffff])('is reported (%i) at the end if the length was unknown', (stated) => {
    expect(readUnknown(withCount(stated)).summary).toMatchObject({
      triangles: 12,
      countMismatch: { stated, found: 12 },
    })
  })

  it('is respected if the length is unknown, because anything may follow', () => {
    expect(readUnknown(withCount(10)).summary).toMatchObject({
      triangles: 10,
      trailingBytes: 100,
      countMismatch: { stated: 10, found: 12 },
    })
  })

  it('leaves trailing bytes unread', () => {
    for (const result of [read(withTail(7)), readUnknown(withTail(7))]) {
      expect(result.summary).toMatchObject({ triangles: 12, trailingBytes: 7, countMismatch: undefined })
    }
  })
})

describe('a truncated binary file', () => {
  it('is refused with the missing length after its header', () => {
    const cut = file.subarray(0, 600)
    const refusal = { code: 'truncated', place: { byte: 600 }, detail: { expected: 684, found: 600 } }
    expect(read(cut)).toMatchObject({ refusal, coordinates: [] })
    expect(readUnknown(cut)).toMatchObject({ refusal })
  })

  it.each([1, 83])('is refused after %i bytes of header', (length) => {
    const detail = { expected: 84, found: length }
    expect(read(file.subarray(0, length)).refusal).toEqual({ code: 'truncated', place: { byte: length }, detail })
  })

  it('is refused if its count is missing and its last record is incomplete', () => {
    for (const stated of [0, 0xffffffff]) {
      const cut = withCount(stated).subarray(0, 84 + 125)
      const detail = { expected: 84 + 150, found: 84 + 125 }
      for (const result of [read(cut), readUnknown(cut)])
        expect(result.refusal).toMatchObject({ code: 'truncated', detail })
    }
  })

  it('is refused if fewer bytes arrived than announced', () => {
    const detail = { expected: 684, found: 584 }
    expect(read(file.subarray(0, 584), 684).refusal).toMatchObject({ code: 'truncated', detail })
  })

  it('is refused if it states triangles and has none', () => {
    expect(read(file.subarray(0, 84)).refusal).toMatchObject({
      code: 'truncated',
      detail: { expected: 684, found: 84 },
    })
  })
})

describe('the binary reader', () => {
  it('refuses a file without triangles', () => {
    expect(read(new Uint8Array(84)).refusal?.code).toBe('no-triangles')
    expect(read(new Uint8Array(100)).refusal?.code).toBe('no-triangles')
  })

  it('refuses an empty file', () => {
    expect(read(new Uint8Array(0)).refusal?.code).toBe('empty-file')
  })

  it('refuses too many triangles, by the length at once or while reading', () => {
    const atOnce = readStl('stl-binary', [file], { totalBytes: file.length, triangleLimit: 11 })
    expect(atOnce).toMatchObject({ refusal: { code: 'too-many-triangles', detail: { limit: 11 } }, coordinates: [] })
    expect(readStl('stl-binary', [file], { triangleLimit: 11 }).refusal?.code).toBe('too-many-triangles')
    expect(readStl('stl-binary', [file], { triangleLimit: 12 }).summary?.triangles).toBe(12)
    expect(readStl('stl-binary', [withCount(0)], { triangleLimit: 11 }).refusal?.code).toBe('too-many-triangles')
  })

  it('passes on refusals of the builder', () => {
    const bad = file.slice()
    new DataView(bad.buffer).setFloat32(84 + 50 * 3 + 12, Number.NaN, true)
    expect(read(bad).refusal?.code).toBe('not-finite')
  })

  it('stops between two batches of one large chunk if the watch says so', () => {
    const large = binaryStl(sphere(1, 200))
    const seen: number[] = []
    const watch: Watch = {
      mustStop: () => (seen.length === 1 ? 'cancelled' : undefined),
      progress: (_, done) => {
        seen.push(done)
      },
    }
    const { refusal, coordinates } = readStl('stl-binary', [large], { totalBytes: large.length, watch })

    expect(refusal?.code).toBe('cancelled')
    expect(coordinates.length / 9).toBeLessThan((large.length - 84) / 50)
    expect(seen[0]).toBeGreaterThan(0)
    expect(seen[0]).toBeLessThan(1)
  })
})
