import type { PaymentEvent, PaymentEventType } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'

/** Who tells a fact. `system` is what the product itself decides, such as that a sum is held. */
export const paymentProviders = ['card', 'bank', 'balance', 'credit', 'system'] as const
export type PaymentProvider = (typeof paymentProviders)[number]

export interface PaymentFact {
  provider: PaymentProvider
  /** Names the fact and not the message that told it. */
  id: string
  type: PaymentEventType
  amountMinor: number
  currency: string
  detail?: Record<string, string | number>
  /** Of a refund that we asked for: ours. */
  refundId?: string
}

/** Keeps facts, and gives back those that were not known. */
export async function insertFacts(
  trx: Trx,
  intentId: string,
  facts: readonly PaymentFact[],
  now: Date,
): Promise<PaymentFact[]> {
  if (facts.length === 0) return []

  const rows = await trx
    .insertInto('payment_event')
    .values(
      facts.map((fact) => ({
        intent_id: intentId,
        provider: fact.provider,
        event_id: fact.id,
        type: fact.type,
        amount_minor: fact.amountMinor,
        currency: fact.currency,
        detail: JSON.stringify(fact.detail ?? {}),
        received_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning(['provider', 'event_id'])
    .execute()
  const known = new Set(rows.map((row) => nameOf(row.provider, row.event_id)))

  return facts.filter((fact) => known.delete(nameOf(fact.provider, fact.id)))
}

const nameOf = (provider: string, id: string) => `${provider} ${id}`

export type StoredFact = PaymentEvent & { provider: string }

/** A fact as it is read again. */
export const storedFact = ({ provider, id, type, amountMinor }: PaymentFact): StoredFact => ({
  id: nameOf(provider, id),
  provider,
  type,
  amountMinor,
})

/** Everything that is known of a payment. */
export async function listFacts(db: Db | Trx, intentId: string): Promise<StoredFact[]> {
  const rows = await db
    .selectFrom('payment_event')
    .select(['provider', 'event_id', 'type', 'amount_minor'])
    .where('intent_id', '=', intentId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: nameOf(row.provider, row.event_id),
    provider: row.provider,
    type: row.type,
    amountMinor: Number(row.amount_minor),
  }))
}

/** Which payment a fact is about, for facts of the provider that name another fact and no payment. */
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
