import { deleteObject, insertObject, lockObject, type SimulatorTrx, updateObject } from './objects.repository.ts'
import {
  type ChargeObject,
  newFingerprint,
  newObjectId,
  type PaymentObject,
  type StoredSession,
  toSeconds,
} from './provider-objects.ts'
import { expireSession, lockSession, saveSession } from './sessions.ts'
import { scheduleSettlement, settlementId } from './settlements.ts'
import { readSwitches } from './switches.ts'
import { emit } from './webhooks.ts'

/** The cards that the payment page offers. */
export const cardChoices = ['accepted', 'declined', 'pending-accepted', 'pending-failed'] as const
export type CardChoice = (typeof cardChoices)[number]

export type PayOutcome = 'done' | 'declined' | 'closed'

/** One attempt to pay. A declined card leaves the session open for another attempt. */
export async function pay(trx: SimulatorTrx, now: Date, sessionId: string, choice: CardChoice): Promise<PayOutcome> {
  const session = await lockSession(trx, sessionId)
  const { shown } = session
  if (shown.status !== 'open') return 'closed'

  if (shown.expires_at <= toSeconds(now)) {
    await expireSession(trx, now, sessionId)
    return 'closed'
  }

  const payment = await lockOrCreatePayment(trx, now, session)
  if (choice === 'declined') {
    payment.last_payment_error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
    await updateObject(trx, payment.id, payment)
    await saveSession(trx, session)
    return 'declined'
  }

  shown.status = 'complete'
  if (choice === 'accepted') await charge(trx, now, session, payment)
  else await postpone(trx, now, session, payment, choice === 'pending-accepted')
  await emit(trx, now, 'checkout.session.completed', await saveSession(trx, session))

  return 'done'
}

/** The session's payment, created with the first attempt. */
async function lockOrCreatePayment(trx: SimulatorTrx, now: Date, session: StoredSession): Promise<PaymentObject> {
  const { shown } = session
  const existing = shown.payment_intent ? await lockObject<PaymentObject>(trx, 'payment', shown.payment_intent) : null
  if (existing) return existing

  const payment: PaymentObject = {
    id: newObjectId('pi'),
    object: 'payment_intent',
    amount: shown.amount_total,
    amount_received: 0,
    created: toSeconds(now),
    currency: shown.currency,
    description: session.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: session.paymentMetadata,
    status: 'requires_payment_method',
  }
  await insertObject(trx, { id: payment.id, kind: 'payment', parentId: shown.id, data: payment }, now)
  shown.payment_intent = payment.id

  return payment
}

async function charge(trx: SimulatorTrx, now: Date, { shown }: StoredSession, payment: PaymentObject): Promise<void> {
  const { amountOff, currency, fingerprint } = await readSwitches(trx)
  const amount = shown.amount_total + amountOff
  shown.payment_status = 'paid'
  shown.amount_total = amount
  shown.currency = currency ?? shown.currency

  const made: ChargeObject = {
    id: newObjectId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    created: toSeconds(now),
    currency: shown.currency,
    disputed: false,
    livemode: false,
    metadata: payment.metadata,
    paid: true,
    payment_intent: payment.id,
    payment_method_details: { type: 'card', card: { fingerprint: fingerprint ?? newFingerprint() } },
    refunded: false,
    status: 'succeeded',
  }
  await insertObject(trx, { id: made.id, kind: 'charge', parentId: payment.id, data: made }, now)

  const paid = {
    status: 'succeeded',
    amount,
    amount_received: amount,
    currency: shown.currency,
    latest_charge: made.id,
  }
  await updateObject(trx, payment.id, { ...payment, ...paid, last_payment_error: null })
}

async function postpone(
  trx: SimulatorTrx,
  now: Date,
  { shown }: StoredSession,
  payment: PaymentObject,
  accepted: boolean,
): Promise<void> {
  await updateObject(trx, payment.id, { ...payment, status: 'processing', last_payment_error: null })
  await scheduleSettlement(trx, now, shown.id, { accepted })
}

/** Gives a pending payment its outcome. Idempotent. */
export async function settlePayment(trx: SimulatorTrx, now: Date, sessionId: string): Promise<void> {
  const session = await lockSession(trx, sessionId)
  const settlement = await lockObject<{ accepted: boolean }>(trx, 'settlement', settlementId(sessionId))
  if (!settlement) return

  const payment = await lockOrCreatePayment(trx, now, session)
  if (settlement.accepted) await charge(trx, now, session, payment)
  else await updateObject(trx, payment.id, { ...payment, status: 'requires_payment_method' })
  await deleteObject(trx, settlementId(sessionId))

  const shown = await saveSession(trx, session)
  const outcome = settlement.accepted ? 'async_payment_succeeded' : 'async_payment_failed'
  await emit(trx, now, `checkout.session.${outcome}`, shown)
}
