import type { Db, Trx } from '#db/database.ts'

export type FactorMethod = 'app' | 'passkey'

/** What a sign-in can be finished with; empty until the first factor is set up. */
export async function listFactors(db: Db | Trx, staffId: string): Promise<FactorMethod[]> {
  const methods: FactorMethod[] = []
  if (await findApp(db, staffId)) methods.push('app')
  if ((await listPasskeys(db, staffId)).length > 0) methods.push('passkey')
  return methods
}

/** The authenticator app that is in use. */
export async function findApp(db: Db | Trx, staffId: string) {
  return db
    .selectFrom('staff_totp')
    .select(['sealed_secret', 'confirmed_at'])
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ sealed_secret: Buffer; confirmed_at: Date }>()
    .executeTakeFirst()
}

/** The secret of the app that is being set up. Locked: another tab may begin again while a code is checked. */
export async function lockPendingApp(trx: Trx, staffId: string): Promise<Buffer | null> {
  const row = await trx
    .selectFrom('staff_totp')
    .select('pending_secret')
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
  return row?.pending_secret ?? null
}

/** Begins the set-up; the app in use stays until a code of the new one is confirmed. */
export async function putPendingApp(trx: Trx, staffId: string, pendingSecret: Buffer): Promise<void> {
  await trx
    .insertInto('staff_totp')
    .values({ staff_id: staffId, pending_secret: pendingSecret })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ pending_secret: pendingSecret }))
    .execute()
}

/** Puts the app in use; the code of `step` cannot be used again. */
export async function confirmApp(
  trx: Trx,
  staffId: string,
  app: { secret: Buffer; step: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('staff_totp')
    .set({ sealed_secret: app.secret, pending_secret: null, confirmed_at: app.now, last_step: app.step })
    .where('staff_id', '=', staffId)
    .execute()
}

/** Uses up the code of a time step; false if it or a later one was used before. */
export async function takeAppStep(trx: Trx, staffId: string, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('staff_totp')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listPasskeys(db: Db | Trx, staffId: string) {
  return db
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'credential_id', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

interface NewPasskey {
  staffId: string
  credentialId: Buffer
  publicKey: Buffer
  name: string
  signCount: number
  now: Date
}

/** False if the passkey is registered already. */
export async function insertPasskey(trx: Trx, passkey: NewPasskey): Promise<boolean> {
  const row = await trx
    .insertInto('staff_passkey')
    .values({
      staff_id: passkey.staffId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      name: passkey.name,
      sign_count: passkey.signCount,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function lockPasskey(trx: Trx, staffId: string, credentialId: Buffer) {
  return trx
    .selectFrom('staff_passkey')
    .select(['id', 'public_key', 'sign_count'])
    .where('staff_id', '=', staffId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()
}

export async function notePasskeyUse(trx: Trx, id: string, signCount: number, now: Date): Promise<void> {
  await trx
    .updateTable('staff_passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .execute()
}

/** False if the member has no such passkey. */
export async function removePasskeyOf(trx: Trx, staffId: string, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('staff_passkey')
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function replaceRecoveryCodes(
  trx: Trx,
  staffId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await removeRecoveryCodes(trx, staffId)
  const rows = hashes.map((hash) => ({ code_hash: hash, staff_id: staffId, created_at: now }))
  await trx.insertInto('staff_recovery_code').values(rows).execute()
}

/** Uses up a recovery code: of several concurrent calls only one gets true. */
export async function takeRecoveryCode(trx: Trx, staffId: string, hash: Buffer): Promise<boolean> {
  const removed = await trx
    .deleteFrom('staff_recovery_code')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db | Trx, staffId: string): Promise<number> {
  const { count } = await db
    .selectFrom('staff_recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function removeRecoveryCodes(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
}

export async function removeFactors(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staff_totp').where('staff_id', '=', staffId).execute()
  await trx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute()
  await removeRecoveryCodes(trx, staffId)
}
