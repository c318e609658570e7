import { accountLimits, currencies, hasWebAddress, languages, orderStatuses, paymentLimits } from '@cotation/domain'
import { z } from 'zod'
import { linkedAdditionalCost } from './additional-cost-views.ts'
import { paymentChoice } from './checkout.ts'
import { email, multilineText, nothing, text } from './fields.ts'
import { orderParams } from './order.ts'
import { methodOffer, money, paymentView } from './order-views.ts'
import { time } from './paging.ts'
import { route } from './route.ts'
import { unconfirmedPayment } from './unconfirmed-payment.ts'

const own = ['NOT_FOUND'] as const

/** 256 random bits, base64url. The holder may pay and sees only what is needed for that (PAY-8). */
export const linkKey = z.string('KEY_REQUIRED').regex(/^[\w-]{43}$/, 'INVALID_VALUE')

/** Currency of the shown prices. A transfer is suggested in it; all other methods pay in USD. */
const shownCurrency = z.enum(currencies)

/** The payment state of an order or additional cost. `result` is what the payer sees. */
export const billPayment = z.strictObject({
  number: z.string(),
  currency: shownCurrency,
  totalMinor: z.int(),
  paidMinor: z.int(),
  dueMinor: z.int(),
  result: z.enum(['due', 'pending', 'paid', 'closed']),
  /** The open payment, if any. */
  open: paymentView.nullable(),
  unconfirmed: unconfirmedPayment.nullable(),
  payments: z.array(paymentView),
  methods: z.array(methodOffer),
  /** The amount due in each currency of our bank accounts, at the current rate. */
  bankAmounts: z.array(money),
  balanceMinor: z.int(),
  /** Reloads that are paid and not spendable yet. */
  pendingReloadMinor: z.int(),
  creditMinor: z.int().nullable(),
  /** The link that the customer has made, and to whom it was mailed when it was created. */
  link: z.strictObject({ createdAt: time, expiresAt: time, recipients: z.array(z.string()) }).nullable(),
  /** The provider's card page, if a card payment is waiting for it. */
  redirectUrl: z.string().nullable(),
})

export type BillPayment = z.output<typeof billPayment>

export const orderPaymentView = billPayment.extend({
  orderId: z.uuid(),
  /** Null if the project was removed. */
  projectId: z.uuid().nullable(),
  status: z.enum(orderStatuses),
  poNumber: z.string(),
})

export type OrderPaymentView = z.output<typeof orderPaymentView>

/** A payment that the customer has started and not paid. It blocks every other one until it ends. */
export const customerPayment = z.strictObject({
  method: z.enum(['card', 'bank_transfer']),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  /** Reference of a transfer. */
  reference: z.string().nullable(),
  startedAt: time,
  expiresAt: time.nullable(),
})

export type CustomerPayment = z.output<typeof customerPayment>

/** Money that was received from the holder of a link. */
export const payerPayment = z.strictObject({
  method: z.enum(['card', 'bank_transfer']),
  amountMinor: z.int(),
  /** What of it was sent back. */
  refundedMinor: z.int(),
  currency: z.enum(currencies),
  paidAt: time,
})

export type PayerPayment = z.output<typeof payerPayment>

/** Who sells. A payer always sees it. */
const seller = z.strictObject({
  name: z.string(),
  legalEntity: z.string(),
  address: z.string(),
  vatNumber: z.string(),
})

/** What the customer shows to the payer of an order; what stays hidden is empty or null. */
export const shownOrder = z.strictObject({
  requester: z.string(),
  company: z.string(),
  poNumber: z.string(),
  content: z
    .strictObject({
      /** Names of materials are in the caller's language. */
      parts: z.array(
        z.strictObject({ name: z.string(), material: z.string(), quantity: z.int(), totalMinor: z.int() }),
      ),
      /** From the prices of the parts to the total; a discount is negative. */
      amounts: z.strictObject({
        smallOrderMinor: z.int(),
        discountMinor: z.int(),
        shippingMinor: z.int(),
        taxPercent: z.number(),
        taxMinor: z.int(),
        totalMinor: z.int(),
      }),
    })
    .nullable(),
})

export type ShownOrder = z.output<typeof shownOrder>

/**
 * Everything a payer with a link sees. Of the customer and the order, only what the customer chose;
 * of an additional cost, also what it is for.
 */
export const linkPaymentView = z.strictObject({
  number: z.string(),
  seller,
  /** Null for an additional cost, and once there is nothing to pay. */
  order: shownOrder.nullable(),
  /** Null if the link is for an order. */
  additionalCost: linkedAdditionalCost.nullable(),
  currency: shownCurrency,
  dueMinor: z.int(),
  /** What was paid through this link, oldest first; nothing that the customer or another payer paid. */
  paid: z.array(payerPayment),
  result: z.enum(['due', 'pending', 'paid', 'closed']),
  /** The open payment that a holder of the link has started. */
  open: paymentView.nullable(),
  customerPayment: customerPayment.nullable(),
  /** Made by the holder of the link or by the customer. */
  unconfirmed: unconfirmedPayment.nullable(),
  methods: z.array(methodOffer),
  bankAmounts: z.array(money),
  expiresAt: time,
  redirectUrl: z.string().nullable(),
})

export type LinkPaymentView = z.output<typeof linkPaymentView>

