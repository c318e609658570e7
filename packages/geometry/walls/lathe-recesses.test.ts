import { describe, expect, it } from 'vitest'
import { noFaces } from '../model/face-graph.fixture.ts'
import type { LatheRecess, TurningFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { cylinder, insideOut, lathe, merge, moved, polygon, sphere } from '../solids.ts'
import { accessOf } from './access.ts'
import { upright } from './oriented-box.fixture.ts'
import { createRayScene } from './ray-scene.ts'

/** A part of 40 mm length about the z axis, from z = 0 on. */
const turning: TurningFacts = {
  rotationalScore: 1,
  turned: true,
  axis: [0, 0, 1],
  origin: [0, 0, 20],
  barDiameterMm: 30,
  barLengthMm: 40,
  roundFaces: 1,
}

const recessesOf = (mesh: TriangleMesh): LatheRecess[] =>
  accessOf(createRayScene(mesh, unwatched), undefined, upright, noFaces, unwatched, { turning }).latheRecesses ?? []

describe('recesses of a turned part', () => {
  it('are grooves in a bore, with their depth and the mouth they are reached through', () => {
    const [groove, ...others] = recessesOf(lathe(polygon('5,0 15,0 15,40 5,40 5,25 8,25 8,20 5,20')))

    expect(others).toEqual([])
    expect(groove?.depthMm).toBeCloseTo(3, 1)
    expect(groove?.mouthMm).toBeCloseTo(10, 0)
    expect(groove?.at[2]).toBeGreaterThan(19)
    expect(groove?.at[2]).toBeLessThan(26)
  })

  it('take the wider of two mouths', () => {
    const [groove] = recessesOf(lathe(polygon('2,0 15,0 15,40 6,40 6,25 9,25 9,20 2,20')))
    expect(groove?.mouthMm).toBeCloseTo(12, 0)
  })

  it('have no mouth in a closed void', () => {
    const [hollow] = recessesOf(merge(cylinder(15, 40), insideOut(moved(sphere(10), [0, 0, 20]))))
    expect(hollow?.mouthMm).toBe(0)
    expect(hollow?.depthMm).toBeCloseTo(10, 0)
  })

  it('are not steps, bores from both ends, or grooves around the outside', () => {
    expect(recessesOf(lathe(polygon('0,0 10,0 10,10 15,10 15,20 12,20 12,25 15,25 15,40 0,40')))).toEqual([])
    expect(recessesOf(lathe(polygon('4,0 15,0 15,40 8,40 8,20 4,20')))).toEqual([])
  })

  it('are grooves around the outside if no inclined tool reaches behind their shoulders', () => {
    const grooved = (mouth: number) =>
      recessesOf(lathe(polygon(`0,0 15,0 15,${20 - mouth / 2} 10,12 10,28 15,${20 + mouth / 2} 15,40 0,40`)))

    // From the corner at 10 mm radius, the mouth is 5 mm farther out and 3 mm or 7 mm along the axis.
    expect(grooved(10)).toEqual([])
    expect(grooved(2).length).toBeGreaterThan(0)
  })

  it('are not measured on parts that nobody turns', () => {
    const mesh = merge(cylinder(15, 40), insideOut(moved(sphere(10), [0, 0, 20])))
    const facts = accessOf(createRayScene(mesh, unwatched), undefined, upright, noFaces, unwatched)
    expect(facts.latheRecesses).toEqual([])
  })
})
