import type { PartMeasures } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { preferredProcesses, seriesPreference } from './preferred-processes.ts'

const notTurned = { turned: false, diameterMm: 0, lengthMm: 0, operations: 1, liveFeatures: 0 }

/** A solid block without features. */
const solid = (length: number, width: number, thickness: number): PartMeasures => ({
  volumeMm3: length * width * thickness,
  areaMm2: 2 * (length * width + width * thickness + thickness * length),
  sizeMm: [length, width, thickness],
  freeformShare: 0,
  setups: 2,
  holes: [],
  turning: notTurned,
  undercutPercent: 0,
})

/** A box whose mean wall thickness, twice the volume over the surface, is given. */
const hollow = (thickness: number, wallMm: number): PartMeasures => ({
  ...solid(60, 40, thickness),
  volumeMm3: 10_000,
  areaMm2: 20_000 / wallMm,
  holes: [{ diameterMm: 3, depthMm: 5, through: true, wallMm: 4 }],
})

const reasonOf = (part: PartMeasures, isMetal = false) => preferredProcesses(part, isMetal).reason.id

const cube = solid(30, 30, 30)

describe('the processes that suit a shape', () => {
  it('treat a part as a plate from five times as wide as thick', () => {
    expect(reasonOf(solid(100, 50, 10))).toBe('plate')
    expect(reasonOf(solid(100, 49, 10))).toBe('simple')
  })

  it('treat a solid part as a block from 250 mm', () => {
    expect(reasonOf(solid(250, 100, 80))).toBe('block')
    expect(reasonOf(solid(249, 100, 80))).toBe('simple')
  })

  it('print thin walls, even with holes, up to 3.5 mm in a box four times as thick', () => {
    expect(reasonOf(hollow(30, 3.5))).toBe('simple')
    expect(reasonOf(hollow(30, 3.6))).toBe('prismatic')
    expect(reasonOf(hollow(14, 3.5))).toBe('simple')
    expect(reasonOf(hollow(13, 3.5))).toBe('prismatic')
  })

  it('take a part with more than 10 % of freeform surface for freeform', () => {
    expect(reasonOf({ ...solid(100, 50, 10), freeformShare: 0.1 })).toBe('plate')
    expect(reasonOf({ ...solid(100, 50, 10), freeformShare: 0.11 })).toBe('freeform')
    expect(reasonOf({ ...cube, freeformShare: 0.1 })).toBe('simple')
  })

  it('print in powder from 5 % of hidden surface', () => {
    expect(reasonOf({ ...cube, hiddenPercent: 5 })).toBe('hidden')
    expect(reasonOf({ ...cube, hiddenPercent: 4.9 })).toBe('simple')
  })

  it('machine a simple part in metal', () => {
    expect(reasonOf(cube)).toBe('simple')
    expect(reasonOf(cube, true)).toBe('simpleMetal')
  })

  it.each([
    [9, undefined],
    [10, 'series'],
    [50, 'series'],
    [51, undefined],
  ])('take %i plastic parts that are not machined for a series: %s', (quantity, reason) => {
    expect(seriesPreference(cube, quantity, false)?.reason.id).toBe(reason)
    expect(seriesPreference(cube, quantity, true)).toBeUndefined()
    expect(seriesPreference(solid(100, 50, 10), quantity, false)).toBeUndefined()
  })

  it('count each hole, thread and slot', () => {
    const holes = [{ diameterMm: 3, depthMm: 5, through: true, wallMm: 4 }]
    expect(preferredProcesses({ ...cube, holes }, false).reason.values).toEqual({ count: 1 })
    expect(preferredProcesses({ ...cube, modelledThreads: 2 }, false).reason.values).toEqual({ count: 2 })
  })

  it('turn what a lathe can make, whatever else it is', () => {
    const turning = { ...notTurned, turned: true, diameterMm: 30, lengthMm: 6 }
    const disc = { ...solid(30, 30, 6), turning, freeformShare: 0.5 }
    expect(preferredProcesses(disc, false)).toMatchObject({
      reason: { id: 'rotational', values: { diameterMm: 30, lengthMm: 6 } },
      best: ['turning'],
    })
  })

  it('rank every process once', () => {
    const parts = [cube, solid(100, 50, 10), { ...cube, hiddenPercent: 9 }, { ...cube, freeformShare: 1 }]

    for (const part of parts) {
      for (const isMetal of [false, true]) {
        const { best, others } = preferredProcesses(part, isMetal)
        const all = ['casting', 'milling', 'mjf', 'sla', 'slm', 'sls', 'turning']
        expect([...best, ...others].toSorted()).toEqual(all)
      }
    }
  })
})
