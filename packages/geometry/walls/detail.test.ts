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

  it('takes depth and width from different strokes, with the places and faces of each', () => {
    // From x = 10 on 0.6 mm wide and 1.2 mm deep, from x = 30 on 0.8 mm wide and 0.4 mm deep.
    const deep = '10.6,10 10.6,8.8 10,8.8 10,10'
    const mesh = prism(polygon(`0,0 40,0 40,10 30.8,10 30.8,9.6 30,9.6 30,10 ${deep} 0,10`), 30)
    const facts = detail(mesh)
    const placesOf = (faces: readonly number[] = []) =>
      faces.map((face) => Math.round(10 * (mesh.positions[3 * (mesh.indices[3 * face] ?? 0)] ?? 0)) / 10)

    expect(facts).toMatchObject({ minMm: expect.closeTo(0.4, 2), strokeMm: expect.closeTo(0.6, 3) })
    expect(facts.place?.[0]).toBeGreaterThan(29)
    expect(placesOf(facts.faces).sort()).toEqual([30, 30.8])
    expect(facts.narrowest?.at[0]).toBeLessThan(11)
    expect(placesOf(facts.narrowest?.faces).sort()).toEqual([10, 10.6])
  })

  it.each([
    [2.8, 1, true],
    [3.2, 1, false],
    [1, 2.8, true],
    [1, 3.2, false],
  ])('counts a groove of %d × %d mm as detail: %s', (width, depth, isDetail) => {
    expect(detail(grooved(width, depth)).strokeMm !== undefined).toBe(isDetail)
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
