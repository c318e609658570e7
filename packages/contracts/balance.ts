import {
  currencies,
  ledgerTransactionKinds,
  orderStatuses,
  paymentLimits,
  paymentMethods,
  paymentStates,
} from '@cotation/domain'
import { z } from 'zod'
import { paymentView } from './order-views.ts'
import { paging, pagingBody, time } from './paging.ts'
import { route } from './route.ts'

const reloadAmount = z
  .number('RELOAD_AMOUNT_REQUIRED')
  .int('RELOAD_WHOLE')
  .min(paymentLimits.reloadMinUsd, 'RELOAD_MINIMUM')
  .max(paymentLimits.reloadMaxUsd, 'RELOAD_MAXIMUM')

/** `pending` means paid; it is credited at `availableAt`. */
export const reloadStates = ['unpaid', 'paying', 'pending', 'credited', 'failed', 'returned', 'disputed'] as const

export const reloadView = z.strictObject({
  id: z.uuid(),
  /** "R-…", shown to the customer. */
  number: z.string(),
  amountMinor: z.int(),
  method: z.enum(paymentMethods),
  state: z.enum(reloadStates),
  createdAt: time,
  availableAt: time.nullable(),
  payment: paymentView.nullable(),
  redirectUrl: z.string().nullable(),
})

export type ReloadView = z.output<typeof reloadView>

export const transactionView = z.strictObject({
  id: z.string(),
  type: z.enum(ledgerTransactionKinds),
  /** Negative for debits. */
  amountMinor: z.int(),
  /** The balance after the transaction. */
  balanceMinor: z.int(),
  at: time,
  method: z.enum(paymentMethods).nullable(),
  status: z.string(),
  note: z.string(),
  remark: z.string(),
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
})

export type TransactionView = z.output<typeof transactionView>

export const pointView = z.strictObject({
  id: z.string(),
  getTime: time,
  pointType: z.enum(ledgerTransactionKinds),
  points: z.int(),
  pointBalance: z.int(),
  orderNumber: z.string().nullable(),
})

export type PointView = z.output<typeof pointView>

export const paymentRecord = z.strictObject({
  id: z.uuid(),
  at: time,
  orderId: z.uuid().nullable(),
  number: z.string(),
  subject: z.enum(['order', 'additional-cost', 'reload']),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  usdMinor: z.int(),
  refundedMinor: z.int(),
  orderStatus: z.enum(orderStatuses).nullable(),
})

export type PaymentRecord = z.output<typeof paymentRecord>

const reloadParams = z.strictObject({ reloadId: z.uuid('INVALID_VALUE') })
const ofReload = { access: 'customer', params: reloadParams, output: reloadView, errors: ['NOT_FOUND'] } as const
export const recordLists = ['recharge', 'transaction', 'points', 'payment'] as const

/** What the lists of the last two years have in common. */
const aList = { method: 'GET', access: 'customer', query: z.strictObject(paging), errors: [] } as const

export const balanceRoutes = {
  get: route({
    method: 'GET',
    path: '/global/account/balance',
    access: 'customer',
    summary: 'Available balance, pending reloads and credit of the caller',
    output: z.strictObject({
      availableMinor: z.int(),
      pendingMinor: z.int(),
      nextAvailableAt: time.nullable(),
      points: z.int(),
      credit: z
        .strictObject({
          limitMinor: z.int(),
          owedMinor: z.int(),
          overdueMinor: z.int(),
          nextDueAt: time.nullable(),
          /** Staff let the customer pay first only. */
          isSuspended: z.boolean(),
        })
        .nullable(),
      isRecharge: z.boolean(),
    }),
    errors: [],
  }),
  rechargeList: route({
    ...aList,
    path: '/global/account/balance/rechargeList',
    summary: "The caller's reloads of the last two years, newest first",
    output: z.strictObject({ records: z.array(reloadView), total: z.int() }),
  }),
  transactionList: route({
    ...aList,
    path: '/global/account/balance/transactionList',
    summary: "Transactions of the caller's balance in the last two years, newest first",
    output: z.strictObject({ records: z.array(transactionView), total: z.int() }),
  }),
  pointList: route({
    ...aList,
    path: '/global/account/balance/wePointTransactionList',
    summary: "Transactions of the caller's points in the last two years, newest first",
    output: z.strictObject({ records: z.array(pointView), total: z.int(), balance: z.int() }),
  }),
  paymentList: route({
    method: 'POST',
    path: '/global/member/paymentList',
    access: 'customer',
    summary: "The caller's payments of the last two years, newest first",
    body: pagingBody,
    output: z.strictObject({ records: z.array(paymentRecord), total: z.int() }),
    errors: [],
  }),
  export: route({
    method: 'GET',
    path: '/global/account/balance/export/{list}',
    access: 'customer',
    ownOnly: true,
    summary: 'A list of the last two years as CSV, in the language of the request',
    params: z.strictObject({ list: z.enum(recordLists, 'INVALID_VALUE') }),
    output: { bytes: ['text/csv; charset=utf-8'] },
    errors: [],
    limits: [{ by: 'session', max: 30, windowSeconds: 600 }],
  }),
}

export const reloadRoutes = {
  create: route({
    method: 'POST',
    path: '/global/account/balance/reload',
    access: 'customer',
    summary: 'Starts a reload of the balance (idempotent by submission key)',
    body: z.strictObject({
      amountUsd: reloadAmount,
      method: z.enum(['card', 'bank_transfer'], 'PAYMENT_METHOD_REQUIRED'),
      bankCurrency: z.enum(currencies, 'CURRENCY_UNKNOWN').optional(),
      submissionKey: z.uuid('INVALID_VALUE'),
    }),
    output: reloadView,
    errors: ['RELOAD_NOT_ALLOWED', 'METHOD_NOT_OFFERED', 'PROVIDER_UNAVAILABLE'],
    limits: [{ by: 'session', max: 30, windowSeconds: 3600 }],
  }),
  get: route({
    ...ofReload,
    method: 'GET',
    path: '/global/account/balance/reload/{reloadId}',
    ownOnly: true,
    summary: 'The state of a reload',
  }),
  check: route({
    ...ofReload,
    method: 'POST',
    path: '/global/account/balance/reload/{reloadId}/check',
    summary: 'Asks the provider for the current state of a reload payment',
    limits: [{ by: 'session', max: 300, windowSeconds: 600 }],
  }),
}
