import { describe, expect, it } from 'vitest'
import { noFaces } from '../model/face-graph.fixture.ts'
import type { UndercutSlot } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { plateWithHoles, polygon, prism, turned } from '../solids.ts'
import { accessOf } from './access.ts'
import { upright } from './oriented-box.fixture.ts'
import { createRayScene } from './ray-scene.ts'

const slotsOf = (mesh: TriangleMesh): UndercutSlot[] =>
  accessOf(createRayScene(mesh, unwatched), undefined, upright, noFaces, unwatched).undercutSlots ?? []

const bar = (outline: string, length: number): TriangleMesh => prism(polygon(outline), length)

const tSlot = '0,0 30,0 30,20 18,20 18,15 22,15 22,10 8,10 8,15 12,15 12,20 0,20'
const dovetail = '0,0 40,0 40,20 25,20 29,12 11,12 15,20 0,20'
const groove = '0,0 30,0 30,20 18,20 18,12 12,12 12,20 0,20'

describe('slots that are open at both ends', () => {
  it('are undercut if they are wider inside than at their mouth', () => {
    const [slot, ...others] = slotsOf(bar(tSlot, 60))

    expect(others).toEqual([])
    expect(slot?.widthMm).toBeCloseTo(5, 1)
    expect(slot?.lengthMm).toBeGreaterThan(54)
    expect(Math.abs(slot?.axis[1] ?? 0)).toBe(1)
    // Shoulders, sides and the floor below the shoulders: (2 · 4 + 2 · 5 + 8) · 60.
    expect((slot?.areaMm2 ?? 0) / (26 * 60)).toBeCloseTo(1, 0)
  })

  it('include dovetails, whose walls lean inwards', () => {
    const [slot] = slotsOf(bar(dovetail, 80))
    expect(slot?.lengthMm).toBeGreaterThan(72)
    expect(slot?.widthMm).toBeLessThan(9)
  })

  it('leave out plain grooves and round holes', () => {
    expect(slotsOf(bar(groove, 60))).toEqual([])
    const plate = { columns: 1, rows: 1, pitch: 40, thickness: 40 }
    expect(slotsOf(plateWithHoles(plate, polygon('6,0 6,40')))).toEqual([])
  })

  it('are the same for a part drawn at an angle to the axes across the slot', () => {
    const straight = slotsOf(bar(tSlot, 60))
    const turnedSlots = slotsOf(turned(bar(tSlot, 60), [0, 1, 0], 0.4))
    expect(turnedSlots.length).toBe(straight.length)
    expect(turnedSlots[0]?.widthMm).toBeLessThan(6)
  })
})
