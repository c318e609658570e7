import {
  type Configuration,
  carrierIds,
  claimStates,
  currencies,
  methodRefusals,
  orderDocuments,
  orderStatuses,
  parcelStates,
  partStages,
  paymentMethods,
  paymentStates,
} from '@cotation/domain'
import type { OrderTotal } from '@cotation/pricing'
import { z } from 'zod'
import { additionalCostSummary } from './additional-cost-views.ts'
import { addressView } from './address.ts'
import { bankInstructions } from './bank-instructions.ts'
import { made } from './fields.ts'
import { day, time } from './paging.ts'

export const orderAddress = addressView.omit({ id: true, isDefault: true, updatedAt: true })
export type OrderAddress = z.output<typeof orderAddress>

export const money = z.strictObject({ minor: z.int(), currency: z.enum(currencies) })

/** The order that a reprint replaces parts of. */
const originalOrder = z.strictObject({ id: z.uuid(), number: z.string() })

/** When an order leaves the workshop and arrives. */
const journeyDates = z.strictObject({ ship: day, deliveryEarliest: day, deliveryLatest: day })
export const promisedDates = z.strictObject({ start: day, ...journeyDates.shape })

export const orderTotalView = made<OrderTotal>(
  'Lines, goods, services, small order, coupon, carriage, VAT and their sum',
)

/** A risk as it was accepted. Orders of earlier releases only know the check's name. */
export const acceptedRiskView = z.strictObject({
  rule: z.string(),
  wording: z.string(),
  /** Points on the model in mm, with what was measured there. */
  places: z.array(
    z.strictObject({ at: z.array(z.number()), value: z.number().nullable(), areaMm2: z.number().nullable() }),
  ),
})

export type AcceptedRiskView = z.output<typeof acceptedRiskView>

/** A configuration in the caller's language; a text is empty if there is nothing to say. */
export const configurationTexts = {
  material: z.string(),
  process: z.string(),
  colour: z.string(),
  tolerance: z.string(),
  services: z.array(z.string()),
}

/** What customs ask about a line; the class is a proposal that follows from the material. */
const customsView = z.strictObject({
  /** Six digits. */
  hsCode: z.string(),
  name: z.string(),
  /** ISO 3166 code of the country where the parts are made. */
  origin: z.string(),
  netWeightG: z.number(),
})

export type CustomsView = z.output<typeof customsView>

export const orderLineView = z.strictObject({
  id: z.uuid(),
  /** The quote line, or null if it was removed since. */
  lineId: z.uuid().nullable(),
  name: z.string(),
  thumbnailId: z.string().nullable(),
  ...configurationTexts,
  configuration: made<Configuration>('Material, process, colour, tolerance, quantity, lead time, services').nullable(),
  sizeMm: z.array(z.number()),
  quantity: z.int(),
  unitMinor: z.int(),
  totalMinor: z.int(),
  workingDays: z.int(),
  /** How far the parts are, while some are still made or packed, how many are made again and finished; else null. */
  making: z.strictObject({ stage: z.enum(partStages), remakePieces: z.int(), finishedPieces: z.int() }).nullable(),
  /** Null if the catalogue of the order does not classify the material. */
  customs: customsView.nullable(),
  comment: z.string(),
  attachments: z.array(z.strictObject({ uploadId: z.uuid(), name: z.string() })),
  /** Rules whose risk the customer accepted. */
  acceptedRules: z.array(z.string()),
  /** The same risks in the words that were shown. */
  acceptedRisks: z.array(acceptedRiskView),
})

export type OrderLineView = z.output<typeof orderLineView>

export const paymentView = z.strictObject({
  id: z.uuid(),
  method: z.enum(paymentMethods),
  state: z.enum(paymentStates),
  amountMinor: z.int(),
  currency: z.enum(currencies),
  /** The value in USD. */
  usdMinor: z.int(),
  capturedMinor: z.int(),
  refundedMinor: z.int(),
  /** Paid by another person through a link. */
  agency: z.boolean(),
  createdAt: time,
  /** When it was paid, failed or was cancelled; null while it is open. */
  closedAt: time.nullable(),
  expiresAt: time.nullable(),
  bank: bankInstructions.nullable(),
})

export type PaymentView = z.output<typeof paymentView>

/** A payment method, and why it is not available now. */
export const methodOffer = z.strictObject({
  method: z.enum([...paymentMethods, 'agency']),
  refusal: z.enum(methodRefusals).nullable(),
})

export type MethodOffer = z.output<typeof methodOffer>

/** Parts of a line in a parcel, with what customs ask about them. */
const parcelLineView = z.strictObject({
  orderLineId: z.uuid(),
  name: z.string(),
  quantity: z.int(),
  customs: customsView.nullable(),
  /** What the parts were sold for; of a reprint, what the replaced parts were sold for. */
  valueMinor: z.int(),
})

