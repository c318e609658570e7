import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { areaBelowMm2 } from '../model/area-by-thickness.ts'
import { aFace, noFaces, ownFaces } from '../model/face-graph.fixture.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import type { WallFacts } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import {
  box,
  cylinder,
  insideOut,
  lathe,
  merge,
  meshOf,
  moved,
  placed,
  plateWithHoles,
  polygon,
  prism,
  sphere,
  triples,
  tube,
  turned,
} from '../solids.ts'
import { createRayScene } from './ray-scene.ts'
import { wallsOf } from './wall-thickness.ts'

const walls = (mesh: TriangleMesh, options: { thinBelowMm?: number } = {}): WallFacts =>
  wallsOf(createRayScene(mesh, unwatched, ownFaces(mesh)), ownFaces(mesh), noFaces, options, unwatched)

/** A base 60 × 20 × 5 with ribs let into it by 2 mm. */
const comb = (...ribs: { x: number; thickness: number; height: number }[]): TriangleMesh =>
  merge(box([60, 20, 5]), ...ribs.map(({ x, thickness, height }) => box([thickness, 20, height + 2], [x, 0, 3])))

describe('thinnest wall', () => {
  it.each([0.4, 1, 3])('measures %d mm on a plate of that thickness', (thickness) => {
    const facts = walls(box([40, 30, thickness]))
    expect(facts.minMm).toBeCloseTo(thickness, 5)
    expect(facts.maxMm).toBeCloseTo(thickness, 5)
  })

  it('measures the smallest side of a box, and finds no larger ball in it', () => {
    const facts = walls(box([10, 20, 30]))
    expect(facts.minMm).toBeCloseTo(10, 5)
    expect(facts.maxMm).toBeCloseTo(10, 1)
  })

  it('measures the wall of a tube between its facets', () => {
    expect(walls(tube(10, 8.5, 30)).minMm).toBeCloseTo(1.5 * Math.cos(Math.PI / 64), 3)
  })

  it('measures the diameter of a sphere and of a bar', () => {
    expect(walls(sphere(10)).minMm).toBeCloseTo(20, 0)
    expect(walls(sphere(10)).maxMm).toBeCloseTo(20, 0)
    expect(walls(cylinder(5, 40)).maxMm).toBeCloseTo(10, 1)
  })

  it('measures the wall around the void of a hollow box', () => {
    const facts = walls(merge(box([20, 20, 20]), insideOut(box([16, 16, 16.5], [2, 2, 2]))))
    expect(facts.minMm).toBeCloseTo(1.5, 4)
    expect(facts.minPlace[2]).toBeGreaterThan(18.4)
  })

  it('measures the legs of an angle bracket', () => {
    const bracket = prism(polygon('0,0 50,0 50,4 4,4 4,50 0,50'), 30)
    const facts = walls(bracket)

    expect(facts.minMm).toBeCloseTo(4, 4)
    // The ball in the corner: r = √2 · (4 − r).
    expect(facts.maxMm).toBeGreaterThan(4.1)
    expect(facts.maxMm).toBeLessThan((8 * Math.SQRT2) / (1 + Math.SQRT2) + 0.01)
    expect(facts.heightToThickness).toBeCloseTo(46 / 4, 1)
  })

  it.each([20, 45])('ignores the sliver at the knife edge of a wedge of %d°', (degrees) => {
    const height = 30 * Math.tan((degrees * Math.PI) / 180)
    const facts = walls(prism(polygon(`0,0 30,0 30,${height}`), 40), { thinBelowMm: 3 })

    expect(facts.minMm).toBeGreaterThan(5)
    expect(facts.thinRegions).toEqual([])
  })

  it('measures the nose of a blunt wedge', () => {
    const facts = walls(prism(polygon('0,0 30,0 30,8 0,0.5'), 40))

    expect(facts.minMm).toBeGreaterThan(0.49)
    expect(facts.minMm).toBeLessThan(0.56)
    expect(facts.thinRegions).toHaveLength(1)
    expect(facts.heightToThickness).toBeLessThan(3)
  })

  it('measures the largest ball in a cone, which has no facing surfaces', () => {
    const facts = walls(lathe(polygon('0,0 10,10 0,10')))
    const ball = (2 * 100) / (10 + Math.hypot(10, 10))

    expect(facts.minMm).toBeGreaterThan(0.85 * ball)
    expect(facts.maxMm).toBeLessThan(1.01 * ball)
  })

  it('finds the thinnest wall on one small fin of a large block', () => {
    const facts = walls(merge(box([200, 200, 40]), box([3, 0.3, 2], [90, 90, 39])))
    expect(facts.minMm).toBeCloseTo(0.3, 4)
    expect(facts.thinRegions[0]?.areaMm2).toBeLessThan(40)
  })

  it('finds a spot of 1 mm² that is 0.2 mm thin in a block of 200 mm', () => {
    const block = merge(box([200, 200, 40]), insideOut(box([1, 1, 10], [117.3, 61.9, 29.8])))
    const facts = walls(block)
    expect(facts.minMm).toBeCloseTo(0.2, 4)
    expect(facts.minPlace[0]).toBeCloseTo(117.8, 0)
    expect(facts.thinRegions).toHaveLength(1)
    expect(facts.thinRegions[0]?.areaMm2).toBeLessThan(4)
  })

  it('tells how much of a part is below a thickness', () => {
    const fin = merge(box([60, 20, 10]), box([0.5, 20, 12], [20, 0, 8]))
    const facts = walls(fin)
    const below = (mm: number) => areaBelowMm2(facts.areaBelowMm2 ?? [], mm)

    expect([below(0.5), below(0.6) / 400]).toEqual([0, expect.closeTo(1, 1)])
    const [region] = facts.thinRegions
    expect(areaBelowMm2(region?.areaBelowMm2 ?? [], 0.6)).toBeCloseTo(below(0.6), 6)
    expect(facts.slimmestWall).toMatchObject({ thicknessMm: expect.closeTo(0.5, 4), heightMm: expect.closeTo(10, 1) })
  })

  it('finds the thinnest wall under a dimple between the samples', () => {
    // A sheet of 120 × 120 × 1.5 mm, one face, in 2 mm squares; one vertex is pressed in by 1.3 mm.
    const across = 60
    const pitch = 2
    const row = across + 1
    const points: Vec3[] = []

    for (const z of [0, 1.5]) {
      for (let i = 0; i < row * row; i++) points.push([pitch * (i % row), pitch * Math.floor(i / row), z])
    }

    points[row * row + 37 + 21 * row] = [37 * pitch, 21 * pitch, 0.2]

    const triangles: Vec3[] = []
    for (let k = 0; k < across * across; k++) {
      const a = (k % across) + row * Math.floor(k / across)
      const top = row * row
      triangles.push([a, a + row, a + 1], [a + 1, a + row, a + row + 1])
      triangles.push([top + a, top + a + 1, top + a + row], [top + a + 1, top + a + row + 1, top + a + row])
    }

    const sheet = meshOf(points, triangles)
    const oneFace = new Uint32Array(triangles.length)
    const facts = wallsOf(createRayScene(sheet, unwatched, oneFace), oneFace, noFaces, {}, unwatched)

    expect(facts.minMm).toBeGreaterThan(0.19)
    expect(facts.minMm).toBeLessThan(0.25)
    expect(facts.thinRegions[0]?.valueMm).toBe(facts.minMm)
    expect(facts.minPlace[0]).toBeCloseTo(74, 0)
    expect(facts.minPlace[1]).toBeCloseTo(42, 0)
  })

  it('ignores surfaces inside overlapping shells', () => {
    expect(walls(merge(box([40, 40, 10]), box([8, 8, 20], [10, 10, 3]))).minMm).toBeCloseTo(8, 4)
    expect(
      walls(merge(box([40, 40, 10]), box([10, 10, 1], [10, 10, 4]), box([10, 10, 12], [10, 10, -1]))).maxMm,
    ).toBeGreaterThan(9)
  })

  it('takes a surface that is drawn twice for one', () => {
    const plate = box([40, 30, 2])
    expect(walls(merge(plate, plate)).minMm).toBeCloseTo(2, 5)
    expect(walls(merge(box([40, 30, 2]), box([40, 30, 2], [0, 0, 2]))).minMm).toBeCloseTo(2, 5)
  })
})

