import type { PaymentEvent, PaymentEventType } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'

/** Who reports a fact. `system` is the product's own decision, such as holding a sum. */
type PaymentProvider = 'card' | 'bank' | 'balance' | 'credit' | 'system'

export interface PaymentFact {
  provider: PaymentProvider
  /** Identifies the fact, not the message that reported it: repeated messages carry the same id. */
  id: string
  type: PaymentEventType
  amountMinor: number
  currency: string
  detail?: Record<string, string | number>
  /** The id of our refund request, if the fact is a refund that we requested. */
  refundId?: string
}

export const factRow = (intentId: string, fact: PaymentFact, now: Date) => ({
  intent_id: intentId,
  provider: fact.provider,
  event_id: fact.id,
  type: fact.type,
  amount_minor: fact.amountMinor,
  currency: fact.currency,
  detail: JSON.stringify(fact.detail ?? {}),
  received_at: now,
})

/** Stores facts and returns those that are new. */
export async function insertFacts(
  trx: Trx,
  intentId: string,
  facts: readonly PaymentFact[],
  now: Date,
): Promise<PaymentFact[]> {
  if (facts.length === 0) return []

  const rows = await trx
    .insertInto('payment_event')
    .values(facts.map((fact) => factRow(intentId, fact, now)))
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning(['provider', 'event_id'])
    .execute()
  const inserted = new Set(rows.map((row) => keyOf(row.provider, row.event_id)))

  return facts.filter((fact) => inserted.delete(keyOf(fact.provider, fact.id)))
}

const keyOf = (provider: string, id: string) => `${provider} ${id}`

export type StoredFact = PaymentEvent & { provider: string }

/** A fact in the form in which `listFacts` returns it. */
export const storedFact = ({ provider, id, type, amountMinor }: PaymentFact): StoredFact => ({
  id: keyOf(provider, id),
  provider,
  type,
  amountMinor,
})

/** Everything known about a payment, in the sequence in which it became known. */
export async function listFacts(db: Db | Trx, intentId: string): Promise<StoredFact[]> {
  const rows = await db
    .selectFrom('payment_event')
    .select(['provider', 'event_id', 'type', 'amount_minor'])
    .where('intent_id', '=', intentId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: keyOf(row.provider, row.event_id),
    provider: row.provider,
    type: row.type,
    amountMinor: Number(row.amount_minor),
  }))
}

/**
 * The payment that a stored fact belongs to. Some provider events name a capture and no payment.
 */
export async function findIntentIdOfFact(
  db: Db | Trx,
  provider: PaymentProvider,
  factId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_event')
    .select('intent_id')
    .where('provider', '=', provider)
    .where('event_id', '=', factId)
    .executeTakeFirst()
  return row?.intent_id
}
