import { z } from 'zod'
import { optionalReason, requiredReason } from './fields.ts'
import { proposalView } from './proposal-views.ts'
import { route } from './route.ts'

const words = z.strictObject({ reason: optionalReason })

const ofProposal = {
  access: 'staff',
  method: 'POST',
  params: z.strictObject({ proposalId: z.uuid('INVALID_VALUE') }),
  output: proposalView,
} as const

/** Errors of the actions that an approval runs, judged again at that time. */
const actionErrors = [
  'REFUND_TOO_HIGH',
  'REFUND_REPEATED',
  'REFUND_INCREASED',
  'ORDER_NOT_CANCELLABLE',
  'CREDIT_SETTLEMENT_TOO_HIGH',
  'PAYMENT_PENDING',
  'CLAIM_STATE',
  'SETTLEMENT_TOO_HIGH',
  'CREDIT_NOT_POSSIBLE',
  'RECEIPT_SETTLED',
  'PAID_BY_ANOTHER',
  'COUPON_CODE_USED',
] as const

/** Actions of staff that need a second person. All proposals are the list `proposals`. */
export const proposalRoutes = {
  read: route({
    ...ofProposal,
    method: 'GET',
    path: '/global/staff/proposal/{proposalId}',
    right: 'proposals.use',
    summary: 'A proposal in any state',
    errors: ['NOT_FOUND'],
  }),
  approve: route({
    ...ofProposal,
    path: '/global/staff/proposal/{proposalId}/approve',
    right: 'money.approve',
    stepUp: true,
    summary: 'Approves a proposal of another person and carries it out, once',
    body: words,
    errors: ['NOT_FOUND', 'PROPOSAL_CLOSED', 'SECOND_PERSON_NEEDED', ...actionErrors],
  }),
  refuse: route({
    ...ofProposal,
    path: '/global/staff/proposal/{proposalId}/refuse',
    right: 'money.approve',
    stepUp: true,
    summary: 'Refuses a proposal of another person',
    body: z.strictObject({ reason: requiredReason }),
    errors: ['NOT_FOUND', 'PROPOSAL_CLOSED', 'SECOND_PERSON_NEEDED'],
  }),
  withdraw: route({
    ...ofProposal,
    path: '/global/staff/proposal/{proposalId}/withdraw',
    right: 'proposals.use',
    summary: 'Withdraws a proposal of the caller',
    body: words,
    errors: ['NOT_FOUND', 'PROPOSAL_CLOSED', 'NOT_YOUR_PROPOSAL'],
  }),
}
