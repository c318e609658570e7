import { z } from 'zod'
import {
  deleteObject,
  findObject,
  insertObject,
  listObjects,
  lockObject,
  type SimulatorTrx,
  updateObject,
} from './objects.repository.ts'
import { metadata, parseParameters } from './parameters.ts'
import { invalid, missing } from './provider-error.ts'
import {
  type ChargeObject,
  type DisputeObject,
  newObjectId,
  type PaymentObject,
  type RefundObject,
  toSeconds,
} from './provider-objects.ts'
import { scheduleSettlement, settlementId } from './settlements.ts'
import { readSwitches } from './switches.ts'
import { emit } from './webhooks.ts'

const creation = z.object({
  payment_intent: z.string(),
  amount: z
    .string()
    .regex(/^[1-9]\d{0,11}$/)
    .transform(Number)
    .optional(),
  metadata: metadata.default({}),
})

/** Refunds a charge in part or in full, never more than is left of it. */
export async function createRefund(trx: SimulatorTrx, now: Date, body: unknown): Promise<RefundObject> {
  const request = parseParameters(creation, body)

  const charge = await lockCharge(trx, request.payment_intent)
  const left = charge.amount - charge.amount_refunded
  const amount = request.amount ?? left

  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (amount > left) throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)

  const { slowRefunds } = await readSwitches(trx)
  const refund: RefundObject = {
    id: newObjectId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: toSeconds(now),
    currency: charge.currency,
    metadata: request.metadata,
    payment_intent: charge.payment_intent,
    status: slowRefunds ? 'pending' : 'succeeded',
  }
  await insertObject(trx, { id: refund.id, kind: 'refund', parentId: charge.payment_intent, data: refund }, now)
  if (slowRefunds) await scheduleSettlement(trx, now, refund.id)

  const refunded = charge.amount_refunded + amount
  await updateObject(trx, charge.id, { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount })
  await emit(trx, now, 'refund.created', refund)

  return refund
}

export async function settleRefund(trx: SimulatorTrx, now: Date, refundId: string): Promise<void> {
  const refund = await lockObject<RefundObject>(trx, 'refund', refundId)
  await deleteObject(trx, settlementId(refundId))
  if (refund?.status !== 'pending') return

  const done: RefundObject = { ...refund, status: 'succeeded' }
  await updateObject(trx, refundId, done)
  await emit(trx, now, 'refund.updated', done)
}

async function lockCharge(trx: SimulatorTrx, paymentId: string): Promise<ChargeObject> {
  const payment = await findObject<PaymentObject>(trx, 'payment', paymentId)
  if (!payment) throw missing(paymentId)

  const charge = payment.latest_charge ? await lockObject<ChargeObject>(trx, 'charge', payment.latest_charge) : null
  if (!charge) throw invalid('This PaymentIntent does not have a successful charge to refund.')
  return charge
}

/** The cardholder disputes the charge at the bank. */
export async function openDispute(trx: SimulatorTrx, now: Date, paymentId: string): Promise<DisputeObject> {
  const charge = await lockCharge(trx, paymentId)
  const dispute: DisputeObject = {
    id: newObjectId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: toSeconds(now),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: paymentId,
    status: 'needs_response',
  }
  await insertObject(trx, { id: dispute.id, kind: 'dispute', parentId: paymentId, data: dispute }, now)
  await updateObject(trx, charge.id, { ...charge, disputed: true })
  await emit(trx, now, 'charge.dispute.created', dispute)

  return dispute
}

export async function closeDispute(
  trx: SimulatorTrx,
  now: Date,
  paymentId: string,
  status: 'won' | 'lost',
): Promise<DisputeObject> {
  await lockCharge(trx, paymentId)

  const open = (await listObjects<DisputeObject>(trx, 'dispute', paymentId)).find(
    ({ status }) => status === 'needs_response',
  )
  if (!open) throw missing(paymentId)

  const closed: DisputeObject = { ...open, status }
  await updateObject(trx, open.id, closed)
  await emit(trx, now, 'charge.dispute.closed', closed)

  return closed
}
