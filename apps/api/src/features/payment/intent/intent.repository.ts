import { openPaymentStates } from '@cotation/domain'
import type { Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import type { PaymentIntentTable } from '#db/schema.generated.ts'
import { type PayableRef, payableColumns } from '#src/money/payable-ref.ts'
import { factRow, type PaymentFact } from './facts.repository.ts'

export async function findIntent(db: Db | Trx, intentId: string): Promise<PaymentIntentRow | undefined> {
  return db.selectFrom('payment_intent').selectAll().where('id', '=', intentId).executeTakeFirst()
}

export async function getIntent(db: Db | Trx, intentId: string): Promise<PaymentIntentRow> {
  const row = await findIntent(db, intentId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** What the payment is for must be locked first, always. */
export async function lockIntent(trx: Trx, intentId: string): Promise<PaymentIntentRow> {
  return trx
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', intentId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** Inserts new payments and their first facts in one statement, since every order waits for it. */
export async function insertIntents(
  trx: Trx,
  payments: readonly { intent: PaymentIntentRow; facts: readonly PaymentFact[] }[],
  now: Date,
): Promise<void> {
  const intents = payments.map(({ intent }) => ({
    ...intent,
    amount_minor: Number(intent.amount_minor),
    usd_minor: Number(intent.usd_minor),
    captured_minor: Number(intent.captured_minor),
    refunded_minor: Number(intent.refunded_minor),
  }))
  const facts = payments.flatMap(({ intent, facts }) => facts.map((fact) => factRow(intent.id, fact, now)))

  if (facts.length === 0) {
    await trx.insertInto('payment_intent').values(intents).execute()
    return
  }

  await trx
    .with('opened', (db) => db.insertInto('payment_intent').values(intents))
    .insertInto('payment_event')
    .values(facts)
    .execute()
}

export async function updateIntent(
  trx: Trx,
  intentId: string,
  change: Updateable<PaymentIntentTable>,
): Promise<PaymentIntentRow> {
  return trx
    .updateTable('payment_intent')
    .set(change)
    .where('id', '=', intentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Remembers the card of a payment. A payment has one card. */
export async function insertFingerprint(db: Db, intentId: string, fingerprint: string): Promise<void> {
  await db
    .insertInto('card_fingerprint')
    .values({ intent_id: intentId, fingerprint })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute()
}

/** The payment of an order or additional cost whose result is not known yet. */
export async function findOpenIntent(db: Db | Trx, { kind, id }: PayableRef): Promise<PaymentIntentRow | undefined> {
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where(payableColumns[kind], '=', id)
    .where('state', 'in', openPaymentStates)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export async function findReloadIntent(db: Db | Trx, reloadId: string): Promise<PaymentIntentRow | undefined> {
  return db.selectFrom('payment_intent').selectAll().where('reload_id', '=', reloadId).executeTakeFirst()
}

export async function findIntentsByReference(db: Db | Trx, references: string[]): Promise<PaymentIntentRow[]> {
  if (references.length === 0) return []
  return db.selectFrom('payment_intent').selectAll().where('reference', 'in', references).execute()
}
