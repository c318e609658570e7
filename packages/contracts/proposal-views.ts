import { proposalStates } from '@cotation/domain'
import { z } from 'zod'
import { couponOffer } from './coupon.ts'
import { time } from './paging.ts'

const refunded = { amountMinor: z.int(), key: z.uuid() }

/** What staff propose. It runs with exactly these parameters once a second person approves it. */
export const proposalAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order-refund'), orderId: z.uuid(), ...refunded }),
  z.strictObject({
    kind: z.literal('order-cancellation'),
    orderId: z.uuid(),
    /** What it gives back at most. */
    amountMinor: z.int(),
  }),
  z.strictObject({ kind: z.literal('additional-cost-refund'), costId: z.uuid(), ...refunded }),
  z.strictObject({ kind: z.literal('reload-refund'), reloadId: z.uuid(), ...refunded }),
  z.strictObject({
    kind: z.literal('claim-settlement'),
    claimId: z.uuid(),
    by: z.enum(['refund', 'credit']),
    amountMinor: z.int(),
  }),
  z.strictObject({ kind: z.literal('credit-limit'), customerId: z.uuid(), limitMinor: z.int() }),
  z.strictObject({ kind: z.literal('credit-settlement'), customerId: z.uuid(), ...refunded }),
  z.strictObject({ kind: z.literal('receipt-to-balance'), receiptId: z.uuid() }),
  couponOffer.extend({ kind: z.literal('coupon-offer') }),
])

export type ProposalAction = z.output<typeof proposalAction>

/** An action that waits, or waited, for a second person. */
export const proposalView = z.strictObject({
  id: z.uuid(),
  action: proposalAction,
  /** What it is about, as people call it: the number of an order or reload, the code of a coupon. */
  subjectName: z.string(),
  /** Whose money it is about; null for a coupon offer. */
  customerId: z.uuid().nullable(),
  /** Company or name; empty without a customer. */
  customerName: z.string(),
  /** What it moves at most, in US cents; null without a bound. */
  amountMinor: z.int().nullable(),
  /** What one person had moved in the 24 hours before, which counts against the same limit. */
  earlierMinor: z.int(),
  reason: z.string(),
  proposedBy: z.string(),
  /** Who may withdraw it, and may not decide it. */
  proposedById: z.uuid(),
  proposedAt: time,
  expiresAt: time,
  state: z.enum(proposalStates),
  /** Null while it is open, and for one that expired. */
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  decisionReason: z.string(),
})

export type ProposalView = z.output<typeof proposalView>

/** In the answer of an action that may need a second person; null if it was carried out. */
export const optionalProposal = proposalView.nullable()

/** What such an action adds to the errors of its call. */
export const proposalErrors = ['PROPOSAL_OPEN', 'NOT_YOUR_CUSTOMER'] as const
