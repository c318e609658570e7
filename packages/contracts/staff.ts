import {
  additionalCostStates,
  claimStates,
  currencies,
  maxReasonLength,
  paymentMethods,
  runCauses,
  staffStatuses,
} from '@cotation/domain'
import { z } from 'zod'
import { customerManager } from './account.ts'
import { couponOffer } from './coupon.ts'
import {
  emailField,
  internationalPhone,
  nothing,
  optionalReason,
  requiredReason,
  requiredText,
  text,
} from './fields.ts'
import { orderParams, photoParams } from './order.ts'
import { orderEventView, orderView, parcelView } from './order-views.ts'
import { time } from './paging.ts'
import { packedParcel, parcelParams, parcelReport } from './parcel.ts'
import { optionalProposal, proposalErrors } from './proposal-views.ts'
import { route } from './route.ts'

const reason = requiredReason
const customerParams = z.strictObject({ customerId: z.uuid('INVALID_VALUE') })
const receiptParams = z.strictObject({ receiptId: z.uuid('INVALID_VALUE') })
const minor = z.int('INVALID_VALUE').min(1, 'INVALID_VALUE').max(100_000_000_00, 'INVALID_VALUE')

const happened = {
  at: time,
  /** Null if nothing stored says who acted. */
  by: orderEventView.shape.by.nullable(),
  /** The member of staff; empty for the others. */
  author: z.string(),
}

/** What happens to an order beside the changes of its status. */
const orderHistoryEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('parcel'),
    ...happened,
    number: z.int(),
    state: z.enum(['announced', 'in_transit', 'delivered']),
  }),
  z.strictObject({ kind: z.literal('refund'), ...happened, amountMinor: z.int(), currency: z.enum(currencies) }),
  z.strictObject({ kind: z.literal('claim'), ...happened, claimId: z.uuid(), state: z.enum(claimStates) }),
  z.strictObject({
    kind: z.literal('cost'),
    ...happened,
    costId: z.uuid(),
    number: z.string(),
    state: z.enum(additionalCostStates),
  }),
  /** A concluded one, with the name of the line and what it decided about the pieces. */
  z.strictObject({
    kind: z.literal('inspection'),
    ...happened,
    name: z.string(),
    good: z.int(),
    rework: z.int(),
    scrap: z.int(),
  }),
  /** Pieces that are made again. */
  z.strictObject({
    kind: z.literal('remake'),
    ...happened,
    code: z.string(),
    name: z.string(),
    quantity: z.int(),
    cause: z.enum(runCauses).exclude(['order']),
  }),
])

export type OrderHistoryEntry = z.output<typeof orderHistoryEntry>

/** A refund of an order, or of an additional cost of it, that is not carried out. */
const pendingRefund = z.strictObject({
  /** The id of the proposal while it is `asked`, then of the refund. */
  id: z.uuid(),
  /** `asked` waits for a second person, `approved` until the money is sent. */
  state: z.enum(['asked', 'approved', 'failed']),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  /** How the money goes back; null until that is known. */
  method: z.enum(paymentMethods).nullable(),
  /** Staff send it by transfer and record that. */
  isSentByStaff: z.boolean(),
  reason: z.string(),
  /** The member of staff who asked for it; empty if that was no member. */
  author: z.string(),
  at: time,
  /** The additional cost that it is about; null for the order itself. */
  cost: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
})

export type PendingRefund = z.output<typeof pendingRefund>

/** An order as staff see it. */
export const staffOrderView = orderView.extend({
  /** Without the name once the account is deleted. */
  customer: z.strictObject({ id: z.uuid(), name: z.string(), company: z.string() }),
  /** With the name of the member of staff; empty for the others, and for a member whose account is gone. */
  timeline: z.array(orderEventView.extend({ author: z.string() })),
  /** Oldest first, each kind with the right that its section of the page needs. */
  history: z.array(orderHistoryEntry),
  /** When the dispute of a reload stopped it; null if it is not stopped. */
  stoppedAt: time.nullable(),
  /** What went back of each payment, oldest first; empty without a right to money. */
  refunds: z.array(
    z.strictObject({
      id: z.string(),
      paymentId: z.uuid(),
      amountMinor: z.int(),
      currency: z.enum(currencies),
      at: time,
    }),
  ),
  /** Oldest first, without failures that a later refund replaces; empty without a money right. */
  pendingRefunds: z.array(pendingRefund),
  /** What a refund can return now, in US cents; 0 without the right to refund. */
  refundableMinor: z.int(),
})

