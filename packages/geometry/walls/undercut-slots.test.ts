import { describe, expect, it } from 'vitest'
import { aFace, noFaces } from '../model/face-graph.fixture.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import type { UndercutSlot } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, merge, moved, plateWithHoles, polygon, prism, turned } from '../solids.ts'
import { accessOf } from './access.ts'
import { upright } from './oriented-box.fixture.ts'
import { createRayScene } from './ray-scene.ts'

const slotsOf = (mesh: TriangleMesh): UndercutSlot[] =>
  accessOf(createRayScene(mesh, unwatched), undefined, upright, noFaces, unwatched).undercutSlots ?? []

const bar = (outline: string, length: number): TriangleMesh => prism(polygon(outline), length)

const tSlot = '0,0 30,0 30,20 18,20 18,15 22,15 22,10 8,10 8,15 12,15 12,20 0,20'
const wideTSlot = '0,0 70,0 70,20 55,20 55,15 60,15 60,10 10,10 10,15 15,15 15,20 0,20'
const twoTSlots =
  '0,0 60,0 60,20 48,20 48,15 52,15 52,10 38,10 38,15 42,15 42,20 18,20 18,15 22,15 22,10 8,10 8,15 12,15 12,20 0,20'
const dovetail = '0,0 40,0 40,20 25,20 29,12 11,12 15,20 0,20'
const groove = '0,0 30,0 30,20 18,20 18,12 12,12 12,20 0,20'

/** Closes the far end of a bar with a tool's width of material. */
const capped = (mesh: TriangleMesh, length: number): TriangleMesh => merge(mesh, box([30, 10, 20], [0, length, 0]))

describe('slots with an open end', () => {
  it('are undercut if they are wider inside than at their mouth', () => {
    const [slot, ...others] = slotsOf(bar(tSlot, 60))

    expect(others).toEqual([])
    expect(slot?.widthMm).toBeCloseTo(5, 1)
    expect(slot?.lengthMm).toBeGreaterThan(54)
    expect(slot?.openEnds).toBe(2)
    expect(Math.abs(slot?.axis[1] ?? 0)).toBe(1)
    // Shoulders, sides and the floor below the shoulders: (2 · 4 + 2 · 5 + 8) · 60.
    expect((slot?.areaMm2 ?? 0) / (26 * 60)).toBeCloseTo(1, 0)
  })

  it('include dovetails, whose walls lean inwards', () => {
    const [slot] = slotsOf(bar(dovetail, 80))
    expect(slot?.lengthMm).toBeGreaterThan(72)
    expect(slot?.widthMm).toBeLessThan(9)
  })

  it('are entered from one end if the other is closed, and are none if both are', () => {
    const blind = capped(bar(tSlot, 60), 60)
    const [slot, ...others] = slotsOf(blind)

    expect(others).toEqual([])
    expect(slot).toMatchObject({ openEnds: 1 })
    expect(slot?.lengthMm).toBeGreaterThan(54)

    const closed = merge(blind, box([30, 10, 20], [0, -10, 0]))
    expect(slotsOf(closed)).toEqual([])
  })

  it('count as open at both ends where a wall divides them in the middle', () => {
    const divided = merge(capped(bar(tSlot, 60), 60), moved(bar(tSlot, 60), [0, 70, 0]))
    const reachesMm = slotsOf(divided).map(({ lengthMm, openEnds = 2 }) => lengthMm / openEnds)

    expect(Math.min(...reachesMm)).toBeGreaterThan(50)
    expect(Math.max(...reachesMm)).toBeLessThan(70)
  })

  it('are counted by their mouths, however wide these are', () => {
    expect(slotsOf(bar(wideTSlot, 60))).toHaveLength(1)
    expect(slotsOf(bar(twoTSlots, 60))).toHaveLength(2)
  })

  it('leave out plain grooves and round holes', () => {
    expect(slotsOf(bar(groove, 60))).toEqual([])
    const plate = { columns: 1, rows: 1, pitch: 40, thickness: 40 }
    expect(slotsOf(plateWithHoles(plate, polygon('6,0 6,40')))).toEqual([])
  })

  it('are not bores that a slit opens, if the faces are known', () => {
    // A bore of 10 mm along y with a slit of 2 mm to the top.
    const around = Array.from({ length: 31 }, (_, i) => {
      const angle = Math.PI / 2 - 0.2 - (i * (2 * Math.PI - 0.4)) / 30
      return `${15 + 5 * Math.cos(angle)},${10 + 5 * Math.sin(angle)}`
    })
    const mesh = bar(`0,0 30,0 30,20 16,20 ${around.join(' ')} 14,20 0,20`, 60)
    const isRound = (corner: number) => {
      const at = 3 * (mesh.indices[corner] ?? 0)
      return Math.abs(Math.hypot((mesh.positions[at] ?? 0) - 15, (mesh.positions[at + 2] ?? 0) - 10) - 5) < 0.01
    }
    const faces = Uint32Array.from({ length: triangleCount(mesh) }, (_, t) =>
      [0, 1, 2].every((k) => isRound(3 * t + k)) ? 1 : 0,
    )
    const withBore = (bore: Partial<Face>): UndercutSlot[] => {
      const graph: FaceGraph = { source: 'brep', faces: [aFace(), aFace({ id: 1, ...bore })], edges: [] }
      return accessOf(createRayScene(mesh, unwatched), faces, upright, graph, unwatched).undercutSlots ?? []
    }
    const bore = { kind: 'cylinder', concave: true, sweepDeg: 337 } as const

    expect(withBore(bore)).toEqual([])
    expect(withBore({ ...bore, sweepDeg: 190 })).toHaveLength(1)
    expect(withBore({ ...bore, concave: false })).toHaveLength(1)
    expect(withBore({ kind: 'freeform' })).toHaveLength(1)
  })

  it('are listed largest first', () => {
    const long = slotsOf(merge(bar(tSlot, 60), moved(bar(tSlot, 30), [50, 0, 0])))
    expect(long.map(({ lengthMm }) => Math.round(lengthMm / 10))).toEqual([6, 3])
  })

  it('are the same for a part drawn at an angle to the axes across the slot', () => {
    const straight = slotsOf(bar(tSlot, 60))
    const turnedSlots = slotsOf(turned(bar(tSlot, 60), [0, 1, 0], 0.4))
    expect(turnedSlots.length).toBe(straight.length)
    expect(turnedSlots[0]?.widthMm).toBeLessThan(6)
  })
})
