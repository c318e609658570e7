import { describe, expect, it } from 'vitest'
import { builtPart, hasRecordedParts } from '../mesh/recorded-parts.fixture.ts'
import { noFaces, ownFaces } from '../model/face-graph.fixture.ts'
import type { DetailFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, merge, meshOf, polygon, prism, sphere, tube, turned } from '../solids.ts'
import { detailOf } from './detail.ts'
import { createRayScene } from './ray-scene.ts'

const detail = (mesh: TriangleMesh): DetailFacts =>
  detailOf(createRayScene(mesh, unwatched, ownFaces(mesh)), ownFaces(mesh), noFaces, unwatched)

/** A block 40 × 30 × 10 with a groove along y in its top, one piece. */
function grooved(width: number, depth: number): TriangleMesh {
  const groove = `${20 + width},10 ${20 + width},${10 - depth} 20,${10 - depth} 20,10`
  return prism(polygon(`0,0 40,0 40,10 ${groove} 0,10`), 30)
}

describe('detail', () => {
  it('measures width and depth of an engraved line', () => {
    const facts = detail(grooved(0.6, 0.3))
    expect(facts.strokeMm).toBeCloseTo(0.6, 3)
    expect(facts.minMm).toBeCloseTo(0.3, 1)
    expect(facts.place?.[2]).toBeGreaterThan(9.6)
    expect(detail(grooved(0.4, 1.2))).toMatchObject({ minMm: expect.closeTo(0.4, 3), strokeMm: expect.closeTo(0.4, 3) })
  })

  it('measures a depth of 1 mm within a fifth of a percent', () => {
    expect(detail(grooved(1.5, 1)).minMm).toBeGreaterThan(0.998)
    expect(detail(grooved(1.5, 1)).minMm).toBeLessThan(1.002)
  })

  it('measures width and height of an embossed line', () => {
    const facts = detail(merge(box([40, 30, 10]), box([0.8, 10, 1], [20, 10, 9.5])))
    expect(facts.strokeMm).toBeCloseTo(0.8, 3)
    expect(facts.minMm).toBeCloseTo(0.5, 1)
  })

  it('finds the same detail when the part is turned', () => {
    const facts = detail(turned(grooved(0.6, 0.3), [0.6, 0, 0.8], 0.7))
    expect(facts.strokeMm).toBeCloseTo(0.6, 2)
    expect(facts.minMm).toBeCloseTo(0.3, 1)
  })

  it('finds no detail in a deep slot, a tall rib or a plain part', () => {
    const none = { minMm: undefined, strokeMm: undefined, place: undefined }
    expect(detail(grooved(1, 6))).toEqual(none)
    expect(detail(merge(box([40, 30, 10]), box([0.8, 10, 9], [20, 10, 9.5])))).toEqual(none)
    for (const mesh of [box([40, 30, 1]), sphere(10), tube(10, 9, 30), meshOf([], [])])
      expect(detail(mesh)).toEqual(none)
  })
})

describe.skipIf(!hasRecordedParts)('the calibration cube', () => {
  it('has letters half a millimetre deep', () => {
    const facts = detail(builtPart('20mm-xyz-cube.stl').mesh)
    expect(facts.minMm).toBeGreaterThan(0.3)
    expect(facts.minMm).toBeLessThan(1)
  })
})
