import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { hasRecordedParts, partBytes, recordedParts } from '../mesh/recorded-parts.fixture.ts'
import { asciiStl, binaryStl, meshOf, sphere, torus } from '../solids.ts'
import { readStl } from './collecting-sink.fixture.ts'
import { sniff, sniffBytes } from './sniff.ts'

/** Without -0, whose sign the text writer drops; the ASCII tests have it. */
const float = fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const corner: fc.Arbitrary<Vec3> = fc.tuple(float, float, float)

const soup = fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 30 }).map((triangles) =>
  meshOf(
    triangles.flat(),
    triangles.map((_, t): Vec3 => [3 * t, 3 * t + 1, 3 * t + 2]),
  ),
)

/** The bytes cut at the given places, as fractions of 2^16. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const borders = [0, ...places.map((place) => Math.floor((place * bytes.length) / 65_536)).sort((a, b) => a - b)]
  return borders.map((border, i) => bytes.slice(border, borders[i + 1] ?? bytes.length))
}

const places = fc.array(fc.nat(65_535), { maxLength: 40 })

describe('reading STL', () => {
  it('gives the same triangles from binary and from ASCII, to the last bit', () => {
    fc.assert(
      fc.property(soup, (mesh) => {
        const binary = readStl('stl-binary', [binaryStl(mesh)])
        const ascii = readStl('stl-ascii', [asciiStl(mesh)])
        expect(binary.coordinates).toEqual(Array.from(mesh.positions))
        expect(ascii.coordinates).toEqual(binary.coordinates)
      }),
    )
  })

  it.each(['stl-binary', 'stl-ascii'] as const)('gives the same for any chunks of a %s file', (kind) => {
    const write = kind === 'stl-binary' ? binaryStl : asciiStl
    fc.assert(
      fc.property(soup, places, fc.boolean(), (mesh, cuts, known) => {
        const bytes = write(mesh)
        const source = { totalBytes: known ? bytes.length : undefined }
        expect(readStl(kind, cutAt(bytes, cuts), source)).toEqual(readStl(kind, [bytes], source))
      }),
    )
  })

  it.each(['\n', '\r\n', '\r'])('gives the same byte by byte, with line ends %j', (lineEnd) => {
    const mesh = torus(5, 2, 8)
    for (const [kind, bytes] of [
      ['stl-ascii', asciiStl(mesh, { lineEnd })],
      ['stl-binary', binaryStl(mesh)],
    ] as const) {
      const single = Array.from(bytes, (_, i) => bytes.slice(i, i + 1))
      expect(readStl(kind, single)).toEqual(readStl(kind, [bytes]))
    }
  })

  it('refuses a wrong file at the same position for any chunks', () => {
    const text = new TextDecoder().decode(asciiStl(sphere(3, 8), { lineEnd: '\r\n' }))
    const wrong = [
      text.replace('2.12132025 2.12132025', '2.12132025 2,12132025'),
      `${text}solid\r\nvertex`,
      text.slice(0, -99),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...wrong), places, (file, cuts) => {
        const bytes = new TextEncoder().encode(file)
        const { refusal } = readStl('stl-ascii', [bytes])
        expect(refusal).toBeDefined()
        expect(readStl('stl-ascii', cutAt(bytes, cuts)).refusal).toEqual(refusal)
      }),
    )
  })

  it('does not keep the chunks, which may be overwritten after the call', () => {
    for (const [kind, bytes] of [
      ['stl-ascii', asciiStl(sphere(3, 8))],
      ['stl-binary', binaryStl(sphere(3, 8))],
    ] as const) {
      const shared = new Uint8Array(97)
      const chunks = {
        *[Symbol.iterator]() {
          for (let i = 0; i < bytes.length; i += shared.length) {
            const part = bytes.subarray(i, i + shared.length)
            shared.set(part)
            yield shared.subarray(0, part.length)
            shared.fill(0x39)
          }
        },
      }

      expect(readStl(kind, chunks).coordinates).toEqual(readStl(kind, [bytes]).coordinates)
    }
  })
})

describe.skipIf(!hasRecordedParts)('real parts', () => {
  it.each(recordedParts)('reads all triangles of $file', ({ file, triangles }) => {
    const bytes = partBytes(file)
    const kind = sniff(bytes.subarray(0, sniffBytes), bytes.length)
    if (!/\.stl$/i.test(file)) return expect(kind).toBe('step')
    expect(kind).toMatch(/^stl-/)
    const { summary, refusal } = readStl(kind as 'stl-binary' | 'stl-ascii', [bytes], { totalBytes: bytes.length })
    if (triangles) expect(summary).toMatchObject({ triangles, countMismatch: undefined, trailingBytes: 0 })
    else expect(refusal?.code).toBe('no-triangles')
  })
})
