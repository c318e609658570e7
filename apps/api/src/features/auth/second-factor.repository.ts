import type { NeededSecondFactor } from '@cotation/contracts'
import type { Db, Trx } from '#db/database.ts'
import { listPasskeys } from './passkey.repository.ts'

/** What a login of the customer can be finished with; none if the password is enough. */
export async function listSecondFactors(db: Db | Trx, customerId: string): Promise<NeededSecondFactor['methods']> {
  const methods: NeededSecondFactor['methods'] = []
  if (await findConfirmedTotp(db, customerId)) methods.push('app')
  if ((await listPasskeys(db, customerId)).length > 0) methods.push('passkey')
  return methods
}

export async function hasSecondFactor(db: Db | Trx, customerId: string): Promise<boolean> {
  return (await listSecondFactors(db, customerId)).length > 0
}

/** The authenticator app that is in use. */
export async function findConfirmedTotp(db: Db | Trx, customerId: string) {
  return db
    .selectFrom('totp_factor')
    .select(['sealed_secret', 'confirmed_at'])
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

/** The authenticator app that is being set up. Locked: another tab may begin again while a code is checked. */
export async function findPendingTotp(trx: Trx, customerId: string) {
  return trx
    .selectFrom('totp_factor')
    .select('sealed_secret')
    .where('customer_id', '=', customerId)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces an earlier beginning; false if an app is in use already. */
export async function putPendingTotp(db: Db, customerId: string, sealedSecret: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('totp_factor')
    .values({ customer_id: customerId, sealed_secret: sealedSecret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('customer_id')
        .doUpdateSet({ sealed_secret: sealedSecret })
        .where('totp_factor.confirmed_at', 'is', null),
    )
    .returning('customer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts the app in use; the code of `step` cannot be used again. */
export async function confirmTotp(trx: Trx, customerId: string, step: number, now: Date): Promise<void> {
  await trx
    .updateTable('totp_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('customer_id', '=', customerId)
    .execute()
}

/** Uses up the code of a time step; false if it or a later one was used before. */
export async function takeTotpStep(trx: Trx, customerId: string, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('totp_factor')
    .set({ last_step: step })
    .where('customer_id', '=', customerId)
    .where('last_step', '<', step)
    .returning('customer_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeTotp(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('totp_factor').where('customer_id', '=', customerId).execute()
}

export async function replaceRecoveryCodes(
  trx: Trx,
  customerId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await removeRecoveryCodes(trx, customerId)
  const rows = hashes.map((hash) => ({ code_hash: hash, customer_id: customerId, created_at: now }))
  await trx.insertInto('recovery_code').values(rows).execute()
}

/** Uses up a recovery code: of several concurrent calls only one gets true. */
export async function takeRecoveryCode(trx: Trx, customerId: string, hash: Buffer): Promise<boolean> {
  const removed = await trx
    .deleteFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function removeRecoveryCodes(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('customer_id', '=', customerId).execute()
}

export async function countRecoveryCodes(db: Db | Trx, customerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
