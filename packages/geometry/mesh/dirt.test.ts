import { describe, expect, it } from 'vitest'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { box, insideOut, merge, meshOf, moved, placed, sphere, triples, turned } from '../solids.ts'
import { bodiesOf } from './bodies.ts'
import { topologyOf } from './topology.ts'

const read = (mesh: TriangleMesh) => bodiesOf(mesh, topologyOf(mesh))

const without = (mesh: TriangleMesh, ...triangles: readonly number[]): TriangleMesh => ({
  ...mesh,
  indices: mesh.indices.filter((_, i) => !triangles.includes(Math.floor(i / 3))),
})

const block = box([40, 30, 20])
const openBlock = without(block, 2, 3)
const lid = meshOf(triples('0,0,20.5 40,0,20.5 40,30,20.5 0,30,20.5'), triples('0,1,2 0,2,3'))
const plates = merge(box([140, 60, 3]), box([140, 60, 3], [0, 0, 9]))

/** The same triangle twice, back to back: closed, without volume. */
const doubledTriangle = meshOf(triples('0,0,0 5,0,0 0,3,0'), triples('0,1,2 0,2,1'))
const loneTriangle = meshOf(triples('0,0,0 0.5,0,0 0,0.2,0'), triples('0,1,2'))
const sheet = meshOf(triples('0,0,0 60,0,0 60,60,0 0,60,0'), triples('0,1,2 0,2,3'))

describe('dirt in a mesh', () => {
  it.each<[string, TriangleMesh]>([
    ['a doubled triangle', moved(doubledTriangle, [50, 0, 0])],
    ['a slanted sliver of 5 µm', moved(turned(box([8, 8, 0.005]), [0.6, 0.8, 0], 0.7), [50, 0, 0])],
    ['a speck', box([0.02, 0.02, 0.02], [50, 0, 0])],
    ['a lone triangle', moved(loneTriangle, [50, 0, 0])],
    ['a slanted sheet without thickness', moved(turned(sheet, [0, 1, 0], 0.4), [50, 0, 0])],
    ['a speck inside the body', box([0.016, 0.12, 0.1], [20, 15, 10])],
    ['a speck inside the body that faces inwards', insideOut(box([0.016, 0.12, 0.1], [20, 15, 10]))],
    ['a sheet of 5 µm inside the body', box([8, 8, 0.005], [10, 10, 10])],
  ])('is left out: %s', (_what, dirt) => {
    const { bodies, dirtShells, trappedVolumesMm3, volumeMm3 } = read(merge(dirt, block))

    expect(bodies).toHaveLength(1)
    expect(dirtShells).toBe(1)
    expect(trappedVolumesMm3).toEqual([])
    expect(volumeMm3).toBeCloseTo(24_000, 3)
    expect(bodies[0]?.mesh.indices).toHaveLength(36)
    expect(bodies[0]?.topology).toMatchObject({ watertight: true, openEdges: 0, nonManifoldEdges: 0 })
    expect(bodies[0]?.topology.shells).toHaveLength(1)
  })

  it.each<[string, number, TriangleMesh]>([
    ['a washer beside a block', 2, merge(block, box([4, 4, 0.3], [50, 0, 0]))],
    ['a void of 1 mm in a block', 1, merge(block, insideOut(box([1, 1, 1], [20, 15, 10])))],
    ['a foil of 20 µm beside a block', 2, merge(block, box([50, 50, 0.02], [50, 0, 0]))],
    ['two thin plates in metres', 2, placed(plates, ([x, y, z]) => [x / 1000, y / 1000, z / 1000])],
    ['an open ball beside a block', 2, merge(block, moved(without(sphere(10, 32), 40), [70, 0, 0]))],
    ['the lid that an open box lacks', 2, merge(openBlock, lid)],
  ])('is not: %s', (_what, bodies, mesh) => {
    const found = read(mesh)
    expect(found.dirtShells).toBe(0)
    expect(found.bodies).toHaveLength(bodies)
  })

  it('does not count as a flaw of the body that it touches', () => {
    // A doubled triangle on an edge of the block: four triangles share the edge.
    const fin = meshOf(triples('0,0,0 40,0,0 20,-5,-5'), triples('0,1,2 0,2,1'))
    const both = merge(block, fin)
    const indices = both.indices.map((vertex) => (vertex === 8 || vertex === 9 ? vertex - 8 : vertex))
    const mesh = { ...both, indices }

    expect(topologyOf(mesh).facts.nonManifoldEdges).toBe(1)
    const { bodies, dirtShells } = read(mesh)
    expect(dirtShells).toBe(1)
    expect(bodies).toMatchObject([{ topology: { watertight: true, nonManifoldEdges: 0 } }])
  })
})