describe('a round wall of 1 mm', () => {
  const facets = 40
  const outer = cylinder(10, 20, facets)
  const inner = moved(turned(cylinder(9, 14, facets), [0, 0, 1], Math.PI / facets), [0, 0, 3])
  const can = merge(outer, insideOut(inner))

  // The outer and the inner side, and all ends.
  const faceOf = (triangle: number): number => {
    const corners = [0, 1, 2].map((k) => can.positions[3 * (can.indices[3 * triangle + k] ?? 0) + 2])
    const isEnd = corners.every((z) => z === corners[0])
    if (isEnd) return 2
    return triangle < triangleCount(outer) ? 0 : 1
  }
  const triangleFaces = Uint32Array.from({ length: triangleCount(can) }, (_, i) => faceOf(i))

  const minMmWith = (sides: readonly Partial<Face>[]): number => {
    const faces = [...sides, {}].map((face, id) => aFace({ id, ...face }))
    const graph: FaceGraph = { source: 'mesh', faces, edges: [] }
    const scene = createRayScene(can, unwatched, triangleFaces, graph)
    return wallsOf(scene, triangleFaces, graph, {}, unwatched).minMm
  }

  it('measures less between facets that face the edges of others', () => {
    expect(walls(can).minMm).toBeLessThan(0.975)
  })

  it('measures 1 mm if its surfaces are known', () => {
    const cylinders = [10, 9].map((radiusMm) => ({ kind: 'cylinder', radiusMm, axialRange: [0, 20] }) as const)
    expect(minMmWith(cylinders)).toBeCloseTo(1, 5)
  })

  it('measures 1 mm within half a percent if its surfaces are freeform', () => {
    const mm = minMmWith([{ kind: 'freeform' }, { kind: 'freeform' }])
    expect(mm).toBeGreaterThan(0.995)
    expect(mm).toBeLessThan(1.005)
  })

  it('measures the diameter of a freeform rod within half a percent', () => {
    const rod = cylinder(0.5, 20, 18)
    const sides = Uint32Array.from({ length: triangleCount(rod) }, (_, i) => {
      const heights = [0, 1, 2].map((k) => rod.positions[3 * (rod.indices[3 * i + k] ?? 0) + 2])
      return heights.every((z) => z === heights[0]) ? 1 : 0
    })
    const graph: FaceGraph = { source: 'mesh', faces: [aFace({ kind: 'freeform' }), aFace({ id: 1 })], edges: [] }
    const { minMm } = wallsOf(createRayScene(rod, unwatched, sides, graph), sides, graph, {}, unwatched)

    expect(walls(rod).minMm).toBeLessThan(0.987)
    expect(minMm).toBeGreaterThan(0.995)
    expect(minMm).toBeLessThan(1.005)
  })

  it('is measured between its facets if the known surfaces are others', () => {
    const others = [12, 7].map((radiusMm) => ({ kind: 'cylinder', radiusMm, axialRange: [0, 20] }) as const)
    expect(minMmWith(others)).toBeLessThan(1.005)
    expect(minMmWith(others)).toBeGreaterThan(0.97)
  })
})

