import { carrierIds, currencies, parcelStates, type StaffRole, staffRoles, staffStatuses } from '@cotation/domain'
import { z } from 'zod'
import { longText, nothing, requiredText, text } from '../fields.ts'
import { route } from '../route.ts'
import { orderParams } from './order-routes.ts'
import { orderView, parcelView } from './order-views.ts'
import { time } from './paging.ts'

const reason = longText(500, 'REASON_REQUIRED')
const customerParams = z.strictObject({ customerId: z.uuid('INVALID_VALUE') })
const receiptParams = z.strictObject({ receiptId: z.uuid('INVALID_VALUE') })
const minor = z.int('INVALID_VALUE').min(1, 'INVALID_VALUE').max(100_000_000_00, 'INVALID_VALUE')

/** What a coupon takes off at most, and from which sum on: no more than an order can be (MON-4). */
const couponUsd = z.number().positive().max(1_000_000)
const minGoodsUsd = z.number().min(0).max(1_000_000)

/** Money that came to a bank account. `held` waits for a person; `unapproved` for a second one. */
export const receiptView = z.strictObject({
  id: z.uuid(),
  bankTransactionId: z.string(),
  reference: z.string(),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  state: z.enum(['unapproved', 'matched', 'held', 'to-balance', 'returned']),
  /** Why it is held: nobody has this reference, the amount or the currency is another, the payment is over. */
  why: z.enum(['', 'unknown-reference', 'short', 'over', 'other-currency', 'payment-closed', 'rate-expired']),
  orderNumber: z.string().nullable(),
  recordedBy: z.string(),
  approvedBy: z.string().nullable(),
  receivedAt: time,
})

export type ReceiptView = z.output<typeof receiptView>

/** Money and limits; what customers ask for; work on an order. */
const managers: readonly StaffRole[] = ['account-manager', 'administrator']
const advisers: readonly StaffRole[] = ['account-manager', 'customer-success', 'administrator']
const workers: readonly StaffRole[] = ['operator', 'customer-success', 'administrator']

