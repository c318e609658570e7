import { sql } from 'kysely'
import { insertActivity } from '#core/project-activity.ts'
import { digestOfText, spendingOf, type Window } from '#core/rate-limit.ts'
import type { Db, Trx } from '#db/database.ts'
import { isInUse } from '#db/session-use.ts'
import type { SessionLimit } from '#http/session.ts'

interface NewSession {
  tokenHash: Buffer
  customerId?: string
  staffId?: string
  /** Digest of a visitor's network. */
  network?: string
  /** The name of the browser of a customer or of staff. */
  browser?: string
  /** For staff: until when the second factor counts as fresh. */
  steppedUpUntil?: Date
  now: Date
  expiresAt: Date
}

export async function insertSession(db: Db | Trx, session: NewSession): Promise<void> {
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      customer_id: session.customerId ?? null,
      staff_id: session.staffId ?? null,
      network: session.network ?? null,
      browser: session.browser ?? '',
      created_at: session.now,
      last_used_at: session.now,
      authenticated_at: session.now,
      expires_at: session.expiresAt,
      stepped_up_until: session.steppedUpUntil ?? null,
    })
    .execute()
}

const liveSession = (db: Pick<Db, 'selectFrom'>, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('session')
    .leftJoin('staff_member', 'staff_member.id', 'session.staff_id')
    .leftJoin('staff_role', 'staff_role.id', 'staff_member.own_role_id')
    .select(['customer_id', 'staff_id', 'role', 'rights', 'authenticated_at', 'last_used_at', 'stepped_up_until'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where(isInUse(now))
    .where('staff_member.disabled_at', 'is', null)

export async function findLiveSession(db: Db, tokenHash: Buffer, now: Date) {
  return liveSession(db, tokenHash, now).executeTakeFirst()
}

/** A live session, and its use of a limit after this call. The key is the limiter's: call and caller. */
export async function findLiveSessionSpending(
  db: Db,
  tokenHash: Buffer,
  { call, windowSeconds }: SessionLimit,
  now: Date,
) {
  const caller = sql`coalesce(customer_id::text, staff_id::text, encode(token_hash, 'hex'))`
  const key = digestOfText(sql<string>`${`${call} `} || ${caller}`)
  const end = new Date(now.getTime() + windowSeconds * 1000)
  return db
    .with('live', (inner) => liveSession(inner, tokenHash, now).select('token_hash'))
    .with('spent', () => sql<Window>`(${spendingOf(sql`select ${key}, 1, ${end}::timestamptz from live`, now)})`)
    .selectFrom('live')
    .innerJoin('spent', (join) => join.onTrue())
    .selectAll()
    .executeTakeFirst()
}

export async function touchUse(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Live sessions of a customer, the one used last first. */
export async function listSessions(db: Db, customerId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'token_hash', 'browser', 'created_at', 'last_used_at'])
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now)
    .where(isInUse(now))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

/** False if the customer has no such session. */
export async function removeOwnSession(db: Db, customerId: string, sessionId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** Ends all sessions of a customer but one; returns how many of them were live. */
export async function removeOtherSessions(db: Db, customerId: string, tokenHash: Buffer, now: Date): Promise<number> {
  const removed = await db
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('token_hash', '<>', tokenHash)
    .returning(sql<boolean>`expires_at > ${now} and ${isInUse(now)}`.as('isLive'))
    .execute()
  return removed.filter(({ isLive }) => isLive).length
}

export async function touchAuthentication(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('session').set({ authenticated_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function removeSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** False if a concurrent login has already removed the visitor's session and claimed their work. */
export async function removeVisitorSession(trx: Trx, tokenHash: Buffer): Promise<boolean> {
  const removed = await trx
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .where('customer_id', 'is', null)
    .where('staff_id', 'is', null)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/**
 * Gives a visitor's projects and files to the account that they logged in to. Logging in changes
 * nothing in the projects, so that lists keep their sequence: `updated_at` stays.
 */
export async function claimVisitorWork(trx: Trx, visitorHash: Buffer, customerId: string, now: Date): Promise<void> {
  const owner = { customer_id: customerId, visitor_hash: null }
  const projects = await trx
    .updateTable('project')
    .set(owner)
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('visitor_hash', '=', visitorHash)
    .returning('id')
    .execute()
  await trx.updateTable('upload').set(owner).where('visitor_hash', '=', visitorHash).execute()

  const projectIds = projects.map(({ id }) => id)
  await insertActivity(trx, projectIds, now, [{ actor: 'customer', event: { kind: 'claimed' } }])
}

/** When credentials change, sessions, keys in sent mails and logins that wait for a second factor end. */
export async function removeAccessOf(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('session').where('customer_id', '=', customerId).execute()
  await trx.deleteFrom('account_key').where('customer_id', '=', customerId).execute()
  await trx.deleteFrom('login_ticket').where('customer_id', '=', customerId).execute()
}

export async function removeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', now).execute()
  await db.deleteFrom('account_key').where('expires_at', '<=', now).execute()
  await db.deleteFrom('quick_flow').where('expires_at', '<=', now).execute()
  await db.deleteFrom('login_ticket').where('expires_at', '<=', now).execute()
  await db.deleteFrom('staff_ticket').where('expires_at', '<=', now).execute()
  await db.deleteFrom('captcha').where('expires_at', '<=', now).execute()
}
