import { carrierIds, currencies, paymentChoices, uploadLimits } from '@cotation/domain'
import type { OrderRefusal } from '@cotation/pricing'
import { z } from 'zod'
import { email, lines, text } from '../fields.ts'
import { route } from '../route.ts'
import { couponView } from './coupon-routes.ts'
import { methodOffer, orderLineView, orderTotalView, promisedDates } from './order-views.ts'

const id = z.uuid('INVALID_VALUE')
const lineIds = z.array(id).min(1, 'LINE_REQUIRED').max(uploadLimits.filesPerProject, 'TOO_LONG')

/** What a price depends on: sent for every look, and again with the order. */
const basket = {
  projectId: id,
  lineIds,
  shippingAddressId: id.nullable(),
  carrier: z.enum(carrierIds, 'SHIPPING_METHOD_REQUIRED').nullable(),
  /** Freight collect: the carrier bills this account, and the order has no carriage. */
  freightAccount: text(40).default(''),
  couponId: id.nullable().default(null),
  currency: z.enum(currencies, 'CURRENCY_UNKNOWN').default('USD'),
}

export const paymentChoice = z.strictObject({
  method: z.enum(paymentChoices, 'PAYMENT_METHOD_REQUIRED'),
  /** The balance pays what it can, the method the rest. */
  useBalance: z.boolean().default(false),
  /** Of a bank transfer. */
  bankCurrency: z.enum(currencies, 'CURRENCY_UNKNOWN').optional(),
})

export type PaymentChoiceInput = z.input<typeof paymentChoice>

/** One carrier's offer for the lines and the address. */
export const shippingOfferView = z.strictObject({
  carrier: z.enum(carrierIds),
  name: z.string(),
  service: z.string(),
  served: z.boolean(),
  minor: z.int().nullable(),
  chargeableKg: z.number().nullable(),
  transitDays: z.array(z.int()),
  dates: promisedDates.nullable(),
  freightCollect: z.boolean(),
})

export type ShippingOfferView = z.output<typeof shippingOfferView>

export const checkoutView = z.strictObject({
  projectId: z.uuid(),
  projectName: z.string(),
  /** Those asked for that can be ordered now, and those that cannot, with their status. */
  lines: z.array(orderLineView.omit({ id: true })),
  left: z.array(z.strictObject({ lineId: z.uuid(), name: z.string(), status: z.string() })),
  validUntil: z.iso.datetime(),
  offers: z.array(shippingOfferView),
  /** Null until address and carrier are chosen, or where the order is refused. */
  total: orderTotalView.nullable(),
  dates: promisedDates.nullable(),
  refusals: z.array(z.custom<OrderRefusal>((value) => typeof value === 'object' && value !== null)),
  coupons: z.array(couponView),
  /** What is seen here and must be the same at submission: prices, carriage, coupon, tax. */
  priceKey: z.string(),
  methods: z.array(methodOffer),
  balanceMinor: z.int(),
  creditMinor: z.int().nullable(),
  /** Staff has marked the account: an end customer is named (product decisions, People and roles). */
  entrust: z.boolean(),
  /** An unpaid order of the same lines: it is paid or cancelled first. */
  openOrder: z.strictObject({ orderId: z.uuid(), number: z.string() }).nullable(),
  wording: z.strictObject({ exw: z.string(), freightCollect: z.string() }),
})

export type CheckoutView = z.output<typeof checkoutView>

export const checkoutRoutes = {
  preview: route({
    method: 'POST',
    path: '/global/checkout/preview',
    access: 'customer',
    summary:
      'What an order of these lines would cost, by each carrier, with dates and the ways to pay; changes nothing',
    body: z.strictObject(basket),
    output: checkoutView,
    errors: ['NOT_FOUND', 'COUPON_UNUSABLE'],
    limits: [{ by: 'session', max: 600, windowSeconds: 600 }],
  }),
  submit: route({
    method: 'POST',
    path: '/global/checkout/submit',
    access: 'customer',
    summary: 'Orders the lines and begins the payment, once however often it is sent',
    body: z.strictObject({
      ...basket,
      shippingAddressId: z.uuid('ADDRESS_NOT_SELECTED'),
      /** The shipping address where none is named. */
      billingAddressId: id.nullable().default(null),
      carrier: z.enum(carrierIds, 'SHIPPING_METHOD_REQUIRED'),
      /** Made by the browser for this checkout: a repeated call has the same one and the same answer. */
      submissionKey: id,
      /** The `priceKey` that was shown and agreed to. */
      acceptedPriceKey: z.string().max(100),
      poNumber: text(60).default(''),
      comment: lines(2000).default(''),
      entrust: z
        .strictObject({ customerEmail: email, platformOrderNumber: text(60).default('') })
        .nullable()
        .default(null),
      agreeTerms: z.literal(true, 'TERMS_NOT_AGREED'),
      payment: paymentChoice,
    }),
    output: z.strictObject({
      orderId: z.uuid(),
      number: z.string(),
      /** Where the card is typed, at the provider; null for every other method, and where the provider does not answer just now. */
      redirectUrl: z.string().nullable(),
    }),
    errors: [
      'NOT_FOUND',
      'PRICE_CHANGED',
      'QUOTE_EXPIRED',
      'LINE_NOT_READY',
      'ORDER_OPEN',
      'ORDER_REFUSED',
      'COUPON_UNUSABLE',
      'METHOD_NOT_OFFERED',
      'BALANCE_TOO_LOW',
      'CREDIT_TOO_LOW',
    ],
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
}
