import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noFaces, ownFaces } from '../model/face-graph.fixture.ts'
import type { TopologyFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import { box, insideOut, merge, placed, sphere } from '../solids.ts'
import { accessOf } from './access.ts'
import { cavitiesOf } from './cavities.ts'
import { detailOf } from './detail.ts'
import { upright } from './oriented-box.fixture.ts'
import { overhangOf } from './overhang.ts'
import { createRayScene } from './ray-scene.ts'
import { wallsOf } from './wall-thickness.ts'

const noShells = { shells: [] as TopologyFacts['shells'] } as TopologyFacts

function everything(mesh: TriangleMesh, watch: Watch = unwatched): unknown[] {
  const faces = ownFaces(mesh)
  const scene = createRayScene(mesh, watch, faces)

  return [
    wallsOf(scene, faces, noFaces, {}, watch),
    detailOf(scene, faces, noFaces, watch),
    overhangOf(scene, faces, watch),
    cavitiesOf(scene, noShells, watch),
    accessOf(scene, undefined, upright, noFaces, watch),
  ]
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : []
}

describe('hostile meshes', () => {
  it('gives finite numbers for any triangles', () => {
    const coordinate = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, 1e-30, -1e30, 1e30, 1e-7, 5e-39))
    const soup = fc.tuple(
      fc.array(coordinate, { minLength: 9, maxLength: 45 }),
      fc.array(fc.nat(20), { minLength: 3, maxLength: 45 }),
    )
    fc.assert(
      fc.property(soup, ([coordinates, picks]) => {
        const positions = Float32Array.from(coordinates.slice(0, coordinates.length - (coordinates.length % 3)))
        const whole = picks.slice(0, picks.length - (picks.length % 3))
        const indices = Uint32Array.from(whole, (pick) => pick % (positions.length / 3))
        expect(numbersIn(everything({ positions, indices })).every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 12 },
    )
  })

  it.each([1e-30, 1e-12, 1e12, 1e30])('measures the same solid when it is scaled by %d', (factor) => {
    const part = merge(box([20, 20, 20]), insideOut(box([16, 16, 16], [2, 2, 2])))
    const facts = everything(placed(part, ([x, y, z]) => [x * factor, y * factor, z * factor]))
    expect(numbersIn(facts).every(Number.isFinite)).toBe(true)
    expect((facts[0] as { minMm: number }).minMm / factor).toBeCloseTo(2, 3)
    expect((facts[4] as { unreachableAreaPct: number }).unreachableAreaPct).toBeCloseTo((100 * 256) / (400 + 256), 0)
  })

  it('stops in the middle when it is cancelled', () => {
    let calls = 0
    const watch: Watch = { mustStop: () => (++calls > 40 ? 'cancelled' : undefined), progress: () => undefined }
    expect(() => everything(sphere(10), watch)).toThrow('cancelled')
  })

  it('only ever reports progress from 0 to 1', () => {
    const reported: number[] = []
    everything(box([10, 20, 30]), { mustStop: () => undefined, progress: (_, done) => void reported.push(done) })
    expect(reported.every((done) => done >= 0 && done <= 1)).toBe(true)
    expect(reported.length).toBeGreaterThan(10)
  })

  it('gives up the grid for many part-sized triangles instead of drawing them all', () => {
    const count = 16_000
    const positions = new Float32Array(9 * count)
    for (let i = 0; i < positions.length; i++) positions[i] = 100 * ((i * 0.618034 + (i % 9) * 0.27) % 1)
    const heap = { positions, indices: Uint32Array.from({ length: 3 * count }, (_, i) => i) }
    expect(cavitiesOf(createRayScene(heap, unwatched), noShells, unwatched).escapes).toEqual([])
  })
})
