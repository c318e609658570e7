import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { ReferralCodeTable } from '#db/schema.generated.ts'

export type ReferralCodeRow = Selectable<ReferralCodeTable>

/** The codes of a customer that work, the current one first. */
export async function listCodes(db: Db | Trx, customerId: string, now: Date): Promise<ReferralCodeRow[]> {
  return db
    .selectFrom('referral_code')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy('valid_until', (end) => end.desc().nullsFirst())
    .execute()
}

/** The customer whose code works at a moment. */
export async function findCodeOwner(db: Db | Trx, key: string, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('referral_code')
    .select('customer_id')
    .where('key', '=', key)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', at)]))
    .executeTakeFirst()
  return row?.customer_id
}

/** Adds a first code; nothing happens if it is taken, or if a concurrent request added another. */
export async function insertFirstCode(db: Db, code: { key: string; code: string; customerId: string; now: Date }) {
  await db
    .insertInto('referral_code')
    .values({
      key: code.key,
      code: code.code,
      customer_id: code.customerId,
      is_chosen: false,
      chosen_at: code.now,
      valid_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Changes of a code wait for each other. */
export async function lockReferrer(trx: Trx, customerId: string): Promise<void> {
  await trx.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** When the customer last chose a code. */
export async function findLastChoice(trx: Trx | Db, customerId: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('referral_code')
    .select('chosen_at')
    .where('customer_id', '=', customerId)
    .where('is_chosen', '=', true)
    .orderBy('chosen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.chosen_at
}

/** Lets the current code end at a moment. */
export async function retireCode(trx: Trx, customerId: string, validUntil: Date): Promise<void> {
  await trx
    .updateTable('referral_code')
    .set({ valid_until: validUntil })
    .where('customer_id', '=', customerId)
    .where('valid_until', 'is', null)
    .execute()
}

/** Makes a code the current one; returns false if it is, or was, another customer's. */
export async function putChosenCode(
  trx: Trx,
  chosen: { key: string; code: string; customerId: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('referral_code')
    .values({
      key: chosen.key,
      code: chosen.code,
      customer_id: chosen.customerId,
      is_chosen: true,
      chosen_at: chosen.now,
      valid_until: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ code: chosen.code, is_chosen: true, chosen_at: chosen.now, valid_until: null })
        .where('referral_code.customer_id', '=', chosen.customerId),
    )
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}
