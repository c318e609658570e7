import type { ProposalView } from '@cotation/contracts'
import { uuid } from './views.ts'

/** An open proposal of a refund. */
export const aProposal = (traits: Partial<ProposalView> = {}): ProposalView => ({
  id: uuid(),
  action: { kind: 'order-refund', orderId: uuid(), amountMinor: 1_200_00, key: uuid() },
  subjectName: 'C-26-0042',
  customerId: uuid(),
  customerName: 'Atelier Martin',
  amountMinor: 1_200_00,
  earlierMinor: 0,
  reason: 'Scratches',
  proposedBy: 'Lise Meitner',
  proposedById: uuid(),
  proposedAt: '2026-11-18T08:00:00.000Z',
  expiresAt: '2026-12-02T08:00:00.000Z',
  state: 'open',
  decidedBy: null,
  decidedAt: null,
  decisionReason: '',
  ...traits,
})
