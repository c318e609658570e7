import { additionalCostLimits, additionalCostReasons, additionalCostStates } from '@cotation/domain'
import { z } from 'zod'
import { additionalCostView, staffAdditionalCostView } from './additional-cost-views.ts'
import { paymentChoice } from './checkout.ts'
import { nothing, pointMm, requiredMultilineText, requiredReason, text } from './fields.ts'
import { orderParams } from './order.ts'
import { paging, time } from './paging.ts'
import { beginErrors, billPayment, checkLimits, newLink } from './payment.ts'
import { optionalProposal, proposalErrors } from './proposal-views.ts'
import { route } from './route.ts'

const costParams = z.strictObject({ costId: z.uuid('INVALID_VALUE') })
const own = ['NOT_FOUND'] as const
const reason = requiredReason

/** The payment state of an additional cost. `result` is what the payer sees. */
export const additionalCostPaymentView = billPayment.extend({ cost: additionalCostView })
export type AdditionalCostPaymentView = z.output<typeof additionalCostPaymentView>

const costList = z.strictObject({ costs: z.array(additionalCostView), total: z.int() })
const listQuery = z.strictObject({ state: z.enum(additionalCostStates).optional(), ...paging })

/** What the customer's calls about one additional cost have in common. */
const ofCost = { access: 'customer', params: costParams, output: additionalCostView, errors: own } as const
const ofPayment = { ...ofCost, output: additionalCostPaymentView } as const

export const declineBody = z.strictObject({ reason })

