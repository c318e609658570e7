import { rightsOf, rightsOfOwnRole, type StaffRight } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { byTool, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { digestOf, secondsToWait } from '#core/rate-limit.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import { insertSecurityEvents } from '#core/security-events.ts'
import type { Db, Trx } from '#db/database.ts'
import { type CustomerSession, isCustomer, type OpenedSession, type Session, type SessionLimit } from '#http/session.ts'
import { lockCustomerByEmail } from './customer.repository.ts'
import {
  claimVisitorWork,
  findLiveSession,
  findLiveSessionSpending,
  insertSession,
  listSessions,
  removeAccessOf,
  removeOtherSessions,
  removeOwnSession,
  removeSession,
  removeVisitorSession,
  touchUse,
} from './session.repository.ts'

const day = 86_400
const customerSeconds = 14 * day
const temporarySeconds = 90 * day
const staffSeconds = 12 * 3600

export interface Grant {
  accessToken: string
  expiresIn: number
}

type Holder = { customerId?: string; staffId?: string; network?: string; browser?: string; steppedUpUntil?: Date }

async function issue(db: Db | Trx, now: Date, holder: Holder, expiresIn: number): Promise<Grant> {
  const accessToken = newSecret()
  const expiresAt = new Date(now.getTime() + expiresIn * 1000)
  await insertSession(db, { tokenHash: secretHash(accessToken), ...holder, now, expiresAt })
  return { accessToken, expiresIn }
}

/** A new token for a customer; only its hash is stored. */
export function issueSession(db: Db | Trx, now: Date, customerId: string, browser = ''): Promise<Grant> {
  return issue(db, now, { customerId, browser }, customerSeconds)
}

/**
 * A visitor's token; it owns the visitor's projects and files until an account claims them. The
 * network counts for the limits of all its visitors together; only its digest is stored.
 */
export function issueTemporarySession(db: Db | Trx, now: Date, network: string): Promise<Grant> {
  return issue(db, now, { network: digestOf(network) }, temporarySeconds)
}

/** How long the second factor of staff counts as fresh. */
export const stepUpMs = 10 * 60_000

/** A token for a member of staff, for one shift, who has just given the second factor. */
export function issueStaffSession(db: Db | Trx, now: Date, staffId: string, browser = ''): Promise<Grant> {
  const steppedUpUntil = new Date(now.getTime() + stepUpMs)
  return issue(db, now, { staffId, browser, steppedUpUntil }, staffSeconds)
}

/** For an account of the demo, which has no second factor: nothing has to be confirmed. */
export function issueDemoStaffSession(db: Db | Trx, now: Date, staffId: string, browser: string): Promise<Grant> {
  const steppedUpUntil = new Date(now.getTime() + staffSeconds * 1000)
  return issue(db, now, { staffId, browser, steppedUpUntil }, staffSeconds)
}

/**
 * A login with a visitor's token claims the visitor's projects and files. The token is the proof
 * and ends with this, so of several concurrent logins one gets everything (BOL-6).
 */
export async function claimVisitor(trx: Trx, visitorHash: Buffer | null, customerId: string, now: Date): Promise<void> {
  if (visitorHash === null) return
  if (await removeVisitorSession(trx, visitorHash)) await claimVisitorWork(trx, visitorHash, customerId, now)
}

/** The token's hash of a visitor's session; null for everyone else. */
export function visitorHashOf(session: Session | null): Buffer | null {
  return session === null || isCustomer(session) ? null : session.tokenHash
}

type LiveSession = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

function sessionOf(tokenHash: Buffer, row: LiveSession): Session {
  return {
    tokenHash,
    customerId: row.customer_id,
    viewerId: null,
    staffId: row.staff_id,
    staffRole: row.role,
    staffRights: staffRightsOf(row),
    steppedUpUntil: row.stepped_up_until,
    authenticatedAt: row.authenticated_at,
  }
}

function staffRightsOf({ role, rights }: LiveSession): readonly StaffRight[] {
  if (role !== null) return rightsOf(role)
  return rights === null ? [] : rightsOfOwnRole(rights)
}

/** Few requests write the time of use, so it is not exact. Sessions of staff end after an hour without use. */
const useAccuracyMs = { customer: 3_600_000, staff: 60_000 }

async function noteUse(db: Db, tokenHash: Buffer, row: LiveSession, now: Date): Promise<void> {
  const isVisitor = row.customer_id === null && row.staff_id === null
  if (isVisitor) return

  const accuracyMs = row.staff_id === null ? useAccuracyMs.customer : useAccuracyMs.staff
  if (now.getTime() - row.last_used_at.getTime() >= accuracyMs) await touchUse(db, tokenHash, now)
}

export async function findSession(db: Db, now: Date, token: string): Promise<Session | null> {
  const tokenHash = secretHash(token)
  const row = await findLiveSession(db, tokenHash, now)
  if (!row) return null

  await noteUse(db, tokenHash, row, now)
  return sessionOf(tokenHash, row)
}

/** `findSession` that also counts a use of a limit. */
export async function openSession(
  db: Db,
  now: Date,
  token: string,
  limit: SessionLimit | null,
): Promise<OpenedSession> {
  if (limit === null) return { session: await findSession(db, now, token), waitSeconds: null }

  const tokenHash = secretHash(token)
  const row = await findLiveSessionSpending(db, tokenHash, limit, now)
  if (row) await noteUse(db, tokenHash, row, now)
  return { session: row ? sessionOf(tokenHash, row) : null, waitSeconds: secondsToWait(row, limit, now) }
}

/** The caller's sessions, the one used last first. */
export async function listOwnSessions({ db, clock }: Pick<Deps, 'clock' | 'db'>, session: CustomerSession) {
  const rows = await listSessions(db, session.customerId, clock())
  return rows.map(({ id, token_hash, browser, created_at, last_used_at }) => ({
    id,
    browser,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    isCurrent: token_hash.equals(session.tokenHash),
  }))
}

/** Another customer's session and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function endSession(
  { db, securityEvents }: Pick<Deps, 'db' | 'securityEvents'>,
  { customerId }: CustomerSession,
  sessionId: string,
): Promise<void> {
  if (!(await removeOwnSession(db, customerId, sessionId))) throw new AppError('NOT_FOUND')
  securityEvents.record({ kind: 'session-ended', customerId })
}

/** Returns how many sessions were live. */
export async function endOtherSessions(
  { db, clock, securityEvents }: Pick<Deps, 'clock' | 'db' | 'securityEvents'>,
  { customerId, tokenHash }: CustomerSession,
): Promise<number> {
  const ended = await removeOtherSessions(db, customerId, tokenHash, clock())
  securityEvents.record({ kind: 'sessions-ended', customerId })
  return ended
}

export async function logout(
  { db, securityEvents }: Pick<Deps, 'db' | 'securityEvents'>,
  { customerId, tokenHash }: CustomerSession,
): Promise<void> {
  await removeSession(db, tokenHash)
  securityEvents.record({ kind: 'logout', customerId })
}

/**
 * For an operator, if a device was stolen: ends all sessions, mailed keys and unfinished logins of an
 * account. False if no account has this address.
 */
export function endAccessOf(deps: Pick<Deps, 'clock' | 'db'>, email: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomerByEmail(trx, email)
    if (!customer) return false

    await removeAccessOf(trx, customer.id)
    await insertSecurityEvents(trx, [{ at: deps.clock(), kind: 'sessions-ended', customer_id: customer.id }])
    const subject = { kind: 'customer', id: customer.id } as const
    await recordAudit(trx, { ...byTool, action: 'customer.sessions-ended', subject })
    return true
  })
}
