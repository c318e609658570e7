import { describe, expect, it } from 'vitest'
import { u32 } from '../math/typed-access.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import {
  binaryStl,
  box,
  insideOut,
  merge,
  meshOf,
  moved,
  plateWithHoles,
  polygon,
  sphere,
  torus,
  tube,
} from '../solids.ts'
import { bodiesOf } from './bodies.ts'
import { createMeshBuilder } from './mesh-builder.ts'
import { topologyOf } from './topology.ts'

/** The mesh after reading: equal vertices are welded. */
function read(mesh: TriangleMesh): TriangleMesh {
  const bytes = binaryStl(mesh)
  const builder = createMeshBuilder()
  builder.addRecords(bytes, 84, mesh.indices.length / 3)
  return builder.finish().mesh
}

function bodies(mesh: TriangleMesh) {
  const welded = read(mesh)
  const topology = topologyOf(welded)
  return { ...bodiesOf(welded, topology), facts: topology.facts, shellCount: topology.shellCount }
}

const cube = box([2, 2, 2])

describe('solids with known answers', () => {
  const polygonArea = (segments: number) => (segments / 2) * Math.sin((2 * Math.PI) / segments)
  const cases: [name: string, mesh: TriangleMesh, volume: number, within: number][] = [
    ['box', box([2, 3, 4], [5, -6, 7]), 24, 1e-6],
    ['sphere', sphere(10, 512), (4 / 3) * Math.PI * 1000, 1e-3],
    ['torus', torus(30, 5, 512), 2 * Math.PI ** 2 * 30 * 25, 1e-3],
    ['tube', tube(10, 8, 5, 64), polygonArea(64) * (100 - 64) * 5, 1e-6],
    [
      'plate with holes',
      plateWithHoles({ columns: 3, rows: 2, pitch: 20, thickness: 5 }, polygon('4,0 4,5')),
      6 * 5 * (400 - polygonArea(64) * 16),
      1e-6,
    ],
  ]
  it.each(cases)('measures: %s', (_name, mesh, volume, within) => {
    const { bodies: found, facts } = bodies(mesh)
    expect(found).toHaveLength(1)
    expect(facts).toMatchObject({ watertight: true, openEdges: 0, nonManifoldEdges: 0, misorientedEdges: 0 })
    expect(found[0]?.mass.volumeMm3).toBeGreaterThan(volume * (1 - within))
    expect(found[0]?.mass.volumeMm3).toBeLessThan(volume * (1 + within))
  })

  it('measures area, box and centre of a box', () => {
    const mass = bodies(box([2, 3, 4], [5, -6, 7])).bodies[0]?.mass
    expect(mass?.areaMm2).toBeCloseTo(52, 9)
    expect(mass?.box).toEqual({ min: [5, -6, 7], max: [7, -3, 11] })
    expect(mass?.centreOfMass).toEqual([6, -4.5, 9])
  })

  it('measures the same volume far from the origin', () => {
    const near = bodies(box([2, 3, 4]))
    const far = bodies(moved(box([2, 3, 4]), [1e5, -1e5, 1e5]))
    expect(far.volumeMm3).toBeCloseTo(near.volumeMm3, 9)
  })
})