export const additionalCostRoutes = {
  list: route({
    method: 'GET',
    path: '/global/additional-cost',
    access: 'customer',
    summary: "The additional costs of the caller's orders, newest first",
    query: listQuery,
    output: costList,
    errors: [],
  }),
  get: route({
    ...ofCost,
    method: 'GET',
    path: '/global/additional-cost/{costId}',
    summary: 'One additional cost with its reason, amounts and deadline',
  }),
  decline: route({
    ...ofCost,
    method: 'POST',
    path: '/global/additional-cost/{costId}/decline',
    summary: 'Declines an additional cost; the order waits until staff decide',
    body: declineBody,
    errors: [...own, 'ADDITIONAL_COST_STATE', 'PAYMENT_PENDING'],
  }),
  picture: route({
    ...ofCost,
    method: 'GET',
    path: '/global/additional-cost/{costId}/picture',
    summary: 'The picture that explains an additional cost',
    output: { bytes: ['image/webp'] },
  }),
  invoice: route({
    ...ofCost,
    method: 'GET',
    path: '/global/additional-cost/{costId}/invoice',
    summary: 'The invoice of a paid additional cost as a PDF, in the language of the request',
    output: { bytes: ['application/pdf'] },
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
  payment: route({
    ...ofPayment,
    method: 'GET',
    path: '/global/payment/additional-cost/{costId}',
    ownOnly: true,
    summary: 'The payment state of an additional cost and the methods for the amount due',
  }),
  begin: route({
    ...ofPayment,
    method: 'POST',
    path: '/global/payment/additional-cost/{costId}/begin',
    summary: 'Starts a payment of the amount due, or resumes an open one of the same kind',
    body: paymentChoice,
    errors: beginErrors,
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
  check: route({
    ...ofPayment,
    method: 'POST',
    path: '/global/payment/additional-cost/{costId}/check',
    summary: 'Asks the provider for the current state of the open payment',
    limits: checkLimits,
  }),
  abandon: route({
    ...ofPayment,
    method: 'POST',
    path: '/global/payment/additional-cost/{costId}/abandon',
    summary: 'Ends an open payment without money, so that another method can be chosen',
    errors: [...own, 'PAYMENT_PENDING', 'PROVIDER_UNAVAILABLE'],
  }),
  createLink: route({
    ...ofPayment,
    method: 'POST',
    path: '/global/payment/additional-cost/{costId}/link',
    summary: 'Creates a link through which anyone pays the additional cost; revokes an older one',
    output: newLink,
    errors: [...own, 'ADDITIONAL_COST_STATE', 'PAYMENT_PENDING'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  revokeLink: route({
    ...ofPayment,
    method: 'DELETE',
    path: '/global/payment/additional-cost/{costId}/link',
    summary: 'Revokes the link',
    output: nothing,
  }),
}

const amountMinor = z
  .int('INVALID_VALUE')
  .min(additionalCostLimits.minAmountMinor, 'INVALID_VALUE')
  .max(additionalCostLimits.maxAmountMinor, 'INVALID_VALUE')

const maxPictureBytes = 5 * 1024 * 1024
/** Four characters carry three bytes. */
const maxPictureLength = Math.ceil(maxPictureBytes / 3) * 4

const requestBody = z.strictObject({
  /** Makes the call idempotent. */
  key: z.uuid('INVALID_VALUE'),
  reason: z.enum(additionalCostReasons, 'INVALID_VALUE'),
  /** For a geometry: the id of the manufacturability rule that it is about; null if none covers it. */
  check: text(60).nullable(),
  explanation: requiredMultilineText(2000),
  place: z
    .strictObject({
      orderLineId: z.uuid('INVALID_VALUE'),
      pointMm,
    })
    .nullable()
    .default(null),
  /** Before VAT. Costs of transport are for the whole order: one item without a line. */
  items: z
    .array(z.strictObject({ orderLineId: z.uuid('INVALID_VALUE').nullable(), amountMinor }))
    .min(1, 'REQUIRED')
    .max(100, 'TOO_LONG'),
  deadline: time,
  /** A declined or expired request of the same order, which this one replaces. */
  replacesId: z.uuid('INVALID_VALUE').nullable().default(null),
  /** A JPEG, PNG or WebP that explains it. In the request itself, so that a bad one refuses all of it. */
  picture: z.base64('INVALID_VALUE').max(maxPictureLength, 'TOO_LONG').nullable().default(null),
})

const byStaff = { access: 'staff', params: costParams, output: staffAdditionalCostView } as const

/** Calls for staff about additional costs. */
export const additionalCostStaffRoutes = {
  request: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/order/{orderId}/additional-cost',
    right: 'costs.request',
    summary: 'Requests an additional cost for a paid order (idempotent by key)',
    params: orderParams,
    body: requestBody,
    maxBodyBytes: maxPictureLength + 100 * 1024,
    errors: [
      ...own,
      'ORDER_STATE',
      'CHECK_PASSED',
      'ADDITIONAL_COST_OPEN',
      'ADDITIONAL_COST_STATE',
      'IMAGE_UNSUPPORTED',
      'IMAGE_TOO_LARGE',
    ],
  }),
  addPicture: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/additional-cost/{costId}/picture',
    right: 'costs.request',
    summary: 'Adds the picture that explains an additional cost, once (JPEG, PNG or WebP)',
    upload: { field: 'image', maxBytes: maxPictureBytes },
    errors: [...own, 'ADDITIONAL_COST_STATE', 'IMAGE_UNSUPPORTED', 'IMAGE_TOO_LARGE', 'TOO_LARGE'],
  }),
  list: route({
    method: 'GET',
    path: '/global/staff/additional-cost',
    access: 'staff',
    right: 'costs.read',
    summary: 'The additional costs of all orders, newest first',
    query: listQuery,
    output: costList,
    errors: [],
  }),
  ofOrder: route({
    method: 'GET',
    path: '/global/staff/order/{orderId}/additional-cost',
    access: 'staff',
    right: 'costs.read',
    summary: 'The additional costs of an order, newest first',
    params: orderParams,
    output: z.strictObject({ costs: z.array(additionalCostView) }),
    errors: own,
  }),
  picture: route({
    ...byStaff,
    method: 'GET',
    path: '/global/staff/additional-cost/{costId}/picture',
    right: 'costs.read',
    summary: 'The picture that explains an additional cost',
    output: { bytes: ['image/webp'] },
    errors: own,
  }),
  invoice: route({
    ...byStaff,
    method: 'GET',
    path: '/global/staff/additional-cost/{costId}/invoice',
    right: 'costs.read',
    summary: 'The invoice of a paid additional cost as a PDF, in the language of the request',
    output: { bytes: ['application/pdf'] },
    errors: own,
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
  get: route({
    ...byStaff,
    method: 'GET',
    path: '/global/staff/additional-cost/{costId}',
    right: 'costs.read',
    summary: 'One additional cost, with the answer of the customer',
    errors: own,
  }),
  withdraw: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/additional-cost/{costId}/withdraw',
    right: 'costs.request',
    summary: 'Withdraws an additional cost that is not paid, so that the order goes on without it',
    body: z.strictObject({ reason }),
    errors: [...own, 'ADDITIONAL_COST_STATE', 'PAYMENT_PENDING'],
  }),
  refund: route({
    ...byStaff,
    method: 'POST',
    path: '/global/staff/additional-cost/{costId}/refund',
    right: 'money.refund',
    stepUp: true,
    summary: 'Refunds an additional cost to the original payment method, or proposes it (idempotent by key)',
    body: z.strictObject({
      amountMinor: z
        .int('INVALID_VALUE')
        .min(1, 'INVALID_VALUE')
        .max(additionalCostLimits.maxAmountMinor, 'INVALID_VALUE'),
      reason,
      key: z.uuid('INVALID_VALUE'),
    }),
    output: z.strictObject({ cost: staffAdditionalCostView, proposal: optionalProposal }),
    errors: [...own, 'REFUND_TOO_HIGH', 'REFUND_REPEATED', 'PAYMENT_PENDING', ...proposalErrors],
  }),
}
