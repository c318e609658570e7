import { expect, it } from 'vitest'
import { f32, u32 } from '../math/typed-access.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { box, cylinder, lathe, merge, meshOf, moved, polygon, triples } from '../solids.ts'
import { bodiesOf } from './bodies.ts'
import { weldNear } from './near-weld.ts'
import { topologyOf } from './topology.ts'

const without = (mesh: TriangleMesh, triangle: number): TriangleMesh => ({
  ...mesh,
  indices: mesh.indices.filter((_, i) => Math.floor(i / 3) !== triangle),
})

it('topology locates the three open edges of a missing triangle', () => {
  const { facts } = topologyOf(without(box([2, 2, 2]), 0))
  expect(facts).toMatchObject({ watertight: false, openEdges: 3, nonManifoldEdges: 0 })
  expect(facts.openPlaces.toSorted()).toEqual([
    [0, 1, 0],
    [1, 0, 0],
    [1, 1, 0],
  ])
})

it('topology locates a third triangle on an edge', () => {
  const cube = box([2, 2, 2])
  const fin = meshOf(triples('0,0,0 2,0,0 1,-1,-1'), [[0, 1, 2]])
  const both = merge(cube, fin)
  // The fin's first two vertices, 8 and 9, are vertices 0 and 1 of the cube.
  const indices = both.indices.map((vertex) => (vertex === 8 || vertex === 9 ? vertex - 8 : vertex))
  const { facts } = topologyOf({ ...both, indices })

  expect(facts).toMatchObject({ nonManifoldEdges: 1, openEdges: 2, nonManifoldPlaces: [[1, 0, 0]] })
})

it('topology counts duplicate triangles and excludes them', () => {
  const cube = box([2, 2, 2])
  const mesh = { ...cube, indices: Uint32Array.from([...cube.indices, ...cube.indices.subarray(6, 12)]) }
  const topology = topologyOf(mesh)
  expect(topology.facts).toMatchObject({ duplicateTriangles: 2, watertight: true, nonManifoldEdges: 0 })
  expect(bodiesOf(mesh, topology).volumeMm3).toBeCloseTo(8, 9)
})

it('two triangles back to back are duplicates and enclose no volume', () => {
  const { facts } = topologyOf(meshOf(triples('0,0,0 1,0,0 0,1,0'), triples('0,1,2 0,2,1')))
  expect(facts).toMatchObject({ duplicateTriangles: 1, openEdges: 0, signedVolumeMm3: 0 })
})

it('a triangle with two equal corners opens no edge', () => {
  const cube = box([2, 2, 2])
  const mesh = { ...cube, indices: Uint32Array.from([...cube.indices, 0, 0, 1, 5, 5, 5]) }
  const topology = topologyOf(mesh)
  expect(topology.facts).toMatchObject({ degenerateTriangles: 2, openEdges: 0, watertight: true })
  expect(topology.shellCount).toBe(1)
  expect(bodiesOf(mesh, topology).bodies[0]?.mesh.indices).toHaveLength(36)
})

it('a triangle with its corners on a line still joins its neighbours', () => {
  // Side 0-1 of the tetrahedron is split at 4 on one face; the flat triangle 0-1-4 fills the gap.
  const mesh = meshOf(triples('0,0,0 2,0,0 0,2,0 0,0,2 1,0,0'), triples('0,2,1 0,4,3 4,1,3 0,3,2 1,2,3 0,1,4'))
  expect(topologyOf(mesh).facts).toMatchObject({ degenerateTriangles: 1, openEdges: 0, watertight: true })
})

it('topology handles a vertex with many triangles', () => {
  const { facts } = topologyOf(cylinder(10, 5, 20_000))
  expect(facts).toMatchObject({ watertight: true, openEdges: 0, nonManifoldEdges: 0 })
})

it('topology handles an edge with very many triangles', () => {
  const pages = 150_000
  const points = [
    [0, 0, 0],
    [0, 0, 1],
  ] as [number, number, number][]
  for (let i = 0; i < pages; i++) points.push([Math.cos(i), Math.sin(i), 0.5])

  const mesh = meshOf(
    points,
    Array.from({ length: pages }, (_, i) => [0, 1, i + 2] as const),
  )

  expect(topologyOf(mesh).facts).toMatchObject({ nonManifoldEdges: 1, openEdges: 2 * pages })
})

it('a mesh whose vertices are all equal has no volume and no shells', () => {
  const mesh = { positions: new Float32Array(3), indices: new Uint32Array(30) }
  const topology = topologyOf(mesh)
  expect(topology.facts).toMatchObject({ watertight: false, degenerateTriangles: 10, shells: [], signedVolumeMm3: 0 })
  expect(bodiesOf(mesh, topology).bodies[0]?.mass.centreOfMass).toEqual([0, 0, 0])
})

it('topology stops if the watch says so', () => {
  const watch = { mustStop: () => 'cancelled' as const, progress: () => undefined }
  expect(() => topologyOf(box(), watch)).toThrow('cancelled')
})

it('near welding closes cracks of the last bit and nothing wider', () => {
  const half = lathe(polygon('0,0 5,0 5,5 0,5'), 32)
  const cracked = { positions: half.positions.slice(), indices: half.indices.slice() }

  // Each corner of the first triangles gets its own vertex, a few millionths of a millimetre off.
  const extra: number[] = []
  for (let i = 0; i < 9; i++) {
    const vertex = u32(half.indices, i)
    for (let axis = 0; axis < 3; axis++) extra.push(f32(half.positions, 3 * vertex + axis) + 4e-6)
    cracked.indices[i] = half.positions.length / 3 + i
  }

  cracked.positions = Float32Array.from([...half.positions, ...extra])

  const before = topologyOf(cracked)
  expect(before.facts.openEdges).toBeGreaterThan(0)

  const after = weldNear(cracked, before)
  expect(after.topology.facts).toMatchObject({ watertight: true, openEdges: 0 })
  expect(after.toleranceMm).toBeGreaterThan(0)

  const gaping = without(moved(box([2, 2, 2]), [1, 1, 1]), 3)
  expect(weldNear(gaping, topologyOf(gaping))).toMatchObject({ toleranceMm: 0, mesh: gaping })
})
