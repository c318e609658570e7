import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { f32, num, u32 } from '../math/typed-access.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { Refused } from '../model/verdict.ts'
import { binaryStl, box, merge, sphere, torus } from '../solids.ts'
import { massOf } from './measure-mesh.ts'
import { createMeshBuilder } from './mesh-builder.ts'
import { scaledSums, scaleMesh } from './scale-mesh.ts'
import { topologyOf } from './topology.ts'

function built(bytes: Uint8Array) {
  const builder = createMeshBuilder()
  builder.addRecords(bytes, 84, (bytes.length - 84) / 50)
  return builder.finish()
}

function refusalOf(run: () => unknown) {
  try {
    run()
  } catch (error) {
    return (error as Refused).refusal
  }
  return undefined
}

/** The triangles in a pseudo-random sequence, the same at every run. */
function shuffled({ positions, indices }: TriangleMesh): TriangleMesh {
  const mixed = indices.slice()
  let state = 1
  for (let t = mixed.length / 3 - 1; t > 0; t--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (t + 1))
    const a = mixed.slice(3 * t, 3 * t + 3)
    const b = mixed.slice(3 * other, 3 * other + 3)
    mixed.set(b, 3 * t)
    mixed.set(a, 3 * other)
  }

  return { positions, indices: mixed }
}

describe('welding', () => {
  it('merges equal corners', () => {
    const { mesh, triangles, sums } = built(binaryStl(box([2, 3, 4])))
    expect(triangles).toBe(12)
    expect(mesh.positions).toHaveLength(24)
    expect(sums.mass).toEqual(massOf(box([2, 3, 4])))
  })

  it('treats -0 and +0 as equal', () => {
    const builder = createMeshBuilder()
    builder.addTriangle(0, 0, 0, 1, 0, 0, 0, 1, 0)
    builder.addTriangle(-0, -0, -0, 0, 1, -0, 1, -0, 0)
    expect(builder.finish().mesh.positions).toHaveLength(9)
  })

  it('keeps corners that differ in the last bit separate', () => {
    const builder = createMeshBuilder()
    builder.addTriangle(1, 0, 0, 2, 0, 0, 0, 1, 0)
    builder.addTriangle(Math.fround(1 + 2 ** -23), 0, 0, 2, 0, 0, 0, 1, 0)
    expect(builder.finish().mesh.positions).toHaveLength(12)
  })

  it('gives the same mesh for single triangles and for records in any chunks', () => {
    const bytes = binaryStl(merge(sphere(5, 16), torus(9, 2, 16)))
    const whole = built(bytes)
    const records = (bytes.length - 84) / 50
    fc.assert(
      fc.property(fc.array(fc.nat(records), { maxLength: 5 }), fc.nat(3), (cuts, offset) => {
        const builder = createMeshBuilder()
        const at = [0, ...cuts.toSorted((a, b) => a - b), records]
        at.slice(1).forEach((end, i) => {
          const first = num(at, i)
          const chunk = new Uint8Array(offset + 50 * (end - first))
          chunk.set(bytes.subarray(84 + 50 * first, 84 + 50 * end), offset)
          if (end > first) builder.addRecords(chunk, offset, end - first)
        })

        const { mesh, sums } = builder.finish()
        expect(mesh).toEqual(whole.mesh)
        expect(sums.mass.volumeMm3).toBeCloseTo(whole.sums.mass.volumeMm3, 9)
      }),
      { numRuns: 20 },
    )

    const single = createMeshBuilder()
    for (let t = 0; t < whole.mesh.indices.length; t += 3) {
      const corners = [0, 1, 2].flatMap((corner) => {
        const vertex = 3 * u32(whole.mesh.indices, t + corner)
        return [...whole.mesh.positions.subarray(vertex, vertex + 3)]
      }) as [number, number, number, number, number, number, number, number, number]
      single.addTriangle(...corners)
    }

    expect(single.finish().mesh).toEqual(whole.mesh)
  })

  it('finds all equal corners of a large mesh in random sequence', () => {
    const whole = torus(60, 20, 400)
    const inSequence = built(binaryStl(whole))
    const mixed = built(binaryStl(shuffled(whole)))

    expect(inSequence.mesh.positions).toHaveLength(whole.positions.length)
    expect(mixed.mesh.positions).toHaveLength(whole.positions.length)
    expect(mixed.mesh.indices).toHaveLength(whole.indices.length)
    expect(mixed.sums.mass.volumeMm3).toBeCloseTo(inSequence.sums.mass.volumeMm3, 5)
    expect(mixed.sums.mass.areaMm2).toBeCloseTo(inSequence.sums.mass.areaMm2, 5)
    expect(mixed.sums.mass.box).toEqual(inSequence.sums.mass.box)
    expect(topologyOf(mixed.mesh).facts).toMatchObject({ watertight: true, openEdges: 0, nonManifoldEdges: 0 })
  })
})

