import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { CavityFacts, Shell, TopologyFacts } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import {
  box,
  insideOut,
  lathe,
  merge,
  meshOf,
  moved,
  placed,
  polygon,
  sphere,
  triples,
  tube,
  turned,
} from '../solids.ts'
import { cavitiesOf } from './cavities.ts'
import { createRayScene } from './ray-scene.ts'

const topology = (shells: Shell[] = []): TopologyFacts => ({
  watertight: true,
  openEdges: 0,
  nonManifoldEdges: 0,
  misorientedEdges: 0,
  duplicateTriangles: 0,
  degenerateTriangles: 0,
  openPlaces: [],
  nonManifoldPlaces: [],
  signedVolumeMm3: 0,
  shells,
})

const cavityShell = (min: Vec3, max: Vec3, volume: number, areaMm2 = 1): Shell => ({
  id: 1,
  triangles: 12,
  signedVolumeMm3: -volume,
  areaMm2,
  box: { min, max },
  watertight: true,
  role: 'cavity',
  parent: 0,
  flipped: false,
})

const cavities = (mesh: TriangleMesh, shells: Shell[] = []): CavityFacts =>
  cavitiesOf(createRayScene(mesh, unwatched), topology(shells), unwatched)

/** Outer radius 10, height 20, walls of 2 mm, round openings on the axis. */
const bottle = (topRadius: number, bottomRadius = 0): TriangleMesh =>
  lathe([
    [bottomRadius, 0],
    [10, 0],
    [10, 20],
    [topRadius, 20],
    [topRadius, 18],
    [8, 18],
    [8, 2],
    [bottomRadius, 2],
  ])

