import { describe, expect, it } from 'vitest'
import { isLost, madePieces, stageOf, stateAfter, stepReports, stepStates } from './production.ts'

describe('a report about a step', () => {
  it('fits only some states', () => {
    const fitting = stepStates.map((state) => [
      state,
      ...stepReports.map((report) => `${report} ${stateAfter(state, report, 0)}`),
    ])
    expect(fitting).toEqual([
      ['waiting', 'start null', 'pause null', 'done null'],
      ['ready', 'start running', 'pause null', 'done done'],
      ['running', 'start null', 'pause paused', 'done done'],
      ['paused', 'start running', 'pause null', 'done done'],
      ['done', 'start null', 'pause null', 'done null'],
      ['skipped', 'start null', 'pause null', 'done null'],
    ])
  })

  it('keeps the step open for pieces that must be reworked', () => {
    expect(stateAfter('running', 'done', 2)).toBe('ready')
  })
})

describe('the stage of a run', () => {
  const steps = (...states: (typeof stepStates)[number][]) =>
    (['material', 'printing', 'service', 'inspection', 'packing'] as const).map((operation, i) => ({
      operation,
      state: states[i] ?? 'waiting',
    }))

  it.each([
    ['planned', steps('ready')],
    ['making', steps('running')],
    ['making', steps('done', 'ready')],
    ['finishing', steps('done', 'done', 'ready')],
    ['inspection', steps('done', 'done', 'done', 'ready')],
    ['packing', steps('done', 'done', 'done', 'done', 'paused')],
    ['ready', steps('done', 'done', 'done', 'done', 'done')],
  ] as const)('is %s by its first open step', (stage, of) => {
    expect(stageOf(of)).toBe(stage)
  })
})

describe('the pieces of a run', () => {
  const done = (good: number) => ({ state: 'done' as const, good })

  it.each([
    { lost: true, steps: [done(0), { state: 'skipped' as const, good: 0 }] },
    { lost: true, steps: [done(5), done(0)] },
    { lost: false, steps: [done(5), done(5)] },
    { lost: false, steps: [done(5), { state: 'ready' as const, good: 0 }] },
  ])('are lost if every step is closed without a good one at the end: $lost', ({ lost, steps }) => {
    expect(isLost(steps)).toBe(lost)
  })
})

describe('the made pieces of a run', () => {
  const run = (inspection: { state: (typeof stepStates)[number]; quantity: number; good?: number; scrap?: number }) => [
    { operation: 'printing' as const, state: 'ready' as const, quantity: 5, good: 0, scrap: 0 },
    { operation: 'inspection' as const, good: 0, scrap: 0, ...inspection },
    { operation: 'packing' as const, state: 'waiting' as const, quantity: 5, good: 0, scrap: 0 },
  ]

  it.each([
    ['none before the inspection can begin', 0, run({ state: 'waiting', quantity: 5 })],
    ['all that have come to the inspection', 5, run({ state: 'ready', quantity: 5 })],
    ['not what the inspection scrapped', 3, run({ state: 'done', quantity: 5, good: 3, scrap: 2 })],
    ['only the good ones while it waits for what it sent back', 4, run({ state: 'waiting', quantity: 5, good: 4 })],
    ['none if all became scrap before it', 0, run({ state: 'skipped', quantity: 0 })],
  ])('are %s', (_, count, steps) => {
    expect(madePieces(steps)).toBe(count)
  })
})
