import { describe, expect, it } from 'vitest'
import { ownFaces } from '../model/face-graph.fixture.ts'
import type { OverhangFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import {
  box,
  cylinder,
  lathe,
  merge,
  meshOf,
  moved,
  type Point2,
  placed,
  polygon,
  prism,
  sphere,
  triples,
  turned,
} from '../solids.ts'
import { overhangOf } from './overhang.ts'
import { createRayScene } from './ray-scene.ts'

const overhang = (mesh: TriangleMesh): OverhangFacts =>
  overhangOf(createRayScene(mesh, unwatched, ownFaces(mesh)), ownFaces(mesh), unwatched)

/** A slab 60 × 20 × 5 at z = 20 on posts with the given positions along x. */
const bridge = (...posts: [x: number, width: number][]): TriangleMesh =>
  merge(box([60, 20, 5], [0, 0, 20]), ...posts.map(([x, width]) => box([width, 20, 20], [x, 0, 0])))

describe('overhang', () => {
  it('finds no overhang on a box, wherever it stands', () => {
    for (const by of [0, -700, 4000]) {
      const facts = overhang(moved(box([10, 20, 30]), [by, by, by]))
      expect(facts).toEqual({ areaBelowDegMm2: Array(9).fill(0), areaBelow45Pct: 0, regions: [], longestBridgeMm: 0 })
    }
  })

  it('finds the lower quarter of a lying cylinder', () => {
    const lying = lathe(polygon('0,0 10,0 10,40 0,40'), 256)
    const aside = {
      ...lying,
      positions: lying.positions.map((_, i) => lying.positions[i - (i % 3) + ((i + 1) % 3)] ?? 0),
    }
    const facts = overhang(aside)

    expect(facts.areaBelowDegMm2[8]).toBeCloseTo(Math.PI * 10 * 40, -2)
    expect(facts.regions).toHaveLength(1)
    expect(facts.regions[0]?.areaMm2).toBeCloseTo((Math.PI / 2) * 10 * 40, -2)
  })

  it('places a region in its largest triangle and lists all its faces', () => {
    // The triangles of the underside have 100, 300 and 700 mm².
    const slab = placed(prism(polygon('0,0 20,0 60,10 10,30 0,30'), 5), ([x, y, z]) => [x, z, 25 - y])
    const [region, ...others] = overhang(merge(box([4, 4, 10], [100, 0, 0]), slab)).regions

    expect(others).toEqual([])
    expect(region?.areaMm2).toBeCloseTo(1100)
    expect(region?.at.map((value) => Math.round(value))).toEqual([27, 13, 20])
    expect(region?.faces).toHaveLength(3)
  })

  it('counts angles upwards: a sphere has 2πr²(1 − cos α) below α', () => {
    const facts = overhang(sphere(10, 256))
    facts.areaBelowDegMm2.slice(0, 8).forEach((area, i) => {
      const cap = (degrees: number): number => 2 * Math.PI * 100 * (1 - Math.cos((degrees * Math.PI) / 180))
      expect(area).toBeGreaterThan(cap(10 * i + 8))
      expect(area).toBeLessThan(cap(10 * i + 12))
    })
    expect(facts.areaBelow45Pct).toBeCloseTo(50 * (1 - Math.SQRT1_2), 0)
  })

  it.each([
    [44, 1],
    [45, 0],
    [46, 0],
  ])('takes a cone with sides at %d° to the horizontal by the rule of 45°', (degrees, regions) => {
    const height = 10 * Math.tan((degrees * Math.PI) / 180)
    const cone: Point2[] = [
      [1e-4, 0],
      [10, height],
      [0, height],
    ]
    const facts = overhang(lathe(cone, 256))

    expect(facts.regions).toHaveLength(regions)
    expect(facts.areaBelow45Pct > 0).toBe(regions > 0)
  })

  it.each([
    [5, 0],
    [25, 2],
    [44, 4],
    [58, 5],
    [85, 8],
  ])('counts a slope of %d° from bin %d on', (degrees, bin) => {
    // A foot of 10 mm, and an underside of 20 × 30 mm that rises from it.
    const angle = (degrees * Math.PI) / 180
    const end = `${10 + 20 * Math.cos(angle)},${20 * Math.sin(angle)} ${10 + 20 * Math.cos(angle)},40`
    const facts = overhang(prism(polygon(`0,0 10,0 ${end} 0,40`), 30))

    const expected = Array.from({ length: 9 }, (_, k) => (k < bin ? 0 : 600))
    expect(facts.areaBelowDegMm2.map((area) => Math.round(area))).toEqual(expected)
    expect(facts.regions.map(({ areaMm2 }) => Math.round(areaMm2))).toEqual(degrees < 45 ? [600] : [])
  })

  it('lets the part stand on feet that are a ten-thousandth of its height too short', () => {
    const onFeet = (gapMm: number) => overhang(merge(box([10, 10, 20]), box([10, 10, 20 - gapMm], [30, 0, gapMm])))

    expect(onFeet(0.001).areaBelowDegMm2[0]).toBe(0)
    expect(onFeet(0.01).areaBelowDegMm2[0]).toBeCloseTo(100, 6)
  })

  it('finds the arms of a T, which bridge nothing', () => {
    const facts = overhang(bridge([25, 10]))
    expect(facts.areaBelowDegMm2[0]).toBeCloseTo(60 * 20, 6)
    expect(facts.regions).toHaveLength(1)
    expect(facts.longestBridgeMm).toBe(0)
  })

  it('measures the longest bridge from post to post', () => {
    const facts = overhang(bridge([0, 10], [25, 5], [55, 5]))
    expect(facts.longestBridgeMm).toBeCloseTo(25, 3)
    expect(facts.regions[0]?.valueMm).toBeCloseTo(25, 3)
    expect(overhang(bridge([0, 10], [50, 10])).longestBridgeMm).toBeCloseTo(40, 3)
  })

  it.each([0, 22.5, 45, 112.5, 157.5])('measures a bridge along a line at %d°', (degrees) => {
    const part = turned(bridge([0, 10], [25, 5], [55, 5]), [0, 0, 1], (degrees * Math.PI) / 180)
    expect(overhang(part).longestBridgeMm).toBeCloseTo(25, 3)
  })

  it('finds no bridge inside material', () => {
    const sunk = merge(box([40, 40, 20]), box([20, 20, 10], [10, 10, 5]))
    expect(overhang(sunk).longestBridgeMm).toBe(0)
  })

  it('measures the bridge over a window across its short side', () => {
    const facts = overhang(
      merge(
        box([40, 40, 5], [0, 0, 20]),
        ...[0, 30].map((x) => box([10, 40, 20], [x, 0, 0])),
        ...[0, 38].map((y) => box([20, 2, 20], [10, y, 0])),
      ),
    )
    expect(facts.longestBridgeMm).toBeCloseTo(20, 3)
  })

  it('lists the largest region first, with its position and its faces', () => {
    const facts = overhang(merge(box([10, 10, 20]), box([4, 4, 3], [60, 0, 12]), box([8, 8, 3], [30, 0, 12])))
    expect(facts.regions.map(({ areaMm2 }) => areaMm2)).toEqual([64, 16])
    expect(facts.regions[0]?.at[2]).toBe(12)
    expect(facts.regions[0]?.faces).toEqual([24, 25])
  })

  it('gives finite facts for flat and empty meshes', () => {
    const triangle = meshOf(triples('0,0,5 0,1,5 1,0,5'), [[0, 1, 2]])
    for (const mesh of [triangle, meshOf([], []), meshOf([[1, 1, 1]], [[0, 0, 0]])]) {
      expect(overhang(mesh)).toMatchObject({ areaBelow45Pct: 0, regions: [], longestBridgeMm: 0 })
    }

    expect(overhang(cylinder(5, 1e-30)).areaBelow45Pct).toBe(0)
  })
})