describe('shells within shells', () => {
  const room = box([10, 10, 10])
  const hole = moved(box([6, 6, 6]), [2, 2, 2])

  it.each([
    ['facing inwards, as a void is written', insideOut(hole)],
    ['facing outwards, from an exporter that lost it', hole],
  ])('treats a box inside a box as a cavity, %s', (_how, inner) => {
    const { bodies: found, facts, trappedVolumesMm3 } = bodies(merge(room, inner))
    expect(found).toHaveLength(1)
    expect(found[0]?.mass.volumeMm3).toBeCloseTo(1000 - 216, 6)
    expect(found[0]?.mass.areaMm2).toBeCloseTo(600 + 216, 6)
    expect(facts.shells.map(({ role, parent }) => [role, parent])).toEqual([
      ['body', undefined],
      ['cavity', 0],
    ])
    expect(trappedVolumesMm3).toEqual([216])
    expect(facts.shells[1]?.signedVolumeMm3).toBeCloseTo(-216, 6)
  })

  it('treats a solid inside a cavity as a second body', () => {
    const { bodies: found } = bodies(merge(moved(box(), [4.5, 4.5, 4.5]), room, insideOut(hole)))
    expect(found.map(({ mass }) => Math.round(mass.volumeMm3))).toEqual([1, 1000 - 216])
  })

  it('nests no part that lies beside another or in its bend', () => {
    const ring = torus(30, 5)
    expect(bodies(merge(ring, box(), moved(box(), [50, 0, 0]))).bodies).toHaveLength(3)
  })

  it('reads a solid that is written twice once, not as a void in itself', () => {
    const { bodies: found, facts } = bodies(merge(cube, cube))
    expect(facts.duplicateTriangles).toBe(12)
    expect(found).toHaveLength(1)
    expect(found[0]?.mass.volumeMm3).toBeCloseTo(8, 6)
    expect(facts.watertight).toBe(true)
  })

  it('separates many nested and scattered parts', () => {
    const parts = Array.from({ length: 200 }, (_, i) => [
      moved(cube, [5 * i, 0, 0]),
      insideOut(moved(box(), [5 * i + 0.5, 0.5, 0.5])),
    ]).flat()
    const { bodies: found, shellCount } = bodies(merge(...parts))

    expect(shellCount).toBe(400)
    expect(found).toHaveLength(200)

    for (const { mass, topology } of found) {
      expect(mass.volumeMm3).toBeCloseTo(7, 5)
      expect(topology.shells).toHaveLength(2)
    }
  })
})

describe('cubes that touch', () => {
  it.each([
    ['a vertex', [2, 2, 2], 0],
    ['an edge', [2, 2, 0], 1],
    ['a face', [2, 0, 0], 5],
  ] as const)('sharing %s are two watertight bodies', (_what, by, crowded) => {
    const { bodies: found, facts } = bodies(merge(cube, moved(cube, by)))
    expect(facts.nonManifoldEdges).toBe(crowded)
    expect(facts.nonManifoldPlaces).toHaveLength(crowded)
    expect(found).toHaveLength(2)

    for (const body of found) {
      expect(body.topology).toMatchObject({ watertight: true, nonManifoldEdges: 0, openEdges: 0 })
      expect(body.mass.volumeMm3).toBeCloseTo(8, 6)
    }
  })
})

describe('surfaces to repair', () => {
  it('repairs a part that is inside out', () => {
    const { bodies: found, facts } = bodies(insideOut(cube))
    expect(facts.signedVolumeMm3).toBeCloseTo(-8, 6)
    expect(facts.misorientedEdges).toBe(0)
    expect(facts.shells[0]).toMatchObject({ flipped: true, watertight: true })
    expect(found[0]?.mass.volumeMm3).toBeCloseTo(8, 6)
  })

  it('repairs single reversed triangles', () => {
    const whole = sphere(10)
    const indices = whole.indices.slice()
    for (const t of [0, 7, 300]) indices.set([u32(indices, 3 * t + 1), u32(indices, 3 * t)], 3 * t)
    const { bodies: found, facts } = bodies({ ...whole, indices })
    expect(facts.misorientedEdges).toBeGreaterThan(6)
    expect(facts.watertight).toBe(true)
    expect(found[0]?.mass.volumeMm3).toBeCloseTo(bodies(whole).volumeMm3, 6)
  })

  it('repairs an open part if its volume is clearly negative', () => {
    const plate = insideOut(box([100, 100, 1]))
    const { facts, volumeMm3 } = bodies({ ...plate, indices: plate.indices.subarray(0, 33) })
    expect(facts.openEdges).toBe(3)
    expect(facts.shells[0]?.flipped).toBe(true)
    expect(volumeMm3).toBeGreaterThan(0)
  })

  it('reports a Möbius strip as not watertight', () => {
    const points = Array.from({ length: 24 }, (_, i) => {
      const angle = (2 * Math.PI * Math.floor(i / 2)) / 12
      const across = (i % 2 ? 1 : -1) * 0.3
      const r = 2 + across * Math.cos(angle / 2)
      return [r * Math.cos(angle), r * Math.sin(angle), across * Math.sin(angle / 2)] as const
    })

    const triangles = Array.from({ length: 12 }, (_, i) => {
      const a = 2 * i
      const b = 2 * i + 1
      const [c, d] = i === 11 ? [1, 0] : [2 * i + 2, 2 * i + 3]
      return [[a, c, b] as const, [b, c, d] as const]
    }).flat()
    const { facts } = bodies(meshOf(points, triangles))

    expect(facts).toMatchObject({ watertight: false, openEdges: 24 })
    expect(facts.shells).toHaveLength(1)
  })
})

