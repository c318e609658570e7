import type { ClaimEvidence, StaffClaimView } from '@cotation/contracts'
import { uuid } from '#lib/testing/views.ts'

export const lineId = uuid()

export const orderId = uuid()

export const opened = {
  at: '2026-11-14T12:00:00.000Z',
  to: 'open' as const,
  by: 'customer' as const,
  author: '',
  text: 'The hole is too small.',
  photoIds: [],
}

/** Two brackets of five, reported as too small, worth 60 dollars. */
export const aClaim = (traits: Partial<StaffClaimView> = {}): StaffClaimView => ({
  id: uuid(),
  order: { id: orderId, number: 'C-26-10001' },
  customerId: uuid(),
  state: 'open',
  reason: 'dimension',
  openedAt: opened.at,
  workOrderNumber: null,
  settledMinor: null,
  lines: [{ lineId, name: 'bracket.stl', thumbnailId: null, quantity: 2, ordered: 5, place: [12.5, 0, 8] }],
  history: [opened],
  reprint: null,
  can: { answer: false, withdraw: true, order: false },
  valueMinor: 60_00,
  dueAt: new Date(Date.now() + 22.5 * 3_600_000).toISOString(),
  proposal: null,
  ...traits,
})

export const noEvidence: ClaimEvidence['lines'][number] = { lineId, findings: [], losses: [], remakes: [] }
