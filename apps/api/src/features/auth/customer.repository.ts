import type { AccountType, Industry, Language, Title } from '@cotation/domain'
import type { KeyPurpose } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'

export interface NewCustomer {
  email: string
  username: string
  accountType: AccountType
  passwordHash: string | null
  signupProofHash: Buffer | null
  /** The visitor's session in which the form was sent; its work goes to the account. */
  signupVisitorHash?: Buffer | null
  activatedAt: Date | null
  language: Language
  channel: string | null
  firstName?: string
  lastName?: string
  company?: string
  phoneCode?: string
  phone?: string
  title?: Title
  industry?: Industry
}

/** The new customer's id; null if the address is taken, also by a concurrent sign-up. */
export async function insertCustomer(db: Db | Trx, now: Date, customer: NewCustomer): Promise<string | null> {
  const row = await db
    .insertInto('customer')
    .values({
      email: customer.email,
      username: customer.username,
      account_type: customer.accountType,
      password_hash: customer.passwordHash,
      signup_proof_hash: customer.signupProofHash,
      signup_visitor_hash: customer.signupVisitorHash ?? null,
      activated_at: customer.activatedAt,
      language: customer.language,
      channel: customer.channel,
      first_name: customer.firstName ?? '',
      last_name: customer.lastName ?? '',
      company: customer.company ?? '',
      phone_code: customer.phoneCode ?? '',
      phone: customer.phone ?? '',
      title: customer.title ?? null,
      industry: customer.industry ?? null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const credentials = [
  'id',
  'email',
  'username',
  'language',
  'password_hash',
  'signup_proof_hash',
  'signup_visitor_hash',
  'activated_at',
] as const

export async function findCustomerByEmail(db: Db | Trx, email: string) {
  return db.selectFrom('customer').select(credentials).where('email', '=', email).executeTakeFirst()
}

export async function getCustomer(db: Db | Trx, id: string) {
  return db.selectFrom('customer').select(credentials).where('id', '=', id).executeTakeFirstOrThrow()
}

export async function lockCustomer(trx: Trx, id: string) {
  return trx.selectFrom('customer').select(credentials).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function lockCustomerByEmail(trx: Trx, email: string) {
  return trx.selectFrom('customer').select(credentials).where('email', '=', email).forUpdate().executeTakeFirst()
}

export async function updateCredentials(
  db: Db | Trx,
  id: string,
  change: {
    password_hash?: string | null
    signup_proof_hash?: null
    signup_visitor_hash?: null
    activated_at?: Date
  },
): Promise<void> {
  await db.updateTable('customer').set(change).where('id', '=', id).execute()
}

/** Stores a key and invalidates an older one for the same purpose (AUT-3). */
export async function putKey(
  db: Db | Trx,
  key: { hash: Buffer; customerId: string; purpose: KeyPurpose; now: Date; expiresAt: Date },
): Promise<void> {
  const fresh = { key_hash: key.hash, created_at: key.now, expires_at: key.expiresAt }
  await db
    .insertInto('account_key')
    .values({ ...fresh, customer_id: key.customerId, purpose: key.purpose })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'purpose'])
        .doUpdateSet({ key_hash: fresh.key_hash, expires_at: fresh.expires_at, tries: 0 }),
    )
    .execute()
}

/**
 * Counts a try of a live key and returns its hash; null if there is none or its tries are used up.
 * Counted before the comparison: concurrent guesses would otherwise all see the same count.
 */
export async function countKeyTry(
  db: Db,
  key: { customerId: string; purpose: KeyPurpose; maxTries: number; now: Date },
): Promise<Buffer | null> {
  const row = await db
    .updateTable('account_key')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('customer_id', '=', key.customerId)
    .where('purpose', '=', key.purpose)
    .where('expires_at', '>', key.now)
    .where('tries', '<', key.maxTries)
    .returning('key_hash')
    .executeTakeFirst()
  return row?.key_hash ?? null
}

/** Consumes a key: of several concurrent calls only one gets the customer's id. */
export async function takeKey(trx: Trx, hash: Buffer, purpose: KeyPurpose, now: Date): Promise<string | null> {
  const row = await trx
    .deleteFrom('account_key')
    .where('key_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('customer_id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** The customer of a live key, without consuming it. */
export async function findKeyOwner(db: Db | Trx, hash: Buffer, purpose: KeyPurpose, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('account_key')
    .select('customer_id')
    .where('key_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

export async function removeKey(trx: Trx, customerId: string, purpose: KeyPurpose): Promise<void> {
  await trx.deleteFrom('account_key').where('customer_id', '=', customerId).where('purpose', '=', purpose).execute()
}

export async function isKnownDevice(db: Db, deviceHash: Buffer, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_device')
    .select('customer_id')
    .where('device_hash', '=', deviceHash)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(db: Db | Trx, deviceHash: Buffer, customerId: string, now: Date): Promise<void> {
  await db
    .insertInto('known_device')
    .values({ device_hash: deviceHash, customer_id: customerId, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['device_hash', 'customer_id']).doUpdateSet({ last_used_at: now }))
    .execute()
}

/** Whether the customer has logged in from other browsers, but never from this one. */
export async function isNewDevice(db: Db | Trx, deviceHash: Buffer, customerId: string): Promise<boolean> {
  const devices = await db
    .selectFrom('known_device')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('device_hash', '=', deviceHash).as('own'),
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(devices.all) > 0 && Number(devices.own) === 0
}

export async function forgetDevices(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('known_device').where('customer_id', '=', customerId).execute()
}

export async function removeUnactivated(db: Db, createdBefore: Date): Promise<void> {
  await db.deleteFrom('customer').where('activated_at', 'is', null).where('created_at', '<', createdBefore).execute()
}
