import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noFaces } from '../model/face-graph.fixture.ts'
import type { DisplayMesh } from '../model/facts.ts'
import { unwatched } from '../model/watch.ts'
import { box, sphere } from '../solids.ts'
import { displayMeshOf } from './display-mesh.ts'
import { decodeMesh, encodeMesh } from './mesh-bytes.ts'

const unit = fc
  .tuple(...([0, 1, 2] as const).map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((vector) => Math.hypot(...vector) > 1e-3)
  .map((vector) => vector.map((value) => value / Math.hypot(...vector)))

/** Any valid mesh, with its vertices in any sequence. */
const meshes = fc
  .record({
    corners: fc.array(fc.tuple(fc.float({ noNaN: true, min: -1e5, max: 1e5 }), fc.nat(1000), fc.nat(9)), {
      minLength: 1,
      maxLength: 40,
    }),
    normals: fc.array(unit, { minLength: 40, maxLength: 40 }),
    triangles: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 60 }),
    cuts: fc.array(fc.nat(60), { maxLength: 8 }),
    faces: fc.array(fc.nat(2 ** 32 - 1), { minLength: 10, maxLength: 10 }),
  })
  .map(({ corners, normals, triangles, cuts, faces }): DisplayMesh => {
    const edges = [...new Set([0, ...cuts.map((cut) => Math.min(cut, triangles.length)), triangles.length])]
    const borders = edges.toSorted((a, b) => a - b)

    return {
      positions: Float32Array.from(corners.flat()),
      normals: Float32Array.from(normals.slice(0, corners.length).flat()),
      indices: Uint32Array.from(triangles.flat().map((any) => any % corners.length)),
      groups: Uint32Array.from(
        borders.slice(0, -1).flatMap((from, i) => [faces[i] ?? 0, 3 * from, 3 * ((borders[i + 1] ?? from) - from)]),
      ),
    }
  })

function sideOf(positions: Float32Array, axis: number): [side: number, farthest: number] {
  const values = [...positions].filter((_, i) => i % 3 === axis)
  return [Math.max(...values) - Math.min(...values), Math.max(...values.map(Math.abs))]
}

describe('a mesh in bytes', () => {
  it('is decoded within half a step and 0.2°, with the same triangles and faces', () => {
    fc.assert(
      fc.property(meshes, (mesh) => {
        const back = decodeMesh(encodeMesh(mesh))
        if (!back) throw new Error('not read')

        expect(back.indices).toEqual(mesh.indices)
        expect(back.groups).toEqual(mesh.groups)

        for (const axis of [0, 1, 2]) {
          const [side, farthest] = sideOf(mesh.positions, axis)
          // Half a step, and the rounding of a 32-bit float.
          const allowed = (side / 65_535) * 0.5001 + farthest * 2 ** -23
          for (let i = axis; i < mesh.positions.length; i += 3) {
            expect(Math.abs((back.positions[i] ?? Number.NaN) - (mesh.positions[i] ?? 0))).toBeLessThanOrEqual(allowed)
          }
        }

        for (let i = 0; i < mesh.normals.length; i += 3) {
          const chord = Math.hypot(
            ...[0, 1, 2].map((axis) => (back.normals[i + axis] ?? 9) - (mesh.normals[i + axis] ?? 0)),
          )
          expect(chord).toBeLessThan((0.2 * Math.PI) / 180)
        }
      }),
      { seed: 42 },
    )
  })

  it('keeps the sides of a box exactly straight', async () => {
    const mesh = box([30, 20, 10])
    const shown = await displayMeshOf({ mesh, triangleFaces: new Uint32Array(12), faces: noFaces }, 100, unwatched)
    const back = decodeMesh(encodeMesh(shown))

    expect(back?.normals.map((value) => value + 0)).toEqual(shown.normals.map((value) => value + 0))
    expect(back?.positions).toEqual(shown.positions)
  })

  it('is a third of its arrays or less for a smooth part', async () => {
    const mesh = sphere(40, 64)
    const triangles = mesh.indices.length / 3
    const body = { mesh, triangleFaces: new Uint32Array(triangles), faces: noFaces }
    const shown = await displayMeshOf(body, triangles, unwatched)
    const arrays = shown.positions.byteLength + shown.normals.byteLength + shown.indices.byteLength

    expect(encodeMesh(shown).length).toBeLessThan(arrays / 3)
  })

  it('is rejected if a byte is changed, removed or added', () => {
    fc.assert(
      fc.property(meshes, fc.nat(), fc.integer({ min: 1, max: 255 }), (mesh, place, change) => {
        const bytes = encodeMesh(mesh)
        const changed = bytes.slice()
        const at = place % bytes.length
        changed[at] = (changed[at] ?? 0) ^ change
        expect(decodeMesh(changed)).toBeUndefined()
        expect(decodeMesh(bytes.subarray(0, at))).toBeUndefined()
        expect(decodeMesh(Uint8Array.from([...bytes, change]))).toBeUndefined()
      }),
      { seed: 7 },
    )
  })

  it('never throws for any bytes, even with a valid checksum', () => {
    fc.assert(
      fc.property(meshes, fc.uint8Array({ maxLength: 300 }), fc.nat(80), (mesh, noise, at) => {
        expect(decodeMesh(noise)).toBeUndefined()
        const bytes = encodeMesh(mesh)
        bytes.set(noise.subarray(0, Math.max(0, bytes.length - 12 - at)), Math.min(bytes.length, 12 + at))
        sign(bytes)
        const read = decodeMesh(bytes)
        if (read) expect(read.indices.every((vertex) => vertex < read.positions.length / 3)).toBe(true)
      }),
      { seed: 11 },
    )
  })

  it('allocates no memory for a wrong count', () => {
    const bytes = encodeMesh({
      positions: new Float32Array(9),
      normals: Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1]),
      indices: Uint32Array.from([0, 1, 2]),
      groups: Uint32Array.from([0, 0, 3]),
    })
    for (const count of [0, 1, 2]) {
      const wrong = bytes.slice()
      new DataView(wrong.buffer).setUint32(12 + 4 * count, 0xffff_fff0, true)
      sign(wrong)
      expect(decodeMesh(wrong)).toBeUndefined()
    }
  })
})

/** Corrects the checksum, as an attacker would. */
function sign(bytes: Uint8Array): void {
  let sum = 0x811c9dc5
  for (const byte of bytes.subarray(12)) sum = Math.imul(sum ^ byte, 0x01000193)
  new DataView(bytes.buffer).setUint32(8, sum >>> 0, true)
}