export const beginErrors = [
  ...own,
  'PAYMENT_PENDING',
  'ORDER_STATE',
  'ADDITIONAL_COST_STATE',
  'METHOD_NOT_OFFERED',
  'BALANCE_TOO_LOW',
  'BALANCE_BLOCKED',
  'CREDIT_TOO_LOW',
  'PROVIDER_UNAVAILABLE',
] as const

const linkChoice = paymentChoice.pick({ bankCurrency: true }).extend({
  key: linkKey,
  method: z.enum(['card', 'bank_transfer'], 'PAYMENT_METHOD_REQUIRED'),
})

const noWebAddress = (value: string) => !hasWebAddress(value)

/** What the payer sees beside number, amount and seller: nothing, unless the customer chooses it. */
export const linkDetails = z.strictObject({
  requester: text(accountLimits.personName.max * 2)
    .refine(noWebAddress, 'WEB_ADDRESS')
    .default(''),
  company: text(accountLimits.company.max).refine(noWebAddress, 'WEB_ADDRESS').default(''),
  showsPoNumber: z.boolean().default(false),
  showsParts: z.boolean().default(false),
})

export type LinkDetails = z.output<typeof linkDetails>

export const linkMail = linkDetails.extend({
  /** Language of the mail and of the page that its link opens; the customer's by default. */
  language: z.enum(languages, 'INVALID_VALUE').optional(),
  recipients: z
    .array(email)
    .min(1, 'RECIPIENT_REQUIRED')
    .max(paymentLimits.linkRecipients, 'TOO_MANY_RECIPIENTS')
    .transform((addresses) => [...new Set(addresses)]),
  message: multilineText(1000).refine(noWebAddress, 'WEB_ADDRESS').default(''),
})

export type LinkMail = z.output<typeof linkMail>

/** The key of a new link, which is shown once. */
export const newLink = z.strictObject({ key: z.string(), expiresAt: time })

export const checkLimits = [{ by: 'session', max: 300, windowSeconds: 600 }] as const
const linkLimits = [{ by: 'ip', max: 120, windowSeconds: 600 }] as const

/** What the calls of the customer about an order's payment have in common. */
const ofOrder = { access: 'customer', params: orderParams, output: orderPaymentView, errors: own } as const
/** What the calls of a payer with a link have in common. */
const ofLink = {
  access: 'public',
  body: z.strictObject({ key: linkKey }),
  output: linkPaymentView,
  errors: own,
  limits: linkLimits,
} as const

export const paymentRoutes = {
  get: route({
    ...ofOrder,
    method: 'GET',
    path: '/global/payment/order/{orderId}',
    ownOnly: true,
    summary: 'The payment state of an order and the methods for the amount due',
  }),
  begin: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/begin',
    summary: 'Starts a payment of the amount due, or resumes an open one of the same kind',
    body: paymentChoice,
    errors: beginErrors,
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
  check: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/check',
    summary: 'Asks the provider for the current state of the open payment',
    limits: checkLimits,
  }),
  abandon: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/abandon',
    summary: 'Ends an open payment without money, so that another method can be chosen',
    errors: [...own, 'PAYMENT_PENDING', 'PROVIDER_UNAVAILABLE'],
  }),
  createLink: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/link',
    summary: 'Creates a link through which another person pays the order; revokes older ones',
    body: linkDetails,
    output: newLink,
    errors: [...own, 'ORDER_STATE', 'PAYMENT_PENDING'],
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  mailLink: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/link/mail',
    summary: 'Mails a link to each payer, who needs no account; revokes older ones',
    body: linkMail,
    errors: [...own, 'ORDER_STATE', 'PAYMENT_PENDING'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  copyLink: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/link/copy',
    summary: 'The key of a link that was mailed to a payer, so that the customer can also pass it on',
    body: z.strictObject({ recipient: email }),
    output: newLink,
    limits: [{ by: 'session', max: 60, windowSeconds: 3600 }],
  }),
  resendLink: route({
    ...ofOrder,
    method: 'POST',
    path: '/global/payment/order/{orderId}/link/resend',
    summary: 'Mails the links again to their payers, three times an hour at most; the links stay the same',
    body: linkMail.pick({ language: true }),
    errors: [...own, 'ORDER_STATE', 'PAYMENT_PENDING'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  revokeLink: route({
    ...ofOrder,
    method: 'DELETE',
    path: '/global/payment/order/{orderId}/link',
    summary: 'Revokes the links',
    output: nothing,
  }),
  link: route({
    ...ofLink,
    method: 'POST',
    path: '/global/payment/link',
    summary: 'What a payer with a link sees',
  }),
  linkBegin: route({
    ...ofLink,
    method: 'POST',
    path: '/global/payment/link/begin',
    summary: 'Starts a payment by the holder of a link',
    body: linkChoice,
    errors: beginErrors,
  }),
  linkCheck: route({
    ...ofLink,
    method: 'POST',
    path: '/global/payment/link/check',
    summary: 'Asks the provider for the current state of a payment by link',
  }),
  linkAbandon: route({
    ...ofLink,
    method: 'POST',
    path: '/global/payment/link/abandon',
    summary: 'Ends an open payment by link without money',
    errors: [...own, 'PAYMENT_PENDING', 'PROVIDER_UNAVAILABLE'],
  }),
}
