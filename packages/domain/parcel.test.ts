import { describe, expect, it } from 'vitest'
import { canPack, isWhollyPacked, leftToPack, piecesToFollow } from './parcel.ts'

const ordered = [
  { id: 'bracket', quantity: 10 },
  { id: 'cover', quantity: 2 },
]
const parcel = (lines: Record<string, number>) => ({
  lines: Object.entries(lines).map(([orderLineId, quantity]) => ({ orderLineId, quantity })),
})

describe('the contents of parcels', () => {
  it('leave everything to pack before the first parcel', () => {
    expect(leftToPack(ordered, [])).toEqual([
      { orderLineId: 'bracket', quantity: 10 },
      { orderLineId: 'cover', quantity: 2 },
    ])
    expect(isWhollyPacked(ordered, [])).toBe(false)
  })

  it('leave the rest of a line that is split over parcels', () => {
    const parcels = [parcel({ bracket: 4, cover: 2 }), parcel({ bracket: 5 })]
    expect(leftToPack(ordered, parcels)).toEqual([{ orderLineId: 'bracket', quantity: 1 }])
    expect(isWhollyPacked(ordered, parcels)).toBe(false)
    expect(isWhollyPacked(ordered, [...parcels, parcel({ bracket: 1 })])).toBe(true)
  })

  it('count as complete if a parcel of an earlier release has none recorded', () => {
    expect(isWhollyPacked(ordered, [parcel({})])).toBe(true)
    expect(isWhollyPacked(ordered, [parcel({ bracket: 1 }), parcel({})])).toBe(true)
    expect(piecesToFollow(ordered, [parcel({ bracket: 1 }), parcel({})])).toEqual([])
    expect(piecesToFollow(ordered, [parcel({ bracket: 10, cover: 1 })])).toEqual([
      { orderLineId: 'cover', quantity: 1 },
    ])
  })

  it.each([
    [{ bracket: 10 }, true],
    [{ bracket: 11 }, false],
    [{ bracket: 1, cover: 3 }, false],
    [{ lid: 1 }, false],
  ])('accept %o only up to what is left: %s', (wanted, isAccepted) => {
    expect(canPack(parcel(wanted).lines, leftToPack(ordered, []))).toBe(isAccepted)
  })
})
