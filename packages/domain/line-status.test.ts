import { describe, expect, it } from 'vitest'
import { type LineFacts, lineStatus } from './line-status.ts'
import { uploadStates, uploadTransitions } from './upload-state.ts'

const settled: LineFacts = {
  isOrdered: false,
  file: 'done',
  priceExpired: false,
  faults: 0,
  openWarnings: 0,
  blocking: 0,
  beyondAutomatic: false,
  expert: undefined,
}

describe('the status of a line', () => {
  it.each<[string, Partial<LineFacts>, string]>([
    ['with nothing left to decide', {}, 'ready'],
    ['whose file is uploading', { file: 'uploading' }, 'analysing'],
    ['whose file waits for analysis', { file: 'received' }, 'analysing'],
    ['whose file is being analysed', { file: 'analysing', faults: 2 }, 'analysing'],
    ['whose file cannot be read', { file: 'failed' }, 'needs-decision'],
    ['whose file expired', { file: 'expired' }, 'needs-decision'],
    ['with a fault', { faults: 1, openWarnings: 3 }, 'configuring'],
    ['with an open warning', { openWarnings: 1 }, 'needs-decision'],
    ['with a blocking finding', { blocking: 1 }, 'needs-decision'],
    ['beyond the automatic limits', { beyondAutomatic: true }, 'needs-decision'],
    ['whose price expired', { priceExpired: true, faults: 1 }, 'expired'],
    ['that an expert reviews', { expert: 'asked', file: 'failed', priceExpired: true }, 'manual-quote'],
    ['that an expert priced', { expert: 'answered', blocking: 2, beyondAutomatic: true, file: 'failed' }, 'ready'],
    ['whose expert price expired', { expert: 'answered', priceExpired: true }, 'expired'],
    ['that an expert declined', { expert: 'declined' }, 'needs-decision'],
    ['that was ordered', { isOrdered: true }, 'ordered'],
    ['that was ordered before its price expired', { isOrdered: true, priceExpired: true, file: 'expired' }, 'ordered'],
  ])('is right for a line %s', (_line, facts, status) => {
    expect(lineStatus({ ...settled, ...facts })).toBe(status)
  })
})

it('reaches every upload state from another state, never from itself', () => {
  for (const state of uploadStates) expect(uploadTransitions[state]).not.toContain(state)
  const reached = new Set(['uploading'])
  for (const state of uploadStates) for (const next of uploadTransitions[state]) reached.add(next)
  expect([...reached].sort()).toEqual([...uploadStates].sort())
})