export type StaffOrderView = z.output<typeof staffOrderView>

/** Money received on a bank account. `held` awaits a decision, `unapproved` a second person. */
export const receiptView = z.strictObject({
  id: z.uuid(),
  bankTransactionId: z.string(),
  reference: z.string(),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  state: z.enum(['unapproved', 'matched', 'held', 'to-balance', 'returned']),
  /** Why it is held. */
  why: z.enum(['', 'unknown-reference', 'short', 'over', 'other-currency', 'payment-closed', 'rate-expired']),
  orderNumber: z.string().nullable(),
  recordedBy: z.string(),
  approvedBy: z.string().nullable(),
  receivedAt: time,
})

export type ReceiptView = z.output<typeof receiptView>

/** A refund that staff send back by transfer to the holder of a payment link. */
export const payerReturnView = z.strictObject({
  id: z.uuid(),
  /** Number of the order or additional cost. */
  number: z.string(),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  usdMinor: z.int(),
  /** Empty if it is not known. */
  payerEmail: z.string(),
  /** The bank's ids of the transfers that paid: the money goes back to their accounts. */
  receivedAs: z.array(z.string()),
  reason: z.string(),
  askedAt: time,
  /** The bank's id of the transfer that returned it; null while it is owed. */
  bankTransactionId: z.string().nullable(),
  sentAt: time.nullable(),
})

export type PayerReturnView = z.output<typeof payerReturnView>

/** A disputed reload. Below `disputedMinor`, `frozenMinor` means that the rest was spent. */
export const disputeView = z.strictObject({
  id: z.uuid(),
  customerId: z.uuid(),
  customerEmail: z.string(),
  reloadNumber: z.string(),
  disputedMinor: z.int(),
  frozenMinor: z.int(),
  /** Orders that are stopped because they were paid from it. */
  stoppedOrders: z.array(z.string()),
  openedAt: time,
  outcome: z.enum(['won', 'lost']).nullable(),
  releasedAt: time.nullable(),
})

export type DisputeView = z.output<typeof disputeView>

/** Both empty to show no hours. */
const ownHours = z
  .strictObject({ fr: text(80), en: text(80) })
  .refine(({ fr, en }) => (fr === '') === (en === ''), 'BOTH_LANGUAGES_REQUIRED')

export const staffContactBody = z.strictObject({ phone: internationalPhone, hours: ownHours }).partial()

const ofOrder = { access: 'staff', params: orderParams, output: orderView } as const
const ofReceipt = {
  access: 'staff',
  right: 'money.receive',
  stepUp: true,
  params: receiptParams,
  output: receiptView,
} as const
const ofCustomer = { access: 'staff', params: customerParams, output: nothing } as const