describe('thickness by share and by region', () => {
  it('gives shares of thickness that add up to the whole surface', () => {
    const { edgesMm, shares } = walls(box([10, 20, 30])).histogram
    expect(edgesMm).toHaveLength(shares.length + 1)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    // 2 · 600 of 2200 mm² face each other over 10 mm, 2 · 200 over 30 mm.
    expect(shares[5]).toBeCloseTo(1200 / 2200, 2)
    expect(shares.at(-1)).toBeCloseTo(400 / 2200, 2)
  })

  it('gives each thin wall a region, thinnest first, with its two sides', () => {
    const part = merge(
      box([60, 20, 5]),
      box([0.8, 20, 12], [10, 0, 4]),
      box([0.5, 20, 12], [45, 0, 4]),
      box([4, 20, 12], [25, 0, 4]),
    )
    const { thinRegions } = walls(part, { thinBelowMm: 1 })

    expect(thinRegions.map(({ valueMm }) => valueMm)).toEqual([expect.closeTo(0.5, 4), expect.closeTo(0.8, 4)])
    expect(thinRegions[0]?.at[0]).toBeCloseTo(45.25, 0)
    expect(thinRegions[0]?.areaMm2).toBeGreaterThan(2 * 20 * 10)
    expect(thinRegions[0]?.areaMm2).toBeLessThan(2 * 20 * 12.5)
    expect(thinRegions[0]?.faces.every((face) => face >= 24 && face < 36)).toBe(true)
  })

  it('finds no thin region where everything is thicker than the limit', () => {
    expect(walls(box([40, 30, 1]), { thinBelowMm: 1 }).thinRegions).toEqual([])
    expect(walls(box([40, 30, 1]), { thinBelowMm: 1.01 }).thinRegions).toHaveLength(1)
  })
})

