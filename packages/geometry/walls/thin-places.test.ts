import { describe, expect, it } from 'vitest'
import { unwatched } from '../model/watch.ts'
import { box, merge, polygon, prism } from '../solids.ts'
import { acrossOf } from './across.ts'
import { createRayScene } from './ray-scene.ts'
import { realOf, thinOf } from './thin-places.ts'

const plate = createRayScene(box([30, 40, 2]), unwatched)
const plates = createRayScene(merge(box([30, 40, 2]), box([30, 40, 2], [0, 0, 5])), unwatched)

describe('thin walls', () => {
  const walls = acrossOf(plate, 'wall', unwatched)
  const flat = walls.filter(({ opposite }) => opposite.mm < 3)

  it('are those below a limit, not those at it', () => {
    expect(flat.length).toBeGreaterThan(100)
    expect(thinOf(plate, 'wall', walls, 2.01, unwatched)).toHaveLength(flat.length)
    expect(thinOf(plate, 'wall', walls, 2, unwatched)).toEqual([])
  })

  it('have their thickness, their area and the point on the other side', () => {
    for (const { at, across, mm } of thinOf(plate, 'wall', walls, 3, unwatched)) {
      expect(mm).toBeCloseTo(2, 5)
      expect([at[0], at[1], 2 - at[2]]).toEqual(across?.map((value) => expect.closeTo(value, 4)))
    }

    const areaMm2 = thinOf(plate, 'wall', walls, 3, unwatched).reduce((sum, one) => sum + one.areaMm2, 0)
    expect(areaMm2 / 2400).toBeCloseTo(1, 1)
  })

  it('do not include the sides of a knife edge', () => {
    const wedge = createRayScene(prism(polygon('0,0 30,0 30,6'), 40), unwatched)
    const sides = acrossOf(wedge, 'wall', unwatched)

    expect(sides.filter(({ opposite }) => opposite.mm < 2).length).toBeGreaterThan(10)
    expect(thinOf(wedge, 'wall', sides, 2, unwatched)).toEqual([])
  })
})

describe('narrow gaps', () => {
  it('have the point across the gap', () => {
    const gaps = acrossOf(plates, 'gap', unwatched)
    const narrow = thinOf(plates, 'gap', gaps, 4, unwatched)

    expect(narrow.length).toBeGreaterThan(100)
    for (const { at, across } of narrow) expect(at[2] + (across?.[2] ?? 0)).toBeCloseTo(7, 4)
  })
})

describe('real walls', () => {
  it('begin with the thinnest one', () => {
    const stepped = createRayScene(prism(polygon('0,0 60,0 60,4 30,4 30,3 0,3'), 40), unwatched)
    const [thinnest] = realOf(stepped, 'wall', acrossOf(stepped, 'wall', unwatched), unwatched)

    expect(thinnest?.opposite.mm).toBeCloseTo(3, 4)
    expect(thinnest?.at[0]).toBeLessThan(30)
  })

  it('are thinner than any sample where a wall narrows between two samples', () => {
    // 3 mm thick, with a shallow valley of 2 mm across its top.
    const valley = createRayScene(prism(polygon('0,0 60,0 60,3 30,2 0,3'), 40), unwatched)
    const walls = acrossOf(valley, 'wall', unwatched)
    const [thinnest] = realOf(valley, 'wall', walls, unwatched)

    expect(thinnest?.opposite.mm).toBeLessThanOrEqual(walls[0]?.opposite.mm ?? 0)
    expect(thinnest?.opposite.mm).toBeLessThan(2.002)
    expect(thinnest?.opposite.mm).toBeGreaterThan(1.99)
    expect(thinnest?.at[0]).toBeCloseTo(30, 0)
  })

  it('do not exist in an empty list', () => {
    expect(realOf(plate, 'wall', [], unwatched)).toEqual([])
  })
})
