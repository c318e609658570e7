import { describe, expect, it } from 'vitest'
import { type ExportAnswer, type ExportDeclaration, exportStanding, exportWording } from './export-control.ts'

const clearance = {
  at: '2026-11-17T09:00:00.000Z',
  staffId: 'staff',
  reason: 'Not listed',
  uploadIds: ['bracket', 'cover'],
}

const declared = (answer: ExportAnswer, traits: Partial<ExportDeclaration> = {}): ExportDeclaration => ({
  answer,
  wording: exportWording,
  answeredAt: '2026-11-16T09:00:00.000Z',
  answeredBy: 'ada@example.com',
  clearance: null,
  ...traits,
})

describe('the standing of an export-control answer', () => {
  it.each([
    ['no answer is unanswered', null, 'unanswered'],
    ['“no” is clear', declared('no'), 'clear'],
    ['“yes” is in review', declared('yes'), 'in-review'],
    ['“I do not know” is in review', declared('unknown'), 'in-review'],
    ['“yes” is clear once staff cleared it', declared('yes', { clearance }), 'clear'],
    ['an answer to another wording is unanswered', declared('no', { wording: '2020-01' }), 'unanswered'],
  ] as const)('%s', (_case, declaration, standing) => {
    expect(exportStanding(declaration, ['bracket'])).toBe(standing)
  })

  it.each([
    ['“yes” is clear for all parts that staff reviewed', ['cover', 'bracket'], 'clear'],
    ['“yes” is in review for a part that was added later', ['bracket', 'shaft'], 'in-review'],
  ] as const)('%s', (_case, uploadIds, standing) => {
    expect(exportStanding(declared('yes', { clearance }), uploadIds)).toBe(standing)
  })
})