describe('gap', () => {
  it('measures the gap between two plates', () => {
    const facts = walls(merge(box([20, 20, 2]), box([20, 20, 2], [0, 0, 2.3])))
    expect(facts.gap?.minMm).toBeCloseTo(0.3, 4)
    expect(facts.gap?.regions).toHaveLength(1)
    expect(facts.gap?.regions[0]?.areaMm2).toBeCloseTo(800, -1)
    expect(facts.minMm).toBeCloseTo(2, 4)
  })

  it('finds the narrowest slot of a slotted block', () => {
    const slotted = merge(box([60, 20, 5]), ...[0, 12, 25, 45].map((x) => box([10, 20, 20], [x, 0, 5])))
    expect(walls(slotted).gap?.minMm).toBeCloseTo(2, 4)
  })

  it('finds no gap outside a convex part, nor at the bottom of a V groove', () => {
    expect(walls(box([10, 20, 30])).gap).toBeUndefined()

    const groove = prism(polygon('0,0 40,0 40,20 23,20 20,8 17,20 0,20'), 30)

    expect(walls(groove).gap).toBeUndefined()
  })

  it('does not take the diameter of a hole for a gap', () => {
    const plate = plateWithHoles({ columns: 1, rows: 1, pitch: 20, thickness: 5 }, polygon('3,0 3,5'))

    const hole = aFace({
      kind: 'cylinder',
      areaMm2: 1,
      centroid: [10, 10, 2.5],
      box: { min: [7, 7, 0], max: [13, 13, 5] },
      origin: [10, 10, 0],
      radiusMm: 3,
      axialRange: [0, 5],
      sweepDeg: 180,
      concave: true,
    })
    const scene = createRayScene(plate, unwatched)

    // The hole as two half cylinders (faces 1 and 2), everything else face 0.
    const triangleFaces = Uint32Array.from({ length: triangleCount(plate) }, (_, t) => {
      const corners = [0, 1, 2].map((k) => 3 * (plate.indices[3 * t + k] ?? 0))
      const round = corners.every(
        (c) => Math.hypot((plate.positions[c] ?? 0) - 10, (plate.positions[c + 1] ?? 0) - 10) < 3.01,
      )
      return round ? 1 + Number(corners.every((c) => (plate.positions[c] ?? 0) >= 9.999)) : 0
    })

    const graph: FaceGraph = {
      source: 'brep',
      edges: [],
      faces: [
        { ...hole, kind: 'freeform' },
        { ...hole, id: 1 },
        { ...hole, id: 2 },
      ],
    }

    expect(wallsOf(scene, triangleFaces, graph, {}, unwatched).gap).toBeUndefined()
    expect(wallsOf(scene, triangleFaces, noFaces, {}, unwatched).gap?.minMm).toBeCloseTo(6 * Math.cos(Math.PI / 64), 2)
  })
})

describe('slimmest standing wall', () => {
  it('gives height over thickness of the tallest thin rib', () => {
    const ribs = comb(
      { x: 5, thickness: 1, height: 12 },
      { x: 20, thickness: 2, height: 12 },
      { x: 40, thickness: 3, height: 12 },
    )
    expect(walls(ribs).heightToThickness).toBeCloseTo(12, 0)
  })

  it('measures a high wall straight down, not across the corner beside its end', () => {
    const facts = walls(prism(polygon('0,0 30,0 30,3 11,3 11,35 10,35 10,3 0,3'), 40))
    expect(facts.heightToThickness).toBeGreaterThan(31.9)
    expect(facts.heightToThickness).toBeLessThan(32.1)
  })

  it('does not measure a base along the rib that stands on it', () => {
    const facts = walls(prism(polygon('0,0 30,0 30,3 11.5,3 11.5,7 10,7 10,3 0,3'), 40))
    expect(facts.heightToThickness).toBeLessThan(7)
  })

  it('counts the wall of a cup, but not a plate, a ring or a closed box', () => {
    expect(walls(lathe(polygon('0,0 10,0 10,30 8,30 8,2 0,2'))).heightToThickness).toBeCloseTo(14, 0)
    expect(walls(box([100, 80, 1])).heightToThickness).toBe(0)
    expect(walls(tube(50, 49, 20, 256)).heightToThickness).toBe(0)
    expect(walls(merge(box([20, 20, 20]), insideOut(box([18, 18, 18], [1, 1, 1])))).heightToThickness).toBe(0)
  })
})

