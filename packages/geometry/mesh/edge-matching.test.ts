import fc from 'fast-check'
import { expect, it } from 'vitest'
import { item, num } from '../math/typed-access.ts'
import { unwatched } from '../model/watch.ts'
import { matchEdges } from './edge-matching.ts'

const meshWith = (vertices: number, indices: ArrayLike<number>) => ({
  positions: Float32Array.from({ length: 3 * vertices }, (_, i) => Math.sin(1 + 7 * i)),
  indices: Uint32Array.from(indices),
})

/** Open and crowded edges found one by one, copies of triangles that face the same way left out. */
function countedPlainly(indices: ArrayLike<number>) {
  const edges = new Map<string, Set<string>>()
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [item(indices, t), item(indices, t + 1), item(indices, t + 2)]
    if (new Set(corners).size < 3) continue
    corners.forEach((from, i) => {
      const to = num(corners, (i + 1) % 3)
      const key = `${Math.min(from, to)} ${Math.max(from, to)}`
      edges.set(key, (edges.get(key) ?? new Set()).add(`${from} ${corners[(i + 2) % 3]}`))
    })
  }

  const sides = [...edges.values()].map(({ size }) => size)
  return { open: sides.filter((size) => size === 1).length, crowded: sides.filter((size) => size > 2).length }
}

it('edge matching finds the same edges as a simple count for any triangles', () => {
  const soup = fc
    .integer({ min: 3, max: 40 })
    .chain((vertices) =>
      fc.tuple(fc.constant(vertices), fc.array(fc.nat(vertices - 1), { minLength: 3, maxLength: 240 })),
    )
  fc.assert(
    fc.property(soup, ([vertices, list]) => {
      const indices = list.slice(0, list.length - (list.length % 3))
      const { open, crowdedEdges } = matchEdges(meshWith(vertices, indices), unwatched)
      expect({ open: open.size, crowded: crowdedEdges }).toEqual(countedPlainly(indices))
    }),
  )
})

/** Where the table of edges would put an edge while it has its first seed. */
function placeOf(later: number, other: number): number {
  const u64 = (value: bigint) => BigInt.asUintN(64, value)
  let hash = ((BigInt(later) << 32n) | BigInt(other + 1)) ^ 1n
  hash = u64((hash ^ (hash >> 32n)) * 0x9e3779b97f4a7c15n)
  hash = u64((hash ^ (hash >> 29n)) * 0xbf58476d1ce4e5b9n)
  return Number(hash >> 32n)
}

it('edge matching stays fast for edges made to collide', () => {
  const rim = 90_000
  const hubs = 24
  const others = Array.from({ length: rim }, (_, i) => i)
  const indices: number[] = []

  for (let hub = rim; hub < rim + hubs; hub++) {
    const near = others.filter((other) => (placeOf(hub, other) & 0xffff) < 16)
    for (let i = 0; i + 1 < near.length; i++) indices.push(hub, num(near, i), num(near, i + 1))
  }

  indices.push(...others)

  const { open, crowdedEdges } = matchEdges(meshWith(rim + hubs, indices), unwatched)
  expect({ open: open.size, crowded: crowdedEdges }).toEqual(countedPlainly(indices))
})
