import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlighted, notePosition } from './tour.tsx'

const note = { width: 320, height: 160 }
const desktop = { width: 1440, height: 900 }

describe('the note of a tour', () => {
  it('appears below its target, centred', () => {
    expect(notePosition({ left: 500, top: 100, width: 400, height: 50 }, note, desktop)).toEqual({
      left: 540,
      top: 162,
    })
  })

  it('appears above a target without room below', () => {
    expect(notePosition({ left: 500, top: 700, width: 400, height: 150 }, note, desktop).top).toBe(528)
  })

  it('covers the lower end of a target that fills the window', () => {
    expect(notePosition({ left: 0, top: 0, width: 1440, height: 900 }, note, desktop).top).toBe(728)
  })

  it('stays inside the window for any target', () => {
    const pixels = fc.integer({ min: -3000, max: 3000 })
    fc.assert(
      fc.property(pixels, pixels, fc.nat(3000), fc.nat(3000), (left, top, width, height) => {
        const place = notePosition({ left, top, width, height }, note, { width: 390, height: 844 })
        expect(place.left).toBeGreaterThanOrEqual(12)
        expect(place.left + note.width).toBeLessThanOrEqual(378)
        expect(place.top).toBeGreaterThanOrEqual(12)
        expect(place.top + note.height).toBeLessThanOrEqual(832)
      }),
    )
  })
})

describe('the highlight of a tour', () => {
  const windowBox = { left: 0, top: 0, width: 1440, height: 900 }
  const panel = { left: 900, top: 100, width: 540, height: 800 }

  it('covers a target that is in view', () => {
    const target = { left: 920, top: 200, width: 400, height: 80 }
    expect(highlighted(target, [windowBox, panel])).toEqual(target)
  })

  it('leaves out what the panel has scrolled away', () => {
    const target = { left: 920, top: 40, width: 400, height: 200 }
    expect(highlighted(target, [windowBox, panel])).toEqual({ left: 920, top: 100, width: 400, height: 140 })
  })

  it('covers only the upper half of the panel if the target is taller than the window', () => {
    const target = { left: 920, top: 100, width: 400, height: 4800 }
    expect(highlighted(target, [windowBox, panel])?.height).toBe(400)
  })

  it('is absent while the target is out of sight', () => {
    const target = { left: 920, top: 1200, width: 400, height: 80 }
    expect(highlighted(target, [windowBox, panel])).toBeUndefined()
  })
})