/** Corners that collide in the vertex table at first: its hash solved for x and y of each z. */
function equalHashes(count: number): Float32Array {
  const u64 = (value: bigint) => BigInt.asUintN(64, value)
  let inverse = 1n
  for (let i = 0; i < 6; i++) inverse = u64(inverse * (2n - 0xbf58476d1ce4e5b9n * inverse))

  const found = new Float32Array(3 * count)
  const words = new BigUint64Array(1)
  const xy = new Float32Array(words.buffer)
  const z = new Float32Array(1)
  const zWord = new Uint32Array(z.buffer)

  for (let used = 0, step = 1; used < count; step++) {
    z[0] = step
    const mixed = u64(0x123456789abcdefn ^ BigInt(u32(zWord, 0)))
    words[0] = u64((mixed ^ (mixed >> 31n) ^ (mixed >> 62n)) * inverse)
    if (!Number.isFinite(f32(xy, 0) + f32(xy, 1))) continue
    found.set([f32(xy, 0), f32(xy, 1), step], 3 * used)
    used++
  }

  return found
}

it('welding works for corners made to collide', () => {
  const corners = equalHashes(45_000)
  const builder = createMeshBuilder()
  for (const _round of [1, 2]) {
    for (let at = 0; at < corners.length; at += 9) {
      builder.addTriangle(...(corners.subarray(at, at + 9) as unknown as Parameters<typeof builder.addTriangle>))
    }
  }

  const { mesh } = builder.finish()
  expect(mesh.positions).toEqual(corners)
  expect(mesh.indices.subarray(45_000)).toEqual(mesh.indices.subarray(0, 45_000))
})

it('the mesh builder measures the same to the last bit for any chunks', () => {
  const bytes = binaryStl(torus(60, 20, 64))
  const records = (bytes.length - 84) / 50
  const builder = createMeshBuilder()
  for (let first = 0; first < records; first += 333) {
    builder.addRecords(bytes, 84 + 50 * first, Math.min(333, records - first))
  }
  expect(builder.finish()).toEqual(built(bytes))
})

it('the mesh builder counts triangles without area anywhere in the file', () => {
  const builder = createMeshBuilder()
  for (let i = 0; i < 5; i++) {
    builder.addTriangle(0, 0, 0, 1, 0, 0, 0, 1, i)
    builder.addTriangle(i, 0, 0, i, 0, 0, 0, 1, 0)
    builder.addTriangle(0, 0, 0, 1, 1, 1, 2, 2, 2)
  }
  expect(builder.finish().sums.flatTriangles).toBe(10)
})

describe('the mesh builder', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses the coordinate %s, with the index of its triangle',
    (value) => {
      const bytes = binaryStl(box())
      new DataView(bytes.buffer).setFloat32(84 + 50 * 7 + 12 + 20, value, true)
      expect(refusalOf(() => built(bytes))).toEqual({ code: 'not-finite', detail: { triangle: 7 } })
    },
  )

  it('refuses an empty file', () => {
    expect(refusalOf(() => createMeshBuilder().finish())).toEqual({ code: 'no-triangles' })
  })

  it('refuses more triangles than allowed', () => {
    const builder = createMeshBuilder({ triangleLimit: 11 })
    expect(refusalOf(() => builder.addRecords(binaryStl(box()), 84, 12))?.code).toBe('too-many-triangles')
  })

  it('stops if the watch says so', () => {
    const watch = { mustStop: () => 'deadline' as const, progress: () => undefined }
    expect(refusalOf(() => createMeshBuilder({ watch }).addRecords(binaryStl(box()), 84, 12))?.code).toBe('deadline')
  })
})

it('extreme coordinates give finite measures', () => {
  for (const size of [1e-30, 1e30, 3e38]) {
    const { mesh, sums } = built(binaryStl(box([size, size, size])))
    for (const value of [sums.mass.volumeMm3, sums.mass.areaMm2, ...sums.mass.centreOfMass]) {
      expect(Number.isFinite(value)).toBe(true)
    }
    expect(topologyOf(mesh).facts.watertight).toBe(true)
  }
})

it('scaling a mesh and scaling its sums agree', () => {
  const { mesh, sums } = built(binaryStl(sphere(2, 32)))
  scaleMesh(mesh, 25.4)
  const fresh = massOf(mesh)
  const known = scaledSums(sums, 25.4).mass
  expect(known.volumeMm3 / fresh.volumeMm3).toBeCloseTo(1, 6)
  expect(known.areaMm2 / fresh.areaMm2).toBeCloseTo(1, 6)
  expect(known.box.max[0]).toBeCloseTo(fresh.box.max[0], 4)
})
