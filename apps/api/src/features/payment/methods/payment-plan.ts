import { type Currency, isOpenPayment, type Language, paymentLimits, paymentStanding } from '@cotation/domain'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { nextCheck } from '#features/payment/intent/derived-facts.ts'
import { creditReserve, saleCapture } from '#features/payment/intent/fact-postings.ts'
import { type PaymentFact, storedFact } from '#features/payment/intent/facts.repository.ts'
import type { Posting } from '#src/money/ledger.ts'
import { type PayableRef, payableIds } from '#src/money/payable-ref.ts'

/**
 * A payment that is about to be opened: its row is the fold of its facts, its postings follow them.
 */
export interface PlannedPayment {
  intent: PaymentIntentRow
  facts: readonly PaymentFact[]
  postings: readonly Posting[]
}

/** The holder of a payment link who pays. The address is empty if the link was not mailed to one. */
export interface LinkPayer {
  email: string
  language: Language
}

/** What the balance does not pay, and how it is paid. Without a link payer, the customer pays it. */
export type RestTerms = { intentId: string; usdMinor: number; linkPayer: LinkPayer | null } & (
  | { method: 'card' | 'credit' }
  | { method: 'bank_transfer'; currency: Currency; amountMinor: number; reference: string }
)

interface PaymentTerms {
  customerId: string
  /** What is paid. */
  ref: PayableRef
  /** No transfer is awaited for longer than that. */
  deadline: Date | null
  balance: { intentId: string; usdMinor: number } | null
  /** Null if the balance pays all, or if a payment link will pay the rest. */
  rest: RestTerms | null
  now: Date
}

/** The request that opens the page creates it within this time; only then the reconcile job may. */
const pageCreationMs = 20_000
const hourMs = 3_600_000

/** The payments that pay a bill or reload: one from the balance, one by another method. */
export function planPayments(terms: PaymentTerms): PlannedPayment[] {
  return [
    ...(terms.balance ? [balancePayment(terms, terms.balance)] : []),
    ...(terms.rest ? [restPayment(terms, terms.rest)] : []),
  ]
}

/** The balance pays at once: the payment's only fact is its capture. */
function balancePayment(terms: PaymentTerms, { intentId, usdMinor }: { intentId: string; usdMinor: number }) {
  const created = createdIntent(terms, { id: intentId, method: 'balance', usdMinor })
  const captured = firstFact(created, 'balance', 'captured', usdMinor)
  const intent = foldFacts(created, [captured], terms.now)
  return { intent, facts: [captured], postings: [saleCapture(intent, captured, usdMinor)] }
}

function restPayment(terms: PaymentTerms, rest: RestTerms): PlannedPayment {
  const { now } = terms
  const { intentId: id, method, usdMinor, linkPayer } = rest
  const created = {
    ...createdIntent(terms, { id, method, usdMinor }),
    agency: linkPayer !== null,
    ...(linkPayer && { payer_email: linkPayer.email, payer_language: linkPayer.language }),
  }
  const after = (ms: number) => new Date(now.getTime() + ms)

  switch (rest.method) {
    case 'card': {
      const expiresAt = after(paymentLimits.cardHours * hourMs)
      return {
        intent: { ...created, expires_at: expiresAt, check_at: after(pageCreationMs) },
        facts: [],
        postings: [],
      }
    }
    case 'bank_transfer': {
      const requested: PaymentIntentRow = {
        ...created,
        amount_minor: String(rest.amountMinor),
        currency: rest.currency,
        reference: rest.reference,
        expires_at: earlier(after(paymentLimits.bankTransferDays * 24 * hourMs), terms.deadline),
      }
      const facts = [firstFact(requested, 'bank', 'awaiting_funds')]
      return { intent: foldFacts(requested, facts, now), facts, postings: [] }
    }
    case 'credit': {
      const facts = [firstFact(created, 'credit', 'authorized')]
      const intent = foldFacts(created, facts, now)
      return { intent, facts, postings: [creditReserve(intent, 'reserved')] }
    }
  }
}

function createdIntent(
  { customerId, ref, now }: PaymentTerms,
  { id, method, usdMinor }: { id: string; method: PaymentIntentRow['method']; usdMinor: number },
): PaymentIntentRow {
  return {
    id,
    customer_id: customerId,
    ...payableIds(ref),
    method,
    agency: false,
    payer_email: '',
    payer_language: 'fr',
    amount_minor: String(usdMinor),
    currency: 'USD',
    usd_minor: String(usdMinor),
    state: 'created',
    captured_minor: '0',
    refunded_minor: '0',
    reference: null,
    provider_session: null,
    provider_url: null,
    created_at: now,
    expires_at: null,
    check_at: null,
    closed_at: null,
  }
}

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one)

const firstFact = (
  { id, currency }: PaymentIntentRow,
  provider: PaymentFact['provider'],
  type: PaymentFact['type'],
  amountMinor = 0,
): PaymentFact => ({ provider, id: `${type} ${id}`, type, amountMinor, currency })

/** The payment after its first facts. */
function foldFacts(created: PaymentIntentRow, facts: readonly PaymentFact[], now: Date): PaymentIntentRow {
  const { state, capturedMinor } = paymentStanding(facts.map(storedFact))
  return {
    ...created,
    state,
    captured_minor: String(capturedMinor),
    closed_at: isOpenPayment(state) ? null : now,
    check_at: nextCheck({ ...created, state }, now, false),
  }
}
