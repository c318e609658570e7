import { describe, expect, it } from 'vitest'
import type { Colour } from './catalogue/material.ts'
import { smallCatalogue } from './configuration/small-catalogue.fixture.ts'
import {
  arrangeBoxes,
  type Corner,
  type Extents,
  fillPercent,
  isLiveTray,
  isPrintStation,
  isSameLoad,
  printedColour,
  proposeContents,
  shareSeconds,
  trayFill,
  trayGapMm,
} from './tray.ts'

const space: Extents = [195, 95, 45]
const part = (sizeMm: readonly number[], quantity: number, volumeMm3 = 1000) => ({ sizeMm, quantity, volumeMm3 })

describe('a tray', () => {
  it('is of a machine that prints', () => {
    expect(['sla', 'mjf', 'sls', 'slm', 'mill3', 'bench'].map((station) => isPrintStation(station as 'sla'))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })

  it('holds its pieces until it is done or failed', () => {
    expect((['open', 'printing', 'done', 'failed'] as const).map(isLiveTray)).toEqual([true, true, false, false])
  })

  it.each([
    [{ station: 'sls', materialId: 'pa12', colourId: 'white' }, true],
    [{ station: 'mjf', materialId: 'pa12', colourId: 'white' }, false],
    [{ station: 'sls', materialId: 'pa11', colourId: 'white' }, false],
    [{ station: 'sls', materialId: 'pa12', colourId: 'grey' }, false],
  ] as const)('takes %o beside white nylon: %s', (load, isShared) => {
    expect(isSameLoad({ station: 'sls', materialId: 'pa12', colourId: 'white' }, load)).toBe(isShared)
  })

  it.each<[Colour['via'], string]>([
    ['native', 'red'],
    ['pigment', 'red'],
    ['tint', 'red'],
    ['dyeing:solid', 'white'],
    ['painting:ral', 'white'],
  ])('is printed in the colour of a part if that comes by %s', (via, printed) => {
    const [material] = smallCatalogue.materials
    if (!material) throw new Error('no material')
    const colours: Colour[] = [
      { id: 'white', name: { fr: '', en: '' }, hex: '#fff', via: 'native' },
      { id: 'red', name: { fr: '', en: '' }, hex: '#f00', via },
    ]
    expect(printedColour({ ...material, colours, defaultColour: 'white' }, 'red')).toBe(printed)
  })
})

describe('the fill of a tray', () => {
  it('counts boxes and gaps by volume in a bed of powder, beside the volume of the parts', () => {
    // (195 + 5) × (95 + 5) × (45 + 5) = 1,000,000; (45 + 5) × (35 + 5) × (20 + 5) = 50,000.
    const fill = trayFill('sls', space, [part([45, 35, 20], 4, 8000)])
    expect(fill.boxShare).toBeCloseTo(0.2, 10)
    expect(fill.solidShare).toBeCloseTo(32_000 / (195 * 95 * 45), 10)
  })

  it('counts the largest sides on a plate', () => {
    // (195 + 5) × (95 + 5) = 20,000; (45 + 5) × (35 + 5) = 2,000.
    for (const station of ['sla', 'slm'] as const) {
      const fill = trayFill(station, space, [part([45, 35, 20], 3)])
      expect(fill.boxShare).toBeCloseTo(0.3, 10)
      expect(fill.solidShare).toBeNull()
    }
  })

  it('is 100 % with one part of the size of the machine, nothing without parts, and may exceed the room', () => {
    expect(trayFill('mjf', space, [part([195, 95, 45], 1)]).boxShare).toBe(1)
    expect(trayFill('mjf', space, [])).toEqual({ boxShare: 0, solidShare: 0 })
    expect(trayFill('sla', space, [part([45, 35, 20], 12)]).boxShare).toBeCloseTo(1.2, 10)
  })

  it.each([
    [0, 0],
    [0.001, 1],
    [0.3, 30],
    [0.301, 31],
    [1, 100],
    [1.2, 120],
  ])('is shown in whole percent: %d as %d', (share, percent) => {
    expect(fillPercent(share)).toBe(percent)
  })
})

describe('a proposal', () => {
  const waiting = (stepId: string, dueDay: string, quantity: number, sizeMm = [45, 35, 20]) => ({
    stepId,
    dueDay,
    ...part(sizeMm, quantity),
  })

  it('takes what is due first, in the sequence of the list if days are equal', () => {
    const parts = [waiting('late', '2026-05-02', 1), waiting('a', '2026-05-01', 1), waiting('b', '2026-05-01', 1)]
    expect(proposeContents('sla', space, parts).map(({ stepId }) => stepId)).toEqual(['a', 'b', 'late'])
  })

  it('takes as many pieces as fit, and smaller parts in what is left', () => {
    const parts = [
      waiting('many', '2026-05-01', 30, [75, 55, 20]),
      waiting('large', '2026-05-02', 1, [95, 45, 20]),
      waiting('small', '2026-05-03', 9, [15, 15, 5]),
    ]
    // (75 + 5) × (55 + 5) = 4,800: four of them leave 800, which are two of (15 + 5) × (15 + 5).
    expect(proposeContents('sla', space, parts)).toEqual([
      { stepId: 'many', quantity: 4 },
      { stepId: 'small', quantity: 2 },
    ])
  })

  it('fills a tray to the brim', () => {
    expect(proposeContents('sla', space, [waiting('a', '2026-05-01', 99)])).toEqual([{ stepId: 'a', quantity: 10 }])
  })

  it('takes a part alone that fits only upright', () => {
    const parts = [waiting('tall', '2026-05-01', 3, [300, 90, 20]), waiting('b', '2026-05-01', 1)]
    expect(proposeContents('sla', [195, 95, 400], parts)).toEqual([{ stepId: 'tall', quantity: 1 }])
  })

  it('is empty if nothing waits', () => {
    expect(proposeContents('sls', space, [])).toEqual([])
  })
})

describe('the time of a machine', () => {
  it.each([
    [100, [1, 1, 2], [25, 25, 50]],
    [10, [1, 1, 1], [3, 4, 3]],
    [10, [0, 0], [5, 5]],
    [7, [5], [7]],
    [0, [1, 2], [0, 0]],
  ])('is shared by weight: %d seconds by %o as %o', (seconds, weights, shares) => {
    expect(shareSeconds(seconds, weights)).toEqual(shares)
  })
})

describe('an arrangement', () => {
  const isApart = (box: Extents, at: Corner, other: Extents, otherAt: Corner) =>
    [0, 1, 2].some((axis) => {
      const [low = 0, size = 0] = [at[axis], box[axis]]
      const [otherLow = 0, otherSize = 0] = [otherAt[axis], other[axis]]
      return low + size + trayGapMm <= otherLow + 1e-9 || otherLow + otherSize + trayGapMm <= low + 1e-9
    })

  function expectApart(boxes: readonly Extents[], corners: readonly Corner[]): void {
    for (const [i, box] of boxes.entries())
      for (const [j, other] of boxes.entries()) {
        const at = corners[i]
        const otherAt = corners[j]
        if (i < j && at && otherAt) expect([i, j, isApart(box, at, other, otherAt)]).toEqual([i, j, true])
      }
  }

  const isInside = (box: Extents, at: Corner) =>
    [0, 1, 2].every((axis) => (at[axis] ?? 0) + (box[axis] ?? 0) <= (space[axis] ?? 0))

  it('puts parts into rows on a plate, the highest first', () => {
    const boxes: Extents[] = [
      [90, 40, 5],
      [90, 40, 30],
      [90, 40, 10],
    ]
    expect(arrangeBoxes('sla', space, boxes)).toEqual([
      [0, 45, 0],
      [0, 0, 0],
      [95, 0, 0],
    ])
  })

  it('puts parts into layers in a bed of powder', () => {
    const boxes: Extents[] = Array.from({ length: 8 }, () => [95, 45, 20])
    const corners = arrangeBoxes('sls', space, boxes)
    expectApart(boxes, corners)
    expect(corners.every((at) => isInside([95, 45, 20], at))).toBe(true)
    expect(new Set(corners.map(([, , z]) => z))).toEqual(new Set([0, 25]))
  })

  it('puts what does not fit beside the machine, not over other parts', () => {
    const boxes: Extents[] = [...Array.from({ length: 9 }, (): Extents => [95, 45, 20]), [400, 120, 60]]
    for (const station of ['sla', 'sls'] as const) {
      const corners = arrangeBoxes(station, space, boxes)
      expectApart(boxes, corners)
      expect(corners.some(([x]) => x > 195)).toBe(true)
      expect(corners.flat().every((mm) => mm >= 0)).toBe(true)
    }
  })

  it('keeps parts of many sizes apart', () => {
    const boxes = Array.from(
      { length: 60 },
      (_, i): Extents => [5 + ((i * 37) % 60), 5 + ((i * 53) % 50), 5 + ((i * 29) % 35)],
    )
    for (const station of ['slm', 'mjf'] as const) expectApart(boxes, arrangeBoxes(station, space, boxes))
  })
})