/** What the shop's own people may call; screens come with the back office. */
export const staffRoutes = {
  order: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}',
    access: 'staff',
    roles: staffRoles,
    summary: 'An order of any customer',
    params: orderParams,
    output: orderView,
    errors: ['NOT_FOUND'],
  }),
  moveOrder: route({
    method: 'POST',
    path: '/global/staff/order/{orderId}/move',
    access: 'staff',
    roles: workers,
    summary: 'Moves an order to its next status, as the table of statuses allows',
    params: orderParams,
    body: z.strictObject({ to: z.enum(staffStatuses, 'INVALID_VALUE'), reason: text(500).default('') }),
    output: orderView,
    errors: ['NOT_FOUND', 'ORDER_STATE'],
  }),
  cancelOrder: route({
    method: 'POST',
    path: '/global/staff/order/{orderId}/cancel',
    access: 'staff',
    roles: advisers,
    summary: 'Cancels an order that is not yet in production: what was paid goes back the way it came, the coupon too',
    params: orderParams,
    body: z.strictObject({ reason }),
    output: orderView,
    errors: ['NOT_FOUND', 'ORDER_NOT_CANCELLABLE', 'PAYMENT_PENDING'],
  }),
  addParcel: route({
    method: 'POST',
    path: '/global/staff/order/{orderId}/parcel',
    access: 'staff',
    roles: workers,
    summary: 'A parcel of an order, with its carrier and number',
    params: orderParams,
    body: z.strictObject({ carrier: z.enum(carrierIds, 'INVALID_VALUE'), trackingNumber: requiredText(60) }),
    output: parcelView,
    errors: ['NOT_FOUND', 'ORDER_STATE'],
  }),
  updateParcel: route({
    method: 'PATCH',
    path: '/global/staff/parcel/{parcelId}',
    access: 'staff',
    roles: workers,
    summary: 'What the carrier says of a parcel',
    params: z.strictObject({ parcelId: z.uuid('INVALID_VALUE') }),
    body: z.strictObject({ state: z.enum(parcelStates, 'INVALID_VALUE') }),
    output: parcelView,
    errors: ['NOT_FOUND'],
  }),
  refund: route({
    method: 'POST',
    path: '/global/staff/order/{orderId}/refund',
    access: 'staff',
    roles: managers,
    summary: 'Gives money of an order back the way it came, once for each key',
    params: orderParams,
    body: z.strictObject({ amountMinor: minor, reason, key: z.uuid('INVALID_VALUE') }),
    output: orderView,
    errors: ['NOT_FOUND', 'REFUND_TOO_HIGH', 'PAYMENT_PENDING'],
  }),
  refundReload: route({
    method: 'POST',
    path: '/global/staff/reload/{reloadId}/refund',
    access: 'staff',
    roles: managers,
    summary: 'Gives money of a reload back the way it came, once for each key, unless it was spent',
    params: z.strictObject({ reloadId: z.uuid('INVALID_VALUE') }),
    body: z.strictObject({ amountMinor: minor, reason, key: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND', 'REFUND_TOO_HIGH'],
  }),
  receive: route({
    method: 'POST',
    path: '/global/staff/bank/receipt',
    access: 'staff',
    roles: managers,
    summary:
      'Money that came to a bank account, once for each transaction of the bank; matched by its reference or held',
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
    method: 'POST',
    path: '/global/staff/bank/receipt/{receiptId}/approve',
    access: 'staff',
    roles: managers,
    summary: 'A second person confirms a large receipt',
    params: receiptParams,
    output: receiptView,
    errors: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'RECEIPT_SETTLED'],
  }),
  resolve: route({
    method: 'POST',
    path: '/global/staff/bank/receipt/{receiptId}/resolve',
    access: 'staff',
    roles: managers,
    summary: 'What happens to a receipt that is held: it counts for the order, goes to the balance, or goes back',
    params: receiptParams,
    body: z.strictObject({ as: z.enum(['matched', 'to-balance', 'returned'], 'INVALID_VALUE'), reason }),
    output: receiptView,
    errors: ['NOT_FOUND', 'RECEIPT_SETTLED', 'SECOND_PERSON_NEEDED'],
  }),
  credit: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/credit',
    access: 'staff',
    roles: managers,
    summary: 'Grants a credit limit to an enterprise customer; 0 ends it',
    params: customerParams,
    body: z.strictObject({ limitMinor: z.int().min(0).max(100_000_000_00), reason }),
    output: nothing,
    errors: ['NOT_FOUND', 'CREDIT_NOT_POSSIBLE'],
  }),
  settleCredit: route({
    method: 'POST',
    path: '/global/staff/customer/{customerId}/settlement',
    access: 'staff',
    roles: managers,
    summary: 'Money that came for what was bought on credit, once for each key',
    params: customerParams,
    body: z.strictObject({ amountMinor: minor, reason, key: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND', 'REFUND_TOO_HIGH'],
  }),
  flags: route({
    method: 'PATCH',
    path: '/global/staff/customer/{customerId}',
    access: 'staff',
    roles: advisers,
    summary: 'Whether a customer may reload the balance, and orders for others',
    params: customerParams,
    body: z.strictObject({ isRecharge: z.boolean().optional(), isEntrustOrderAccount: z.boolean().optional() }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
  issueCoupon: route({
    method: 'POST',
    path: '/global/staff/coupon',
    access: 'staff',
    roles: advisers,
    summary: 'A code that customers turn into a coupon',
    body: z.strictObject({
      code: z.string().regex(/^[A-Z0-9-]{4,40}$/, 'COUPON_CODE_INVALID'),
      coupon: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('amount'), usd: couponUsd, minGoodsUsd }),
        z.strictObject({
          type: z.literal('percent'),
          percent: z.number().positive().max(100),
          capUsd: couponUsd.optional(),
          minGoodsUsd: minGoodsUsd.optional(),
        }),
        z.strictObject({ type: z.literal('shipping'), usd: couponUsd, minGoodsUsd }),
        z.strictObject({ type: z.literal('expressUpgrade'), capUsd: couponUsd }),
      ]),
      mostUses: z.int().min(1).max(1_000_000),
      redeemableUntil: time,
      validDays: z.int().min(1).max(3650),
    }),
    output: nothing,
    errors: ['COUPON_CODE_USED'],
  }),
}
