import { describe, expect, it } from 'vitest'
import { type LineFacts, lineStatus } from './line-status.ts'
import { uploadStates, uploadTransitions } from './upload-state.ts'

const settled: LineFacts = {
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
    ['with nothing left to say', {}, 'ready'],
    ['whose bytes are coming', { file: 'uploading' }, 'analysing'],
    ['whose bytes wait', { file: 'received' }, 'analysing'],
    ['that is looked at', { file: 'analysing', faults: 2 }, 'analysing'],
    ['that cannot be read', { file: 'failed' }, 'needs-decision'],
    ['whose file is gone', { file: 'expired' }, 'needs-decision'],
    ['with a fault', { faults: 1, openWarnings: 3 }, 'configuring'],
    ['with a warning', { openWarnings: 1 }, 'needs-decision'],
    ['that something blocks', { blocking: 1 }, 'needs-decision'],
    ['too many or too dear', { beyondAutomatic: true }, 'needs-decision'],
    ['whose price is too old', { priceExpired: true, faults: 1 }, 'expired'],
    ['an expert looks at', { expert: 'asked', file: 'failed', priceExpired: true }, 'manual-quote'],
    ['an expert priced', { expert: 'answered', blocking: 2, beyondAutomatic: true, file: 'failed' }, 'ready'],
    ['an expert priced long ago', { expert: 'answered', priceExpired: true }, 'expired'],
    ['an expert declined', { expert: 'declined' }, 'needs-decision'],
  ])('%s', (_line, facts, status) => {
    expect(lineStatus({ ...settled, ...facts })).toBe(status)
  })
})

it('every state of a file can end, and none follows itself', () => {
  for (const state of uploadStates) expect(uploadTransitions[state]).not.toContain(state)
  const reached = new Set(['uploading'])
  for (const state of uploadStates) for (const next of uploadTransitions[state]) reached.add(next)
  expect([...reached].sort()).toEqual([...uploadStates].sort())
})
