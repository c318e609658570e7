import { z } from 'zod'
import type { Trx } from '#db/database.ts'
import { emit } from '../events.ts'
import {
  deleteObject,
  findObject,
  insertObject,
  listObjects,
  lockObject,
  updateObject,
} from '../simulator.repository.ts'
import { readSwitches } from '../switches.ts'
import { invalid, missing } from './refusal.ts'
import {
  type ChargeObject,
  type DisputeObject,
  newObjectId,
  type PaymentObject,
  type RefundObject,
  secondsOf,
} from './shapes.ts'

const creation = z.object({
  payment_intent: z.string(),
  amount: z
    .string()
    .regex(/^[1-9]\d{0,11}$/)
    .transform(Number)
    .optional(),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
})

/** Gives back a part or all of a charge, and never more than is left of it. */
export async function createRefund(trx: Trx, now: Date, body: unknown): Promise<RefundObject> {
  const asked = creation.safeParse(body)
  if (!asked.success) throw invalid(`Invalid parameter: ${asked.error.issues[0]?.path.join('.')}`, 'parameter_invalid')

  const charge = await lockCharge(trx, asked.data.payment_intent)
  const left = charge.amount - charge.amount_refunded
  const amount = asked.data.amount ?? left

  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  if (amount > left) throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`)

  const { slowRefunds, settleSeconds } = await readSwitches(trx)
  const refund: RefundObject = {
    id: newObjectId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: secondsOf(now),
    currency: charge.currency,
    metadata: asked.data.metadata,
    payment_intent: charge.payment_intent,
    status: slowRefunds ? 'pending' : 'succeeded',
  }
  await insertObject(trx, { id: refund.id, kind: 'refund', parentId: charge.payment_intent, data: refund }, now)

  if (slowRefunds) {
    const due = Date.now() + settleSeconds * 1000
    await insertObject(
      trx,
      { id: settlementId(refund.id), kind: 'settlement', parentId: refund.id, data: { due } },
      now,
    )
  }

  const refunded = charge.amount_refunded + amount
  await updateObject(trx, charge.id, { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount })
  await emit(trx, now, 'refund.created', refund)

  return refund
}

const settlementId = (refundId: string) => `settlement ${refundId}`

export async function settleRefund(trx: Trx, now: Date, refundId: string): Promise<void> {
  const refund = await lockObject<RefundObject>(trx, 'refund', refundId)
  await deleteObject(trx, settlementId(refundId))
  if (refund?.status !== 'pending') return
  const done: RefundObject = { ...refund, status: 'succeeded' }
  await updateObject(trx, refundId, done)
  await emit(trx, now, 'refund.updated', done)
}

async function lockCharge(trx: Trx, paymentId: string): Promise<ChargeObject> {
  const payment = await findObject<PaymentObject>(trx, 'payment', paymentId)
  if (!payment) throw missing(paymentId)
  const charge = payment.latest_charge ? await lockObject<ChargeObject>(trx, 'charge', payment.latest_charge) : null
  if (!charge) throw invalid('This PaymentIntent does not have a successful charge to refund.')
  return charge
}

/** A cardholder complains at the bank; `close` ends the last complaint. */
export async function openDispute(trx: Trx, now: Date, paymentId: string): Promise<DisputeObject> {
  const charge = await lockCharge(trx, paymentId)
  const dispute: DisputeObject = {
    id: newObjectId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: secondsOf(now),
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
  trx: Trx,
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
