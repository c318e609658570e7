import { openPaymentStates } from '@cotation/domain'
import { type Insertable, sql, type Updateable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentTable } from '#db/schema.generated.ts'
import type { PaymentIntentRow } from '#src/money/payment-view.ts'
import type { PaymentFact } from './facts.repository.ts'

export type { PaymentIntentRow }
export type NewIntent = Insertable<PaymentIntentTable>

export async function findIntent(db: Db | Trx, intentId: string): Promise<PaymentIntentRow | undefined> {
  return db.selectFrom('payment_intent').selectAll().where('id', '=', intentId).executeTakeFirst()
}

export async function getIntent(db: Db | Trx, intentId: string): Promise<PaymentIntentRow> {
  const row = await findIntent(db, intentId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Its order or reload is locked before it, always. */
export async function lockIntent(trx: Trx, intentId: string): Promise<PaymentIntentRow> {
  return trx
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', intentId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

export async function insertIntent(trx: Trx, intent: NewIntent): Promise<PaymentIntentRow> {
  return trx.insertInto('payment_intent').values(intent).returningAll().executeTakeFirstOrThrow()
}

/** A payment and the fact that ends it as it is made, in one statement: it stands in the way of every order paid by balance. */
export async function insertCaptured(
  trx: Trx,
  intent: NewIntent,
  fact: PaymentFact,
  now: Date,
): Promise<PaymentIntentRow> {
  return trx
    .with('made', (db) => db.insertInto('payment_intent').values(intent).returningAll())
    .with(
      'fact',
      () => sql`(
      insert into payment_event (intent_id, provider, event_id, type, amount_minor, currency, detail, received_at)
      select id, ${fact.provider}, ${fact.id}, ${fact.type}, ${fact.amountMinor}, ${fact.currency}, '{}', ${now} from made)`,
    )
    .selectFrom('made')
    .selectAll()
    .executeTakeFirstOrThrow()
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

/** All attempts to pay an order, the oldest first. */
export async function listOrderIntents(db: Db | Trx, orderId: string): Promise<PaymentIntentRow[]> {
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The payment under way, if there is one. */
export async function findOpenIntent(db: Db | Trx, orderId: string): Promise<PaymentIntentRow | undefined> {
  return db
    .selectFrom('payment_intent')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', openPaymentStates)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

export async function findReloadIntent(db: Db | Trx, reloadId: string): Promise<PaymentIntentRow | undefined> {
  return db.selectFrom('payment_intent').selectAll().where('reload_id', '=', reloadId).executeTakeFirst()
}

export async function findIntentByReference(db: Db | Trx, reference: string): Promise<PaymentIntentRow | undefined> {
  return db.selectFrom('payment_intent').selectAll().where('reference', '=', reference).executeTakeFirst()
}