it('loose triangles are one fragmented body', () => {
  const points = Array.from(
    { length: 33_000 },
    (_, i) => [i % 3 === 1 ? 1 : 0, i % 3 === 2 ? 1 : 0, Math.floor(i / 3)] as const,
  )
  const triangles = Array.from({ length: 11_000 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2] as const)
  const { fragmented, bodies: found, facts, shellCount } = bodies(meshOf(points, triangles))

  expect(fragmented).toBe(true)
  expect(shellCount).toBe(11_000)
  expect(found).toHaveLength(1)
  expect(facts).toMatchObject({ watertight: false, openEdges: 33_000, shells: [] })
  expect(facts.openPlaces).toHaveLength(100)
})

describe('a wall without thickness', () => {
  /** A box without its triangles in the plane x = 20. */
  const openAt20 = (mesh: TriangleMesh): TriangleMesh => {
    const { positions, indices } = mesh
    const corners = Array.from({ length: indices.length / 3 }, (_, t) => indices.subarray(3 * t, 3 * t + 3))
    const kept = corners.filter((triangle) => triangle.some((vertex) => positions[3 * vertex] !== 20))
    return { positions, indices: Uint32Array.from(kept.flatMap((triangle) => [...triangle])) }
  }
  const left = openAt20(box([20, 40, 12]))
  const right = openAt20(box([40, 40, 12], [20, 0, 0]))
  const wall = openWall()

  function openWall(): TriangleMesh {
    const points = [0, 40].flatMap((y) => [0, 12].map((z) => [20, y, z] as const))
    return meshOf(points, [
      [0, 2, 3],
      [0, 3, 1],
    ])
  }

  it.each([
    ['faces one way', wall],
    ['faces the other way', insideOut(wall)],
  ])('is left out and reported inside a body: it %s', (_how, inner) => {
    const { bodies: found, volumeMm3, areaMm2 } = bodies(merge(left, inner, right))

    expect(found).toHaveLength(1)
    expect(volumeMm3).toBeCloseTo(60 * 40 * 12, 3)
    expect(areaMm2).toBeCloseTo(2 * (60 * 40 + 60 * 12 + 40 * 12), 3)
    expect(found[0]?.topology).toMatchObject({ watertight: true, openEdges: 0, nonManifoldEdges: 4 })
  })

  it('is a flaw of its own body in a file with several', () => {
    const { bodies: found } = bodies(merge(left, wall, right, moved(cube, [100, 0, 0])))
    expect(found.map(({ topology }) => topology.nonManifoldEdges)).toEqual([4, 0])
  })

  it('does not fill half of a void that it is in', () => {
    const around = box([80, 60, 32], [-10, -10, -10])
    const { bodies: found, volumeMm3 } = bodies(merge(around, insideOut(merge(left, right)), wall))

    expect(found).toHaveLength(1)
    expect(volumeMm3).toBeCloseTo(80 * 60 * 32 - 60 * 40 * 12, 3)
  })

  it('joins the body that it closes with another body that lacks this side', () => {
    const standing = openAt20(box([10, 40, 12], [20, 0, 0]))
    expect(bodies(merge(box([20, 40, 12]), standing)).volumeMm3).toBeCloseTo(30 * 40 * 12, 3)
  })

  it('removes no side of a body that it is outside of', () => {
    const rim = meshOf(
      [
        [20, 0, 0],
        [20, 40, 0],
        [20, 40, -9],
      ],
      [[0, 1, 2]],
    )
    const [body] = bodies(merge(left, right, rim)).bodies
    expect(body?.mass.volumeMm3).toBeCloseTo(60 * 40 * 12, 3)
  })
})
