import { describe, expect, it } from 'vitest'
import { aFace } from '../model/face-graph.fixture.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import { box, merge } from '../solids.ts'
import { type Across, acrossOf, facePicksOf, gapsOf } from './across.ts'
import { createRayScene } from './ray-scene.ts'

/** A wall of `mm` between two triangles. */
const wall = (mm: number, here: number, there: number): Across => ({
  at: [0, 0, 0],
  normal: [0, 0, 1],
  triangle: here,
  areaMm2: 1,
  opposite: { mm, facetMm: mm, straightMm: mm, triangle: there, normal: [0, 0, -1], facing: 1 },
})

describe('picks of walls', () => {
  // Each triangle is a face of its own, except that 2 and 3 are one.
  const faces = Uint32Array.of(0, 1, 2, 2)
  const mmOf = (picks: readonly Across[]) => picks.map(({ opposite }) => opposite.mm)

  it('are the thinnest and the median of each pair of faces, whichever side was measured', () => {
    const between = [wall(1, 0, 1), wall(2, 1, 0), wall(3, 0, 1), wall(4, 1, 0), wall(5, 0, 1)]
    expect(mmOf(facePicksOf(between, faces, 10))).toEqual([1, 3])

    const others = [wall(1.5, 0, 2), wall(6, 3, 0)]
    expect(mmOf(facePicksOf([...between, ...others], faces, 10))).toEqual([1, 1.5, 3])
  })

  it('are the thinnest ones if there are too many', () => {
    expect(mmOf(facePicksOf([wall(1, 0, 1), wall(2, 0, 2), wall(3, 1, 2)], faces, 2))).toEqual([1, 2])
  })
})

describe('surfaces across', () => {
  it('are measured with rising progress, reported at least every 32 samples', () => {
    const reported: number[] = []
    const watch: Watch = { mustStop: () => undefined, progress: (_, done) => void reported.push(done) }
    const scene = createRayScene(box([10, 20, 30]), unwatched)
    acrossOf(scene, 'wall', watch)

    expect(reported).toHaveLength(Math.ceil(scene.samples.count / 32))
    expect(reported[0]).toBeCloseTo(0.2, 9)
    expect(reported.at(-1)).toBeGreaterThan(0.6)
    expect(reported.at(-1)).toBeLessThanOrEqual(0.62)
    expect(reported).toEqual(reported.toSorted((a, b) => a - b))

    // The second medium comes from the same casts.
    acrossOf(scene, 'gap', watch)
    expect(reported).toHaveLength(Math.ceil(scene.samples.count / 32))
  })

  it('leave out what is inside another shell, and come thinnest first', () => {
    const scene = createRayScene(merge(box([40, 40, 20]), box([10, 10, 30], [15, 15, 5])), unwatched)
    const walls = acrossOf(scene, 'wall', unwatched)
    const isBuried = ({ at: [x, y, z] }: Across) => z < 19.99 && z > 0.01 && x > 14 && x < 26 && y > 14 && y < 26

    expect(walls.length).toBeGreaterThan(0)
    expect(walls.filter(isBuried)).toEqual([])
    expect(walls.map(({ opposite }) => opposite.mm)).toEqual(
      walls.map(({ opposite }) => opposite.mm).toSorted((a, b) => a - b),
    )
    expect(walls.length).toBeLessThan(scene.samples.count)
  })
})

describe('a gap between two faces', () => {
  const mesh = merge(box([20, 20, 2]), box([20, 20, 2], [0, 0, 5]))
  const scene = createRayScene(mesh, unwatched)
  // Every triangle of the lower plate is face 0, every one of the upper plate face 1.
  const triangleFaces = Uint32Array.from({ length: 24 }, (_, triangle) => (triangle < 12 ? 0 : 1))
  const isGap = (lower: Partial<Face>, upper: Partial<Face>): boolean => {
    const graph: FaceGraph = { source: 'brep', faces: [aFace(lower), aFace({ id: 1, ...upper })], edges: [] }
    return gapsOf(scene, triangleFaces, graph, unwatched).length > 0
  }
  const bore = { kind: 'cylinder', concave: true, radiusMm: 10 } as const
  const ball = { ...bore, kind: 'sphere' } as const

  it.each<[string, Partial<Face>, Partial<Face>, boolean]>([
    ['two planes', {}, {}, true],
    ['two halves of a bore', bore, bore, false],
    ['two halves drawn in opposite directions', bore, { ...bore, axis: [0, 0, -1] }, false],
    ['two halves that start at other heights', bore, { ...bore, origin: [0, 0, 8] }, false],
    ['two halves that are 0.4 mm off', bore, { ...bore, origin: [0.4, 0, 0] }, false],
    ['two bores that are 0.6 mm off', bore, { ...bore, origin: [0.6, 0, 0] }, true],
    ['two bores at an angle', bore, { ...bore, axis: [0, 0.06, Math.sqrt(1 - 0.0036)] }, true],
    ['two halves of a ball', ball, { ...ball, axis: [1, 0, 0] }, false],
    ['two balls', ball, { ...ball, origin: [0, 0, 1] }, true],
    ['a bore and its round end', bore, { ...ball, axis: [1, 0, 0] }, false],
    ['a ball and a bore elsewhere', ball, { ...bore, origin: [0, 0, 1] }, true],
    ['a bore and a pin', bore, { ...bore, concave: false }, true],
    ['a bore and a plane', bore, { concave: true }, true],
    ['a bore and a freeform face', { kind: 'freeform', concave: true }, bore, true],
  ])('tells whether %s enclose a gap', (_, lower, upper, expected) => {
    expect(isGap(lower, upper)).toBe(expected)
  })
})
