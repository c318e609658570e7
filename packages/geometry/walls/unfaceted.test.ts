import { describe, expect, it } from 'vitest'
import type { Surface } from '../faces/surface.ts'
import { unwatched } from '../model/watch.ts'
import { box } from '../solids.ts'
import type { Opposite } from './probe.ts'
import { createRayScene } from './ray-scene.ts'
import type { TrueSurfaces } from './true-surfaces.ts'
import { unfaceted } from './unfaceted.ts'

const tube = (radius: number): Surface => ({
  kind: 'cylinder',
  origin: [0, 0, 0],
  axis: [0, 0, 1],
  radius,
  minor: 0,
  slope: 0,
})

/** The start is on triangle 0, 0.03 mm below a surface of 10 mm radius. */
const start = { at: [9.97, 0, 0], normal: [1, 0, 0], triangle: 0 } as const

const across = (facetMm: number, straightMm = facetMm): Opposite => ({
  mm: facetMm,
  facetMm,
  straightMm,
  triangle: 1,
  normal: [-1, 0, 0],
  facing: 1,
})

/** A scene in which triangle 0 is on the first surface, triangle 1 on the second. */
const sceneWith = (surfaces: (Surface | undefined)[], residualMm = 0) => {
  const known: TrueSurfaces = {
    at: (triangle) => surfaces[triangle],
    residualMm: () => residualMm,
    bulgeMm: (triangle, bend) => (bend === 'convex' ? 0.01 : 0.02) * (triangle + 1),
  }
  return { ...createRayScene(box(), unwatched), surfaces: known }
}

describe('a distance between facets', () => {
  it('becomes that of the surfaces, if both are known', () => {
    expect(unfaceted(sceneWith([tube(10), tube(9)]), 'wall', start, across(0.97)).mm).toBeCloseTo(1, 6)
    expect(unfaceted(sceneWith([tube(10), tube(11)]), 'gap', start, across(1.03)).mm).toBeCloseTo(1, 6)
  })

  it('stays as it is between planes, and along a slanted ray', () => {
    const plane: Surface = { ...tube(0), kind: 'plane', axis: [1, 0, 0] }

    expect(unfaceted(sceneWith([plane, plane]), 'wall', start, across(0.97)).mm).toBe(0.97)
    expect(unfaceted(sceneWith([tube(10), tube(9)]), 'wall', start, across(0.97, 0.96)).mm).toBe(0.97)
  })

  it.each<[string, ReturnType<typeof sceneWith>]>([
    ['the first surface is unknown', sceneWith([undefined, tube(9)])],
    ['the second surface is unknown', sceneWith([tube(10), undefined])],
    ['the surfaces are off their corners by 1 % each', sceneWith([tube(10), tube(9)], 0.006)],
  ])('grows by what the facets cut off, if %s', (_, scene) => {
    // 0.01 mm on triangle 0 and 0.02 mm on triangle 1; twice as much for a gap.
    expect(unfaceted(scene, 'wall', start, across(0.97)).mm).toBeCloseTo(1, 9)
  })

  it('grows by what concave facets cut off in a gap, and by 5 % at most', () => {
    const unknown = sceneWith([undefined, undefined])
    expect(unfaceted(unknown, 'gap', start, across(2)).mm).toBeCloseTo(2.06, 9)
    expect(unfaceted(unknown, 'gap', start, across(1)).mm).toBeCloseTo(1.05, 9)
  })

  it('may be off the corners by up to 1 % of the distance', () => {
    expect(unfaceted(sceneWith([tube(10), tube(9.1)], 0.004), 'wall', start, across(0.88)).mm).toBeCloseTo(0.9, 6)
  })
})