describe('cavities', () => {
  it('finds one opening in a bottle, as wide as its neck', () => {
    const facts = cavities(bottle(1.5))
    expect(facts.enclosed).toEqual([])
    expect(facts.escapes).toHaveLength(1)
    expect(facts.escapes[0]?.openingDiameterMm).toBeCloseTo(3, 1)
    expect(facts.escapes[0]?.openings).toBe(1)
    expect((facts.escapes[0]?.volumeMm3 ?? 0) / (Math.PI * 64 * 16)).toBeCloseTo(1, 1)
    expect(facts.supportsTrapped).toBe(true)
  })

  it('counts both of two openings and measures the wider', () => {
    const facts = cavities(bottle(1, 2))
    expect(facts.escapes).toHaveLength(1)
    expect(facts.escapes[0]?.openings).toBe(2)
    expect(facts.escapes[0]?.openingDiameterMm).toBeCloseTo(4, 1)
    expect(cavities(bottle(1.5, 1.5)).escapes.map(({ openings }) => openings)).toEqual([2])
  })

  it('traps no supports under a roof that is steep enough', () => {
    // Closed by a cone from 16 mm to 2 mm in 30 mm of height, with a neck of 2 mm above.
    const steep = lathe(polygon('0,0 10,0 10,40 1,40 1,32 8,2 0,2'))
    const { escapes, supportsTrapped } = cavities(steep)

    expect(escapes).toMatchObject([{ openings: 1, openingDiameterMm: expect.closeTo(2, 1) }])
    expect((escapes[0]?.volumeMm3 ?? 0) / ((Math.PI / 3) * 30 * (64 + 8 + 1))).toBeCloseTo(1, 0)
    expect(supportsTrapped).toBe(false)
  })

  it('lists the larger of two hollow spaces first, each in its place', () => {
    const scaled = placed(bottle(1.5), ([x, y, z]) => [0.7 * x, 0.7 * y, 0.7 * z])
    const { escapes } = cavities(merge(moved(scaled, [25, 0, 0]), bottle(1.5)))

    expect(escapes.map(({ at }) => Math.round(at[0] / 5) + 0)).toEqual([0, 5])
    expect(escapes[0]?.openingDiameterMm).toBeCloseTo(3, 0)
    expect(escapes[1]?.openingDiameterMm).toBeCloseTo(2.1, 0)
  })

  it('finds no cavity in a cup, a tube, a block or an open box', () => {
    const cup = lathe(polygon('0,0 10,0 10,30 8,30 8,2 0,2'))
    for (const mesh of [cup, tube(10, 8, 30), box([10, 20, 30]), bottle(7)]) {
      expect(cavities(mesh)).toEqual({ enclosed: [], escapes: [], supportsTrapped: false })
    }
  })

  it.each([
    [[0, 0, 1], 0],
    [[0.6, 0, 0.8], 0.9],
  ] as const)('finds a cavity that is small compared with the part, turned about %j by %d', (axis, angle) => {
    // A block 60 × 60 × 14 with a bottle-shaped cavity: 8 mm each way, a neck of 2 mm to the top.
    const neck = lathe(polygon('0,2 4,2 4,10 1,10 1,14 0,14'), 24)
    const part = turned(merge(box([60, 60, 14], [-20, -20, 0]), insideOut(neck)), axis, angle)
    const { escapes } = cavities(part)

    expect(escapes).toHaveLength(1)
    expect((escapes[0]?.volumeMm3 ?? 0) / (Math.PI * 16 * 8)).toBeGreaterThan(0.6)
  })

  it('takes closed voids from the shells, and lists each once', () => {
    const hollow = moved(merge(sphere(10), insideOut(sphere(8))), [20, 30, 40])
    const volume = (4 / 3) * Math.PI * 512
    const facts = cavities(hollow, [cavityShell([12, 22, 32], [28, 38, 48], volume, 4 * Math.PI * 64)])

    // The mean thickness 2 V / A of a ball of 8 mm radius is 16 / 3 mm.
    expect(facts).toMatchObject({
      enclosed: [{ volumeMm3: volume, at: [20, 30, 40], thicknessMm: expect.closeTo(16 / 3, 9) }],
      escapes: [],
      supportsTrapped: true,
    })
  })

  it('distinguishes an opening finer than the grid from a closed void', () => {
    const facts = cavities(merge(box([20, 20, 20]), insideOut(box([16, 16, 16], [2, 2, 2]))))
    expect(facts.escapes).toHaveLength(1)
    expect(facts.escapes[0]?.openingDiameterMm).toBeLessThan(0.25)
    expect((facts.escapes[0]?.volumeMm3 ?? 0) / 4096).toBeCloseTo(1, 1)
  })

  it('respects walls thinner than a cell', () => {
    const thin = lathe(polygon('0,0 10,0 10,20 2,20 2,19.95 9.95,19.95 9.95,0.05 0,0.05'))
    const sealed = merge(box([20, 20, 20]), insideOut(box([19.9, 19.9, 19.9], [0.05, 0.05, 0.05])))

    expect(cavities(sealed).escapes).toMatchObject([{ volumeMm3: expect.closeTo(19.7 ** 3, -3) }])

    for (const mesh of [thin, turned(thin, [0.6, 0, 0.8], 0.9)]) {
      const facts = cavities(mesh)
      expect(facts.escapes).toHaveLength(1)
      expect(facts.escapes[0]?.openingDiameterMm).toBeCloseTo(4, 0)
    }
  })

  it('finds the same cavities when a part is moved and turned (within a cell), and scales them', () => {
    const still = cavities(bottle(1.5)).escapes[0]
    const other = cavities(moved(turned(bottle(1.5), [0, 0.6, 0.8], 1.1), [300, -20, 7])).escapes[0]
    expect(other?.openingDiameterMm).toBeCloseTo(still?.openingDiameterMm ?? 0, 1)
    expect((other?.volumeMm3 ?? 0) / (still?.volumeMm3 ?? 1)).toBeCloseTo(1, 1)
    const inches = cavities(placed(bottle(1.5), ([x, y, z]) => [25.4 * x, 25.4 * y, 25.4 * z])).escapes[0]
    expect((inches?.openingDiameterMm ?? 0) / 25.4).toBeCloseTo(still?.openingDiameterMm ?? 0, 3)
  })

  it('finds no cavity in meshes without an inside', () => {
    const sheet = meshOf(triples('0,0,0 10,0,0 0,10,0'), [[0, 1, 2]])
    const open = { ...box([10, 10, 10]), indices: box([10, 10, 10]).indices.subarray(6) }
    for (const mesh of [sheet, open, meshOf([], []), meshOf([[1e30, 0, 0]], [[0, 0, 0]])]) {
      expect(triangleCount(mesh)).toBeLessThan(12)
      expect(cavities(mesh)).toEqual({ enclosed: [], escapes: [], supportsTrapped: false })
    }
  })
})
