import { describe, expect, it } from 'vitest'
import { complaintsOf, factComplaints, outcomesOf } from './compare.ts'
import { type Faults, inProcess, type Truth } from './parts/truth-part.ts'
import { precisionOf, recallOf, scoresByProcess, scoresByRule } from './scores.ts'

const thin = { rule: 'min-wall-mjf', severity: 'blocks' } as const
const deep = { rule: 'hole-depth-am', severity: 'warns' } as const

const complaints = (found: Parameters<typeof outcomesOf>[0][number], faults: Faults, more: Partial<Truth> = {}) =>
  complaintsOf(outcomesOf([found], 'step', { ...inProcess('mjf', faults), ...more }))

describe('the comparison with the truth', () => {
  it('accepts a planted fault with its severity, on whichever line it is found', () => {
    const truth = inProcess('mjf', { 'min-wall-mjf': 'blocks' })
    expect(complaintsOf(outcomesOf([[], [thin], [thin]], 'step', truth))).toEqual([])
  })

  it.each<[string, Faults, string[]]>([
    ['a missed fault', { 'min-wall-mjf': 'blocks', 'flat-warp': 'warns' }, ['misses flat-warp, which warns']],
    ['a false alarm', {}, ['falsely says that min-wall-mjf blocks']],
    [
      'another severity',
      { 'min-wall-mjf': ['warns', 'informs'] },
      ['says that min-wall-mjf blocks, but it warns or informs'],
    ],
  ])('complains about %s', (_, faults, expected) => {
    expect(complaints([thin], faults)).toEqual(expected)
  })

  it('tolerates warnings on a part of which only makeability is claimed, but no block', () => {
    expect(complaints([deep, thin], {}, { claim: 'makeable' })).toEqual(['falsely says that min-wall-mjf blocks'])
  })

  it('tolerates rules about which nothing is claimed', () => {
    expect(complaints([thin], {}, { unclaimed: ['min-wall-mjf'] })).toEqual([])
  })

  it('expects the standing findings of a process and a format', () => {
    expect(complaintsOf(outcomesOf([[]], 'stl', inProcess('milling')))).toEqual(['misses cnc-needs-step, which warns'])
    expect(complaintsOf(outcomesOf([[]], 'step', inProcess('milling')))).toEqual([])
    expect(complaintsOf(outcomesOf([[]], 'step', inProcess('sla')))).toEqual(['misses sla-drift, which informs'])
  })

  it('complains about the number of lines, and about walls that are half a percent off', () => {
    const bodies = (minMm: number) =>
      [{ walls: { minMm } }] as unknown as Parameters<typeof factComplaints>[2]['bodies']
    const drawn = { wallMm: 1 }

    expect(factComplaints(drawn, 'step', { bodies: bodies(0.9951) })).toEqual([])
    expect(factComplaints(drawn, 'step', { bodies: bodies(0.9949) })).toHaveLength(1)
    expect(factComplaints(drawn, 'stl', { bodies: bodies(0.98) })).toEqual([])
    expect(factComplaints({ lines: 2 }, 'stl', { bodies: bodies(1) })).toEqual(['has 1 lines instead of 2'])
  })
})

describe('the scores', () => {
  it('count a wrong severity as missed and as a false alarm', () => {
    const truth = inProcess('mjf', { 'min-wall-mjf': 'warns', 'hole-depth-am': 'warns' })
    const wrong = { format: 'stl', process: 'mjf', outcomes: outcomesOf([[thin, deep]], 'stl', truth) } as const
    const right = { ...wrong, outcomes: outcomesOf([[{ ...thin, severity: 'warns' }, deep]], 'stl', truth) }

    const [depth, wall] = scoresByRule([wrong, right])
    expect(depth).toEqual({ name: 'hole-depth-am', planted: 2, found: 2, falseAlarms: 0, falseBlocks: 0 })
    expect(wall).toEqual({ name: 'min-wall-mjf', planted: 2, found: 1, falseAlarms: 1, falseBlocks: 1 })
    expect(wall && [recallOf(wall), precisionOf(wall)]).toEqual([0.5, 0.5])
    expect(scoresByProcess([wrong, right])).toMatchObject([{ name: 'mjf, STL', planted: 4, found: 3 }])
  })

  it('are full where nothing was planted and nothing reported', () => {
    const silent = { name: 'slender', planted: 0, found: 0, falseAlarms: 0, falseBlocks: 0 }
    expect([recallOf(silent), precisionOf(silent)]).toEqual([1, 1])
  })
})
