import type { Db, Trx } from '#db/database.ts'
import type { ChargeObject, PaymentObject, SessionObject } from '../objects/shapes.ts'
import { findObject } from '../simulator.repository.ts'

/** A payment, with its charge where that was asked for under `prefix`. */
export async function expandedPayment(
  db: Db | Trx,
  payment: PaymentObject,
  asked: Set<string>,
  prefix = '',
): Promise<object> {
  if (!asked.has(`${prefix}latest_charge`) || !payment.latest_charge) return payment
  return { ...payment, latest_charge: await findObject<ChargeObject>(db, 'charge', payment.latest_charge) }
}

export async function expandedSession(db: Db | Trx, session: SessionObject, asked: Set<string>): Promise<object> {
  if (!asked.has('payment_intent') || !session.payment_intent) return session
  const payment = await findObject<PaymentObject>(db, 'payment', session.payment_intent)
  if (!payment) return session
  return { ...session, payment_intent: await expandedPayment(db, payment, asked, 'payment_intent.') }
}