/** Calls for staff. Their screens come with the back office. */
export const staffRoutes = {
  order: route({
    ...ofOrder,
    method: 'GET',
    path: '/global/staff/order/{orderId}',
    right: 'orders.read',
    summary: 'An order of any customer',
    output: staffOrderView,
    errors: ['NOT_FOUND'],
  }),
  reviewPhoto: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/review/photo/{photoId}',
    access: 'staff',
    right: 'orders.read',
    summary: 'A picture of the review of any order',
    params: photoParams,
    output: { bytes: ['image/webp'] },
    errors: ['NOT_FOUND'],
  }),
  moveOrder: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/staff/order/{orderId}/move',
    right: 'orders.move',
    summary: 'Moves an order to its next status',
    body: z.strictObject({ to: z.enum(staffStatuses, 'INVALID_VALUE'), reason: text(maxReasonLength).default('') }),
    errors: [
      'NOT_FOUND',
      'ORDER_STATE',
      'MOVE_REASON_REQUIRED',
      'ORDER_STOPPED',
      'PIECES_UNMADE',
      'PARCEL_MISSING',
      'PARTS_UNPACKED',
      'ADDITIONAL_COST_OPEN',
      'FREIGHT_ACCOUNT_UNCONFIRMED',
    ],
  }),
  cancelOrder: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/staff/order/{orderId}/cancel',
    right: 'orders.cancel',
    stepUp: true,
    summary: 'Cancels an order before production, refunds the payment and returns the coupon, or proposes it',
    body: z.strictObject({ reason }),
    output: z.strictObject({ order: orderView, proposal: optionalProposal }),
    errors: ['NOT_FOUND', 'ORDER_NOT_CANCELLABLE', 'PAYMENT_PENDING', 'REFUND_INCREASED', 'PROPOSAL_OPEN'],
  }),
  addParcel: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/staff/order/{orderId}/parcel',
    right: 'parcels.write',
    summary: 'Packs a parcel: parts of lines, carrier, tracking number, weight and box',
    body: packedParcel,
    output: parcelView,
    errors: [
      'NOT_FOUND',
      'ORDER_STATE',
      'PARCEL_QUANTITY',
      'PIECES_UNFINISHED',
      'WORK_HELD',
      'ORDER_STOPPED',
      'TRACKING_NUMBER_MISSING',
      'TRACKING_NUMBER_USED',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  updateParcel: route({
    method: 'PATCH',
    path: '/global/staff/parcel/{parcelId}',
    access: 'staff',
    right: 'parcels.write',
    summary: 'Records what the carrier reports about a parcel',
    params: parcelParams,
    body: parcelReport,
    output: parcelView,
    errors: ['NOT_FOUND', 'ORDER_STOPPED', 'ADDITIONAL_COST_OPEN', 'FREIGHT_ACCOUNT_UNCONFIRMED'],
  }),
  refund: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/staff/order/{orderId}/refund',
    right: 'money.refund',
    stepUp: true,
    summary: 'Refunds an order to the original payment method, or proposes it (idempotent by key)',
    body: z.strictObject({ amountMinor: minor, reason, key: z.uuid('INVALID_VALUE') }),
    output: z.strictObject({ order: orderView, proposal: optionalProposal }),
    errors: ['NOT_FOUND', 'REFUND_TOO_HIGH', 'REFUND_REPEATED', 'PAYMENT_PENDING', ...proposalErrors],
  }),
  refundReload: route({
    method: 'POST',
    path: '/global/staff/reload/{reloadId}/refund',
    access: 'staff',
    right: 'money.refund',
    stepUp: true,
    summary: 'Refunds an unspent reload to the original payment method, or proposes it (idempotent by key)',
    params: z.strictObject({ reloadId: z.uuid('INVALID_VALUE') }),
    body: z.strictObject({ amountMinor: minor, reason, key: z.uuid('INVALID_VALUE') }),
    output: z.strictObject({ proposal: optionalProposal }),
    errors: ['NOT_FOUND', 'REFUND_TOO_HIGH', 'REFUND_REPEATED', ...proposalErrors],
  }),
  receive: route({
    method: 'POST',
    path: '/global/staff/bank/receipt',
    access: 'staff',
    right: 'money.receive',
    stepUp: true,
    summary: 'Records a bank receipt (idempotent by bank transaction id); matches it by reference or holds it',
    body: z.strictObject({
      bankTransactionId: requiredText(100),
      reference: text(140),
      amountMinor: minor,
      currency: z.enum(currencies, 'CURRENCY_UNKNOWN'),
    }),
    output: receiptView,
    errors: [],
  }),
  approve: route({
    ...ofReceipt,
    method: 'POST',
    path: '/global/staff/bank/receipt/{receiptId}/approve',
    right: 'money.approve',
    stepUp: true,
    summary: 'Confirms a large receipt as a second person',
    errors: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'RECEIPT_SETTLED'],
  }),
  resolve: route({
    ...ofReceipt,
    method: 'POST',
    path: '/global/staff/bank/receipt/{receiptId}/resolve',
    summary: 'Resolves a held receipt: match it, put it on the balance (or propose that), or return it',
    body: z.strictObject({ as: z.enum(['matched', 'to-balance', 'returned'], 'INVALID_VALUE'), reason }),
    output: z.strictObject({ receipt: receiptView, proposal: optionalProposal }),
    errors: ['NOT_FOUND', 'RECEIPT_SETTLED', 'PAID_BY_ANOTHER', 'SECOND_PERSON_NEEDED', ...proposalErrors],
  }),
  payerReturns: route({
    method: 'GET',
    path: '/global/staff/payer-return',
    access: 'staff',
    right: 'money.refund',
    summary: 'What is owed to the payers of payment links: at most the 100 oldest',
    output: z.strictObject({ returns: z.array(payerReturnView) }),
    errors: [],
  }),
  payerReturnSent: route({
    method: 'POST',
    path: '/global/staff/payer-return/{refundId}/sent',
    access: 'staff',
    right: 'money.refund',
    stepUp: true,
    summary: 'Records that a payer got the money back by transfer (idempotent by bank transaction id)',
    params: z.strictObject({ refundId: z.uuid('INVALID_VALUE') }),
    body: z.strictObject({ bankTransactionId: requiredText(100) }),
    output: payerReturnView,
    errors: ['NOT_FOUND', 'RETURN_SENT', 'TRANSFER_USED'],
  }),
  disputes: route({
    method: 'GET',
    path: '/global/staff/dispute',
    access: 'staff',
    right: 'checks.release',
    summary: 'Disputed reloads that are open, or lost and not released: at most the 100 oldest',
    output: z.strictObject({ disputes: z.array(disputeView) }),
    errors: [],
  }),
  releaseDispute: route({
    method: 'POST',
    path: '/global/staff/dispute/{disputeId}/release',
    access: 'staff',
    right: 'checks.release',
    stepUp: true,
    summary: 'Lets the stopped orders of a disputed reload go on and the customer use the balance again',
    params: z.strictObject({ disputeId: z.uuid('INVALID_VALUE') }),
    body: z.strictObject({ reason }),
    output: disputeView,
    errors: ['NOT_FOUND'],
  }),
  credit: route({
    ...ofCustomer,
    method: 'POST',
    path: '/global/staff/customer/{customerId}/credit',
    right: 'credit.grant',
    stepUp: true,
    summary: 'Grants a credit limit to an enterprise customer, or proposes it; 0 ends the credit',
    body: z.strictObject({ limitMinor: z.int().min(0).max(100_000_000_00), reason }),
    output: z.strictObject({ proposal: optionalProposal }),
    errors: ['NOT_FOUND', 'CREDIT_NOT_POSSIBLE', ...proposalErrors],
  }),
  settleCredit: route({
    ...ofCustomer,
    method: 'POST',
    path: '/global/staff/customer/{customerId}/settlement',
    right: 'money.receive',
    stepUp: true,
    summary: 'Records a settlement of credit, or proposes it (idempotent by key)',
    body: z.strictObject({ amountMinor: minor, reason, key: z.uuid('INVALID_VALUE') }),
    output: z.strictObject({ proposal: optionalProposal }),
    errors: ['NOT_FOUND', 'CREDIT_SETTLEMENT_TOO_HIGH', ...proposalErrors],
  }),
  flags: route({
    ...ofCustomer,
    method: 'PATCH',
    path: '/global/staff/customer/{customerId}',
    right: 'customers.edit',
    summary: 'Sets whether a customer may reload the balance and order for others',
    body: z.strictObject({ isRecharge: z.boolean().optional(), isEntrustOrderAccount: z.boolean().optional() }),
    errors: ['NOT_FOUND'],
  }),
  assignManager: route({
    ...ofCustomer,
    method: 'POST',
    path: '/global/staff/customer/{customerId}/manager',
    right: 'customers.assign',
    summary: 'Assigns an active member of staff to a customer as manager, instead of the former one',
    body: z.strictObject({ email: emailField('COLLEAGUE_EMAIL_REQUIRED'), reason }),
    errors: ['NOT_FOUND', 'STAFF_NOT_ACTIVE'],
  }),
  removeManager: route({
    ...ofCustomer,
    method: 'DELETE',
    path: '/global/staff/customer/{customerId}/manager',
    right: 'customers.assign',
    summary: 'Leaves a customer without a manager',
    body: z.strictObject({ reason }),
    errors: ['NOT_FOUND'],
  }),
  updateContact: route({
    method: 'PATCH',
    path: '/global/staff/me',
    access: 'staff',
    right: 'staff.self',
    summary: "Changes the caller's phone number and hours, which customers see; empty ones are not shown",
    body: staffContactBody,
    output: customerManager,
    errors: [],
  }),
  issueCoupon: route({
    method: 'POST',
    path: '/global/staff/coupon',
    access: 'staff',
    right: 'coupons.issue',
    stepUp: true,
    summary: 'Issues a code that customers redeem for a coupon, or proposes it',
    body: couponOffer.extend({ reason: optionalReason }),
    output: z.strictObject({ proposal: optionalProposal }),
    errors: ['COUPON_CODE_USED', 'PROPOSAL_OPEN'],
  }),
}
