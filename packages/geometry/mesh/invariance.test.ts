import fc from 'fast-check'
import { expect, it } from 'vitest'
import { f32, num } from '../math/typed-access.ts'
import { unit, type Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { box, cylinder, insideOut, merge, moved, sphere, torus, turned } from '../solids.ts'
import { bodiesOf } from './bodies.ts'
import { topologyOf } from './topology.ts'

const hollow = merge(box([10, 8, 6]), insideOut(moved(box([2, 2, 2]), [3, 3, 2])))

const solid = fc.constantFrom(
  sphere(5, 16),
  torus(9, 2, 12),
  cylinder(3, 8, 12),
  hollow,
  merge(hollow, moved(sphere(2, 12), [30, 0, 0])),
)

function measured(mesh: TriangleMesh) {
  const topology = topologyOf(mesh)
  const found = bodiesOf(mesh, topology)

  return {
    volume: found.volumeMm3,
    area: found.areaMm2,
    bodies: found.bodies.map(({ mass }) => mass.volumeMm3).toSorted((a, b) => a - b),
    shells: topology.shellCount,
    trapped: found.trappedVolumesMm3.length,
    watertight: topology.facts.watertight,
    openEdges: topology.facts.openEdges,
  }
}

function same(one: TriangleMesh, two: TriangleMesh): void {
  const a = measured(one)
  const b = measured(two)

  expect({ ...b, volume: 0, area: 0, bodies: b.bodies.length }).toEqual({
    ...a,
    volume: 0,
    area: 0,
    bodies: a.bodies.length,
  })
  expect(b.volume / a.volume).toBeCloseTo(1, 4)
  expect(b.area / a.area).toBeCloseTo(1, 4)

  b.bodies.forEach((volume, i) => {
    expect(volume / num(a.bodies, i)).toBeCloseTo(1, 4)
  })
}

const length = fc.integer({ min: -10_000, max: 10_000 }).map((value) => value / 100)
const runs = { numRuns: 25 }

it('the measures do not change if the part is moved', () => {
  fc.assert(
    fc.property(solid, length, length, length, (mesh, x, y, z) => same(mesh, moved(mesh, [x, y, z]))),
    runs,
  )
})

it('the measures do not change if the part is rotated', () => {
  fc.assert(
    fc.property(solid, length, length, length, (mesh, x, y, z) => same(mesh, turned(mesh, unit([x, y, z]), x + y))),
    runs,
  )
})

it('the measures do not depend on the sequence, first corner and orientation of triangles', () => {
  fc.assert(
    fc.property(solid, fc.infiniteStream(fc.nat(1_000_000)), (mesh, numbers) => {
      const draw = () => numbers.next().value ?? 0
      const triangles = Array.from({ length: mesh.indices.length / 3 }, (_, t) => [
        ...mesh.indices.subarray(3 * t, 3 * t + 3),
      ])
      const mixed = triangles
        .map((corners) => ({ corners, at: draw(), start: draw() % 3, over: draw() % 10 === 0 }))
        .sort((a, b) => a.at - b.at)
        .flatMap(({ corners, start, over }) => {
          const [a, b, c] = [0, 1, 2].map((i) => num(corners, (start + i) % 3)) as [number, number, number]
          return over ? [a, c, b] : [a, b, c]
        })
      same(mesh, { positions: mesh.positions, indices: Uint32Array.from(mixed) })
    }),
    runs,
  )
})

it('the measures do not change if every triangle is split in four', () => {
  fc.assert(
    fc.property(solid, (mesh) => same(mesh, split(mesh))),
    { numRuns: 5 },
  )
})

function split({ positions, indices }: TriangleMesh): TriangleMesh {
  const points = [...positions]
  const middles = new Map<string, number>()
  const middle = (a: number, b: number): number => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    const known = middles.get(key)
    if (known !== undefined) return known

    const made = points.length / 3
    for (let axis = 0; axis < 3; axis++) {
      points.push((f32(positions, 3 * a + axis) + f32(positions, 3 * b + axis)) / 2)
    }

    middles.set(key, made)
    return made
  }

  const parts: number[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [...indices.subarray(t, t + 3)] as unknown as Vec3
    const ab = middle(a, b)
    const bc = middle(b, c)
    const ca = middle(c, a)
    parts.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }

  return { positions: Float32Array.from(points), indices: Uint32Array.from(parts) }
}