export type ParcelLineView = z.output<typeof parcelLineView>

export const parcelView = z.strictObject({
  id: z.uuid(),
  number: z.int(),
  carrier: z.enum(carrierIds),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  state: z.enum(parcelStates),
  shippedAt: time.nullable(),
  deliveredAt: time.nullable(),
  /** Empty if nobody recorded what is in it. */
  lines: z.array(parcelLineView),
  /** With the box. */
  weightG: z.int().nullable(),
  /** Length, width and height of the box. */
  boxMm: z.array(z.int()).nullable(),
  /** What the carrier or staff reported, oldest first. */
  events: z.array(z.strictObject({ at: time, state: z.enum(parcelStates), place: z.string(), note: z.string() })),
})

export type ParcelView = z.output<typeof parcelView>

export const orderEventView = z.strictObject({
  at: time,
  from: z.enum(orderStatuses).nullable(),
  to: z.enum(orderStatuses),
  by: z.enum(['customer', 'staff', 'system']),
  reason: z.string(),
})

export type OrderEventView = z.output<typeof orderEventView>

const rating = z.int().min(1, 'RATING_REQUIRED').max(5, 'RATING_REQUIRED')

export const reviewFields = {
  stars: rating,
  workmanship: rating,
  product: rating,
  service: rating,
  logistics: rating,
}

/** What is still owed for an order on credit, and until when it must be paid. */
const creditOwed = z.strictObject({ owedMinor: z.int(), dueAt: time }).nullable()

export const orderSummary = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  poNumber: z.string(),
  status: z.enum(orderStatuses),
  placedAt: time,
  totalMinor: z.int(),
  /** What is left to pay. */
  dueMinor: z.int(),
  credit: creditOwed,
  /** A bank transfer was announced and has not arrived. */
  awaitsTransfer: z.boolean(),
  /** Not paid yet, and the customer may cancel it. */
  isCancellable: z.boolean(),
  methods: z.array(z.enum(paymentMethods)),
  lines: z.int(),
  parts: z.int(),
  names: z.array(z.string()),
  thumbnailIds: z.array(z.string()),
  delivery: promisedDates.nullable(),
  /** When the last parcel was delivered; null before, and if the order was cancelled or refunded. */
  deliveredAt: time.nullable(),
  /** The original order of a reprint. */
  original: originalOrder.nullable(),
})

export type OrderSummary = z.output<typeof orderSummary>

export const orderView = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  projectId: z.uuid().nullable(),
  status: z.enum(orderStatuses),
  placedAt: time,
  paidAt: time.nullable(),
  poNumber: z.string(),
  comment: z.string(),
  entrust: z.strictObject({ customerEmail: z.string(), platformOrderNumber: z.string() }).nullable(),
  lines: z.array(orderLineView),
  total: orderTotalView,
  totalMinor: z.int(),
  paidMinor: z.int(),
  refundedMinor: z.int(),
  dueMinor: z.int(),
  couponCode: z.string().nullable(),
  shippingAddress: orderAddress,
  billingAddress: orderAddress,
  carrier: z.enum(carrierIds),
  /** Freight collect: the account that the carrier bills. */
  freightAccount: z.string(),
  /** False while staff have not confirmed that account; the order is not shipped before. */
  isFreightConfirmed: z.boolean(),
  dates: promisedDates,
  /** When the order leaves and arrives as things are; null if that is not later than promised, and once it has arrived. */
  expected: journeyDates.nullable(),
  payments: z.array(paymentView),
  credit: creditOwed,
  /** Requested by staff and paid separately. */
  additionalCosts: z.array(additionalCostSummary),
  /** The order whose parts a reprint replaces, and the number of the accepted claim. */
  original: z.strictObject({ ...originalOrder.shape, workOrderNumber: z.string(), claimId: z.uuid() }).nullable(),
  /** Claims about its parts, newest first, each with the after-sale order that makes parts again. */
  claims: z.array(
    z.strictObject({
      id: z.uuid(),
      state: z.enum(claimStates),
      openedAt: time,
      workOrderNumber: z.string().nullable(),
      reprint: z.strictObject({ id: z.uuid(), number: z.string(), status: z.enum(orderStatuses) }).nullable(),
    }),
  ),
  timeline: z.array(orderEventView),
  parcels: z.array(parcelView),
  review: z.strictObject({ ...reviewFields, comment: z.string(), at: time, photoIds: z.array(z.uuid()) }).nullable(),
  documents: z.array(z.enum(orderDocuments)),
  can: z.strictObject({
    cancel: z.boolean(),
    pay: z.boolean(),
    review: z.boolean(),
    addPhoto: z.boolean(),
    receive: z.boolean(),
    reorder: z.boolean(),
    claim: z.boolean(),
  }),
})

export type OrderView = z.output<typeof orderView>
