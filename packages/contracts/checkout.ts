import { carrierIds, currencies, paymentChoices, referenceLimits, uploadLimits } from '@cotation/domain'
import type { LandedCost, OrderRefusal } from '@cotation/pricing'
import { z } from 'zod'
import { couponView } from './coupon.ts'
import { exportControlView } from './export-control.ts'
import { email, made, multilineText, text } from './fields.ts'
import { methodOffer, orderLineView, orderTotalView, promisedDates } from './order-views.ts'
import { lineOrderView } from './quote-views.ts'
import { route } from './route.ts'

const id = z.uuid('INVALID_VALUE')
const lineIds = z.array(id).min(1, 'LINE_REQUIRED').max(uploadLimits.filesPerProject, 'TOO_LONG')

/** What the price depends on; sent with every preview and with the order. */
const basket = {
  projectId: id,
  lineIds,
  shippingAddressId: id.nullable(),
  carrier: z.enum(carrierIds, 'SHIPPING_METHOD_REQUIRED').nullable(),
  /** The carrier bills the account that the profile has for it; the order includes no carriage. */
  freightCollect: z.boolean().default(false),
  couponId: id.nullable().default(null),
  currency: z.enum(currencies, 'CURRENCY_UNKNOWN').default('USD'),
}

export const paymentChoice = z.strictObject({
  method: z.enum(paymentChoices, 'PAYMENT_METHOD_REQUIRED'),
  /** The balance pays as much as it can, the method the rest. */
  useBalance: z.boolean().default(false),
  /** For bank transfers. */
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
  /** Whether the carrier bills accounts of customers, and the customer's own if there is one. */
  freightCollect: z.boolean(),
  freightAccount: z.string().nullable(),
  /** Staff confirm an account before its first use. */
  isFreightConfirmed: z.boolean(),
})

export type ShippingOfferView = z.output<typeof shippingOfferView>

/** Equal cartons, and the two weights of which the carrier bills the greater. */
const cartonView = z.strictObject({
  count: z.int(),
  sizeMm: z.array(z.number()),
  realKg: z.number(),
  volumetricKg: z.number(),
  chargeableKg: z.number(),
})

export const checkoutView = z.strictObject({
  projectId: z.uuid(),
  projectName: z.string(),
  /** The requested lines that can be ordered; the others are in `left` with their status. */
  lines: z.array(orderLineView.omit({ id: true, making: true })),
  left: z.array(
    z.strictObject({ lineId: z.uuid(), name: z.string(), status: z.string(), order: lineOrderView.nullable() }),
  ),
  validUntil: z.iso.datetime(),
  /** Submission is refused unless the project is clear. */
  exportControl: exportControlView,
  offers: z.array(shippingOfferView),
  /** Empty if the lines fit no carton. */
  cartons: z.array(cartonView),
  /** The divisor of the volumetric weight. */
  volumetricCm3PerKg: z.number(),
  /** The currency that the customer wants to see, and what one US dollar is worth in it. */
  display: z.strictObject({ currency: z.enum(currencies), rate: z.number() }),
  /** Null until address and carrier are chosen, or if the order is refused. */
  total: orderTotalView.nullable(),
  /** What customs charge the customer beside the total. Null if there is no total. */
  landed: made<LandedCost>('Estimated duty and import tax, each with base, rate and source').nullable(),
  dates: promisedDates.nullable(),
  refusals: z.array(z.custom<OrderRefusal>((value) => typeof value === 'object' && value !== null)),
  coupons: z.array(couponView),
  /** A digest of prices, carriage, coupon and tax. Submission compares it. */
  priceKey: z.string(),
  methods: z.array(methodOffer),
  balanceMinor: z.int(),
  /** Reloads that are paid and not spendable yet. */
  pendingReloadMinor: z.int(),
  creditMinor: z.int().nullable(),
  /** The account orders for end customers (flag set by staff). */
  entrust: z.boolean(),
  /** What a company's papers name if the delivery address is billed; null for a person. */
  sameBilling: z.strictObject({ company: z.string(), vatNumber: z.string() }).nullable(),
  /**
   * Whether the VAT number of the delivery address is registered; null if no number would change the VAT.
   * Only a confirmed one does.
   */
  vat: z.enum(['confirmed', 'invalid', 'unknown']).nullable(),
  wording: z.strictObject({ exw: z.string(), freightCollect: z.string() }),
})

export type CheckoutView = z.output<typeof checkoutView>

export const checkoutRoutes = {
  preview: route({
    method: 'POST',
    path: '/global/checkout/preview',
    access: 'customer',
    summary: 'Prices an order of these lines for each carrier, with dates and payment methods; changes nothing',
    body: z.strictObject(basket),
    output: checkoutView,
    errors: ['NOT_FOUND', 'COUPON_UNUSABLE'],
    limits: [{ by: 'session', max: 600, windowSeconds: 600 }],
  }),
  submit: route({
    method: 'POST',
    path: '/global/checkout/submit',
    access: 'customer',
    summary: 'Places the order and starts the payment (idempotent by submission key)',
    body: z.strictObject({
      ...basket,
      shippingAddressId: z.uuid('ADDRESS_NOT_SELECTED'),
      /** Defaults to the shipping address. Papers of a company name the company in either case. */
      billingAddressId: id.nullable().default(null),
      carrier: z.enum(carrierIds, 'SHIPPING_METHOD_REQUIRED'),
      /** Created by the browser per checkout, so that repeated calls are idempotent. */
      submissionKey: id,
      /** The `priceKey` of the accepted preview. */
      acceptedPriceKey: z.string().max(100),
      poNumber: text(referenceLimits.poNumber).default(''),
      comment: multilineText(referenceLimits.comment).default(''),
      entrust: z
        .strictObject({
          customerEmail: email,
          platformOrderNumber: text(referenceLimits.platformOrderNumber).default(''),
        })
        .nullable()
        .default(null),
      agreeTerms: z.literal(true, 'TERMS_NOT_AGREED'),
      payment: paymentChoice,
    }),
    output: z.strictObject({
      orderId: z.uuid(),
      number: z.string(),
      /** The provider's card page. Null for other methods, and if the provider does not answer. */
      redirectUrl: z.string().nullable(),
    }),
    errors: [
      'NOT_FOUND',
      'PRICE_CHANGED',
      'QUOTE_EXPIRED',
      'LINE_NOT_READY',
      'ORDER_OPEN',
      'LINE_ORDERED',
      'ORDER_REFUSED',
      'EXPORT_UNANSWERED',
      'EXPORT_IN_REVIEW',
      'CUSTOMER_BLOCKED',
      'FREIGHT_ACCOUNT_MISSING',
      'COUPON_UNUSABLE',
      'METHOD_NOT_OFFERED',
      'BALANCE_TOO_LOW',
      'BALANCE_BLOCKED',
      'CREDIT_TOO_LOW',
    ],
    limits: [{ by: 'session', max: 120, windowSeconds: 600 }],
  }),
}