describe('a plate that begins with any corner of a triangle', () => {
  it.each([0, 1, 2])('is no standing wall (corner %d)', (first) => {
    const { positions, indices } = box([100, 80, 1])
    const turnedIndices = indices.map((_, i) => indices[i - (i % 3) + ((i + first) % 3)] ?? 0)
    expect(walls({ positions, indices: turnedIndices }).heightToThickness).toBe(0)
  })
})

describe('invariance', () => {
  // A base with a rib of 1 mm and a block of 10 mm, 2 mm apart, 11 mm high.
  const part = prism(polygon('0,0 60,0 60,5 23,5 23,16 13,16 13,5 11,5 11,16 10,16 10,5 0,5'), 20)

  it('measures the same walls when a part is moved and turned (within 2 %)', () => {
    const still = walls(part, { thinBelowMm: 1.5 })
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        fc.double({ min: -500, max: 500, noNaN: true }),
        (angle, by) => {
          const facts = walls(moved(turned(part, [0.6, 0, 0.8], angle), [by, -by, by / 3]), { thinBelowMm: 1.5 })
          expect(facts.minMm).toBeCloseTo(still.minMm, 2)
          expect(facts.gap?.minMm).toBeCloseTo(still.gap?.minMm ?? 0, 2)
          expect(facts.maxMm / still.maxMm).toBeCloseTo(1, 1)
          expect(facts.heightToThickness / still.heightToThickness).toBeCloseTo(1, 1)
          expect(facts.thinRegions).toHaveLength(1)
        },
      ),
      { numRuns: 4 },
    )
  })

  it('scales the walls with the part', () => {
    const still = walls(part)
    for (const factor of [1e-3, 25.4, 1e4]) {
      const facts = walls(placed(part, ([x, y, z]) => [x * factor, y * factor, z * factor]))
      expect(facts.minMm / factor).toBeCloseTo(still.minMm, 3)
      expect((facts.gap?.minMm ?? 0) / factor).toBeCloseTo(still.gap?.minMm ?? -1, 3)
      expect(facts.heightToThickness).toBeCloseTo(still.heightToThickness, 1)
    }
  })
})

describe('meshes without an inside', () => {
  it('gives thickness 0 and no samples for a lone triangle, points and an empty mesh', () => {
    const triangle = meshOf(triples('0,0,0 1,0,0 0,1,0'), [[0, 1, 2]])

    const point = meshOf([[5, 5, 5]], triples('0,0,0 0,0,0'))
    for (const mesh of [triangle, point, meshOf([], [])]) {
      expect(walls(mesh)).toMatchObject({
        minMm: 0,
        maxMm: 0,
        samples: 0,
        thinRegions: [],
        gap: undefined,
        heightToThickness: 0,
      })
    }
  })

  it('measures the closed part of an open box', () => {
    const closed = box([10, 20, 3])
    const open = { positions: closed.positions, indices: closed.indices.subarray(6) }
    expect(walls(open).minMm).toBeGreaterThan(2.9)
  })
})

describe('the largest ball of a massive part', () => {
  it('stays within the part where a triangle of its mesh is missing', () => {
    const { positions, indices } = box([60, 40, 12])
    for (let triangle = 0; triangle < 12; triangle++) {
      const left = indices.filter((_, i) => Math.floor(i / 3) !== triangle)
      const { maxMm } = walls({ positions, indices: left })
      expect(maxMm, `without triangle ${triangle}`).toBeLessThan(12.01)
    }
  })

  it.each<[string, TriangleMesh, number]>([
    ['cube', box([20, 20, 20]), 20],
    ['cube elsewhere', moved(turned(box([5, 5, 5]), [0, 0, 1], 0.3), [100, -40, 7]), 5],
    ['sphere', sphere(10, 64), 20],
  ])('finds the largest ball in a %s', (_name, mesh, diameterMm) => {
    const { minMm, maxMm } = walls(mesh)
    expect(maxMm / diameterMm).toBeCloseTo(1, 2)
    expect(minMm / diameterMm).toBeCloseTo(1, 2)
  })
})
