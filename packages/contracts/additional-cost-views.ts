import { additionalCostReasons, additionalCostStates, paymentMethods } from '@cotation/domain'
import { taxReasons } from '@cotation/pricing'
import { z } from 'zod'
import { bankInstructions } from './bank-instructions.ts'
import { time } from './paging.ts'
import { unconfirmedPayment } from './unconfirmed-payment.ts'

/** What the cost is for: a line of the order, or the order as a whole. */
const additionalCostItem = z.strictObject({
  orderLineId: z.uuid().nullable(),
  /** Empty for the whole order. */
  name: z.string(),
  thumbnailId: z.string().nullable(),
  amountMinor: z.int(),
})

const additionalCostEvent = z.strictObject({
  at: time,
  to: z.enum(additionalCostStates),
  by: z.enum(['customer', 'staff', 'system']),
  reason: z.string(),
})

/** A cost that staff requested for a paid order. Amounts are in US cents. */
export const additionalCostView = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  orderId: z.uuid(),
  orderNumber: z.string(),
  reason: z.enum(additionalCostReasons),
  /** The check that the geometry is about, in the caller's language; null if none covers it. */
  checkName: z.string().nullable(),
  explanation: z.string(),
  hasPicture: z.boolean(),
  /** The point on the model, and where the model can be seen while the quote line exists. */
  place: z
    .strictObject({
      orderLineId: z.uuid(),
      name: z.string(),
      projectId: z.uuid().nullable(),
      lineId: z.uuid().nullable(),
      pointMm: z.array(z.number()),
    })
    .nullable(),
  items: z.array(additionalCostItem),
  netMinor: z.int(),
  /** At the rate of the order, for the same reason. */
  tax: z.strictObject({ ratePercent: z.number(), reason: z.enum(taxReasons), minor: z.int() }),
  totalMinor: z.int(),
  /** What is left to pay: less than the total if a part was received, 0 once it cannot be paid. */
  dueMinor: z.int(),
  paidMinor: z.int(),
  refundedMinor: z.int(),
  /** How it was paid; empty until money was received. */
  paidWith: z.array(z.enum(paymentMethods)),
  /**
   * Where received money goes if the cost is declined, or went: the refunds of a paid cost,
   * everything of a closed one.
   */
  returns: z.array(
    z.strictObject({ to: z.enum(['balance', 'card', 'credit', 'payer-transfer']), amountMinor: z.int() }),
  ),
  state: z.enum(additionalCostStates),
  /** What the order waits with meanwhile. */
  waitsWith: z.enum(['production', 'shipment']).nullable(),
  /** Other additional costs that the order waits for. */
  otherCosts: z.array(z.strictObject({ id: z.uuid(), number: z.string(), state: z.enum(additionalCostStates) })),
  /** A transfer that was announced and has not arrived. */
  transfer: bankInstructions.nullable(),
  /** While there is one, the cost can neither be paid nor declined. */
  unconfirmed: unconfirmedPayment.nullable(),
  deadline: time,
  /** The customer's, in which the deadline is shown and mailed. */
  timeZone: z.string(),
  requestedAt: time,
  history: z.array(additionalCostEvent),
  can: z.strictObject({ pay: z.boolean(), decline: z.boolean(), download: z.boolean() }),
})

export type AdditionalCostView = z.output<typeof additionalCostView>

/** One cost for staff, who see which colleague acted; customers never do. */
export const staffAdditionalCostView = additionalCostView.extend({
  /** With the member of staff who acted; empty for others. */
  history: z.array(additionalCostEvent.extend({ author: z.string() })),
  /** What a refund can return now, in US cents. */
  refundableMinor: z.int(),
})

export type StaffAdditionalCostView = z.output<typeof staffAdditionalCostView>

/** What an order shows of its additional costs. */
export const additionalCostSummary = additionalCostView.pick({
  id: true,
  number: true,
  reason: true,
  totalMinor: true,
  dueMinor: true,
  state: true,
  waitsWith: true,
  transfer: true,
  unconfirmed: true,
  deadline: true,
  timeZone: true,
})

export type AdditionalCostSummary = z.output<typeof additionalCostSummary>

/** What a payer with a link sees: what it is for and how much, but no picture and no model. */
export const linkedAdditionalCost = additionalCostView.pick({
  id: true,
  number: true,
  orderNumber: true,
  reason: true,
  explanation: true,
  items: true,
  netMinor: true,
  tax: true,
  totalMinor: true,
  otherCosts: true,
  deadline: true,
  timeZone: true,
})

export type LinkedAdditionalCost = z.output<typeof linkedAdditionalCost>
