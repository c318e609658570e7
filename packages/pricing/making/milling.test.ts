import type { PartSlot } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { housing, requestFor, termsByName } from './making.fixture.ts'
import { millingCost, millingStock } from './milling.ts'

const { cost } = packagedCatalogue.processes.milling
const request = (changes: Parameters<typeof housing>[0] = {}, cycleFactor = 1) =>
  requestFor('milling', 'al-6061-t6', { part: housing(changes), cycleFactor })

const termsOf = (asked: ReturnType<typeof request>) => termsByName(millingCost(asked))

const minutesOf = (asked: ReturnType<typeof request>) => Number(termsOf(asked).machine?.reason.values.minutes)

describe('the stock a part is milled from', () => {
  it.each([
    ['the next thickness above the allowance', 25, 30],
    ['a thickness that fits the allowance exactly', 27, 30],
    ['the next thickness if the allowance does not fit', 27.1, 35],
    ['a sheet used as is, of the part’s thickness', 6, 6],
    ['a sheet used as is, up to 0.25 mm thicker', 5.75, 6],
    ['a block if the sheet would be thicker than that', 5.73, 10],
    ['a sheet used as is, of a thickness measured with rounding', 6.009, 6],
    ['a block if the part is thicker than the sheet', 6.02, 10],
    ['a sheet used as is at 12 mm', 12, 12],
    ['a sheet used as is at 12 mm measured with rounding', 12.009, 12],
    ['a block above 12 mm', 12.02, 16],
    ['a block at 15 mm, although there is such a sheet', 15, 18],
    ['a block cut to measure beyond the thickest', 198, 201],
  ])('is %s', (_, thickness, stock) => {
    expect(millingStock(housing({ sizeMm: [360, 250, thickness] }), cost).sizeMm).toEqual([365, 255, stock])
  })

  it('is part of the cost model', () => {
    expect(millingCost(request()).stockMm).toEqual([105, 65, 35])
    expect(termsOf(request()).material?.reason.values).toMatchObject({ lengthMm: 105, widthMm: 65, thicknessMm: 35 })
  })
})

describe('minutes on the machine', () => {
  it('grow for small parts, which need small tools, down to a factor of 0.35', () => {
    const roughing = (sizeMm: [number, number, number]) => {
      const asked = request({ sizeMm, volumeMm3: 1, areaMm2: 0 })
      const [length, width, thickness] = millingStock(asked.part, cost).sizeMm
      return (length * width * thickness - 1) / 1000 / 25 / (minutesOf(asked) - 5.35)
    }

    expect(roughing([10, 10, 10])).toBeCloseTo(0.35, 9)
    expect(roughing([30, 30, 30])).toBeCloseTo(0.5, 9)
    expect(roughing([90, 90, 90])).toBeCloseTo(1, 9)
  })

  it('count freeform surface at 0.45 of the speed', () => {
    const difference = minutesOf(request({ freeformShare: 0.5 })) - minutesOf(request())
    expect(difference).toBeCloseTo((0.5 * 330) / (0.45 * 13) - (0.5 * 330) / 13, 9)
  })

  it('count 0.4 for each hole, more in hard materials', () => {
    const holes = Array.from({ length: 4 }, () => ({ diameterMm: 3, depthMm: 6, through: true, wallMm: undefined }))
    expect(minutesOf(request({ holes })) - minutesOf(request())).toBeCloseTo(1.6, 9)
    const inSteel = (part: ReturnType<typeof housing>) => minutesOf(requestFor('milling', 'ss-304', { part }))
    expect(inSteel(housing({ holes })) - inSteel(housing())).toBeCloseTo(1.6 / Math.sqrt(0.15), 9)
  })

  it('count 1.3 for each thread that is drawn with its helix', () => {
    const threaded = request({ modelledThreads: 2 })
    expect(minutesOf(threaded) - minutesOf(request())).toBeCloseTo(2.6, 9)
    expect(termsOf(threaded).machine?.reason.values.threads).toBe(2)
  })

  it('count two passes along each slot that only a special cutter reaches, and a tool change', () => {
    const tSlot: PartSlot = { lengthMm: 90, widthMm: 5 }
    const slotted = (...undercutSlots: PartSlot[]) => request({ undercutSlots })

    expect(minutesOf(slotted(tSlot)) - minutesOf(request())).toBeCloseTo((2 * 90) / 150 + 0.15, 9)
    expect(minutesOf(slotted(tSlot, tSlot)) - minutesOf(request())).toBeCloseTo((4 * 90) / 150 + 0.15, 9)
    expect(termsOf(slotted(tSlot, tSlot)).machine?.reason.values.slots).toBe(2)

    // From both ends an end mill reaches the middle of a slot of eight times its width.
    expect(minutesOf(slotted({ lengthMm: 40, widthMm: 5 }))).toBe(minutesOf(request()))
    expect(minutesOf(slotted({ lengthMm: 40, openEnds: 2, widthMm: 5 }))).toBe(minutesOf(request()))
    const blind = slotted({ lengthMm: 40, openEnds: 1, widthMm: 5 })
    expect(minutesOf(blind) - minutesOf(request())).toBeCloseTo((2 * 40) / 150 + 0.15, 9)
  })

  it('count loading and tool changes for each setup, which tolerance and finish do not lengthen', () => {
    expect(minutesOf(request({ setups: 5 })) - minutesOf(request({ setups: 2 }))).toBeCloseTo(3 * (2 + 0.3), 9)
    const fixed = 2 * 2 + 9 * 0.15
    expect(minutesOf(request({}, 1.5)) - fixed).toBeCloseTo(1.5 * (minutesOf(request()) - fixed), 9)
  })

  it('omit the faces of a sheet used as is, and finish the edges', () => {
    const plate = (thickness: number) =>
      request({ sizeMm: [360, 250, thickness], volumeMm3: 472_713, areaMm2: 173_123, setups: 1 })
    const finishing = (thickness: number) => {
      const asked = plate(thickness)
      const roughing = Number(termsOf(asked).machine?.reason.values.removedCm3) / 25
      return Number(termsOf(asked)['tool-wear']?.reason.values.minutes) - roughing
    }

    expect(finishing(6)).toBeCloseTo((1731.23 - (2 * 4727.13) / 6) / 13, 6)
    expect(finishing(7)).toBeCloseTo(1731.23 / 13, 6)

    const solid = request({ sizeMm: [360, 250, 6], volumeMm3: 540_000, areaMm2: 170_000, setups: 1 })
    expect(Number(termsOf(solid)['tool-wear']?.reason.values.minutes)).toBeCloseTo((558.45 - 540) / 25, 6)
  })

  it('remove nothing if a part is larger than its stock', () => {
    expect(termsOf(request({ volumeMm3: 1e7 })).machine?.reason.values.removedCm3).toBe(0)
  })
})

