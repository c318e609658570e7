import { paymentStanding } from '@cotation/domain'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { PaymentFact, StoredFact } from './facts.repository.ts'
import { isAwaitingMoney, type Payable } from './payable.repository.ts'

/** A decision of the product about a payment, which moves no money. */
export const systemFact = (
  { currency }: Pick<PaymentIntentRow, 'currency'>,
  type: PaymentFact['type'],
  id: string,
  detail?: PaymentFact['detail'],
): PaymentFact => ({ provider: 'system', id, type, amountMinor: 0, currency, ...(detail && { detail }) })

/**
 * What is stored for a reported fact. A card capture of another amount is counted, but it is held
 * for staff and does not pay the order (PAY-4). One in another currency is held and not counted; its
 * refund ends the hold. The result depends only on the payment and the fact, so the sequence and
 * repetition of messages change nothing.
 */
export function factsToStore(intent: PaymentIntentRow, reported: PaymentFact): PaymentFact[] {
  // Staff has already compared a transfer with its payment.
  if (reported.provider !== 'card') return [reported]

  const { type, id, amountMinor, currency } = reported
  const isMoney = type === 'captured' || type === 'refunded'
  if (isMoney && currency !== intent.currency) {
    const effect = type === 'captured' ? 'held' : 'released'
    return [systemFact(intent, effect, `${effect} ${id}`, { amountMinor, currency, why: 'currency' })]
  }

  const isOtherAmount = type === 'captured' && amountMinor !== Number(intent.amount_minor)
  if (isOtherAmount)
    return [reported, systemFact(intent, 'held', `held ${id}`, { amountMinor, currency, why: 'amount' })]

  return [reported]
}

/**
 * Money from outside for something that is already paid or closed is held for staff to decide.
 */
export function holdsOfSurplus(
  payable: Payable,
  intent: PaymentIntentRow,
  newFacts: readonly PaymentFact[],
): PaymentFact[] {
  const isFromOutside = intent.method === 'card' || intent.method === 'bank_transfer'
  if (!isFromOutside || isAwaitingMoney(payable) || newFacts.some(({ type }) => type === 'held')) return []

  return newFacts
    .filter(({ type }) => type === 'captured')
    .map(({ id, amountMinor }) => systemFact(intent, 'held', `held ${id}`, { amountMinor, why: 'surplus' }))
}

/** Held money that was refunded in full is no longer held. */
export function releasesOfRefunded(intent: PaymentIntentRow, facts: readonly StoredFact[]): PaymentFact[] {
  const { state, capturedMinor, refundedMinor } = paymentStanding(facts)
  if (state !== 'held' || capturedMinor === 0 || refundedMinor < capturedMinor) return []

  return facts.filter(({ type }) => type === 'held').map(({ id }) => systemFact(intent, 'released', `released ${id}`))
}

/** A refund or dispute may have been reported before its capture, when it matched no payment. */
const afterCaptureMs = 600_000

/** When the reconcile job checks a payment next; null if there is nothing to find out. */
export function nextCheck(
  { method, state, expires_at }: Pick<PaymentIntentRow, 'method' | 'state' | 'expires_at'>,
  now: Date,
  hasNewMoney: boolean,
): Date | null {
  if (method === 'card') {
    // The job runs every 20 s and checks all open payments, so a lost answer is found soon (PAY-6).
    if (state === 'created' || state === 'requires_action' || state === 'processing') return now
    return hasNewMoney ? new Date(now.getTime() + afterCaptureMs) : null
  }

  if (method === 'bank_transfer') return state === 'awaiting_funds' ? expires_at : null
  return state === 'authorized' ? now : null
}