it('charges the set-up of each special cutter once, whatever the number of its slots', () => {
  const setupOf = (...widthsMm: number[]) =>
    termsOf(request({ undercutSlots: widthsMm.map((widthMm) => ({ lengthMm: 90, widthMm })) })).setup?.reason.values

  expect(setupOf()).toMatchObject({ cutters: 0, minutes: 22 })
  expect(setupOf(5, 5.1)).toMatchObject({ cutters: 1, minutes: 32 })
  // Measured widths of one nominal size scatter around every rounded value.
  expect(setupOf(5.3, 5.2)).toMatchObject({ cutters: 1, minutes: 32 })
  expect(setupOf(5, 8)).toMatchObject({ cutters: 2, minutes: 42 })
})

it('charges nothing for slots in a catalogue without special cutters', () => {
  const { slotCutter: _, ...older } = cost
  const asked = request({ undercutSlots: [{ lengthMm: 90, widthMm: 5 }] })
  const olderRequest = { ...asked, process: { ...asked.process, cost: older } }

  expect(millingCost(olderRequest).unitUsd(1)).toBe(millingCost(request()).unitUsd(1))
})

it('charges the 3-axis rate for five setups', () => {
  expect(termsOf(request({ setups: 5 })).machine?.reason.values.rate).toBe(13)
})

describe('a part with tilted set-ups', () => {
  const slanted = { setups: 3, tiltedSetups: 1 }

  it('is paid at the 5-axis rate, and its breakdown says so', () => {
    const { machine, setup } = termsOf(request(slanted))
    expect(machine?.reason).toMatchObject({
      code: 'milling-machine-5',
      values: { rate: 30, setups: 3, tiltedSetups: 1 },
    })
    expect(setup?.reason).toMatchObject({ code: 'milling-setup-5', values: { rate: 30 } })
    expect(setup?.usd).toBeCloseTo((33 / 60) * 30, 12)

    const square = termsOf(request({ setups: 3 }))
    expect(square.machine?.reason.code).toBe('milling-machine')
    expect((machine?.usd ?? 0) / (square.machine?.usd ?? 1)).toBeCloseTo(30 / 13, 9)
  })

  it('costs almost twice as much as one with as many square set-ups', () => {
    const ratio = millingCost(request(slanted)).unitUsd(10) / millingCost(request({ setups: 3 })).unitUsd(10)
    expect(ratio).toBeGreaterThan(1.6)
    expect(ratio).toBeLessThan(2.2)
  })

  it('is recognised by surface out of reach in 3 axes, from the limit in the catalogue', () => {
    const codeOf = (hiddenPercent: number) => termsOf(request({ hiddenPercent })).machine?.reason.code
    expect([codeOf(0), codeOf(1.99), codeOf(2)]).toEqual(['milling-machine', 'milling-machine', 'milling-machine-5'])
  })

  it('keeps the 3-axis rate of a catalogue without that limit', () => {
    const asked = request(slanted)
    const { fiveAxesFromPercent: _, ...older } = cost
    const terms = termsOf({ ...asked, process: { ...asked.process, cost: older } })
    expect(terms.machine?.reason).toMatchObject({ code: 'milling-machine', values: { rate: 13 } })
  })
})

it('charges setup and programming by setups and freeform share', () => {
  const { setup, programming } = termsOf(request({ setups: 3, freeformShare: 0.5 }))
  expect(setup?.usd).toBeCloseTo((33 / 60) * 13, 12)
  expect(programming?.usd).toBeCloseTo(((12 + 18 + 20) / 60) * 12, 12)
})

it('charges more tool wear in hard materials', () => {
  const wear = termsOf(requestFor('milling', 'ss-304'))['tool-wear']
  expect(wear?.usd).toBeCloseTo((Number(wear?.reason.values.minutes) * 0.02) / 0.15 ** 0.7, 9)
})

it('refuses milling speeds of zero', () => {
  const asked = request()
  const stock = asked.material.cost
  const withStock = (changes: object) => ({ ...asked, material: { ...asked.material, cost: { ...stock, ...changes } } })
  for (const figure of ['roughingCm3PerMin', 'finishingCm2PerMin', 'machinability']) {
    expect(() => millingCost(withStock({ [figure]: 0 }))).toThrow(`materials.al-6061-t6.cost.${figure}`)
  }

  for (const figure of ['referenceSizeCm', 'freeformFinishFactor']) {
    const process = { ...asked.process, cost: { ...cost, [figure]: 0 } }
    expect(() => millingCost({ ...asked, process })).toThrow(`processes.milling.cost.${figure}`)
  }
})
