import { timingSafeEqual } from 'node:crypto'
import { type OwnView, viewCodeMinutes, viewMinutes } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, bySystem, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { codeHash, newCode, newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Session, StaffSession } from '#http/session.ts'
import {
  countTry,
  deleteCode,
  deleteOldCodes,
  endOverdueViews,
  endViews,
  findLiveView,
  hasView,
  insertView,
  listOpenViews,
  listViews,
  lockNamedCustomer,
  putCode,
} from './customer-view.repository.ts'

type ViewDeps = Pick<Deps, 'clock' | 'db'>

const minuteMs = 60_000
const maxTries = 5
const maxListed = 20

/** Makes a code for the customer to read out. An earlier one becomes invalid. */
export async function makeCode({ db, clock }: ViewDeps, customerId: string) {
  const code = newCode()
  const expires_at = new Date(clock().getTime() + viewCodeMinutes * minuteMs)
  await putCode(db, { customer_id: customerId, code_hash: await codeHash(code, customerId), expires_at })
  return { code, expiresAt: expires_at.toISOString() }
}

interface NewView {
  customerId: string
  code: string
  reason: string
}

/** Exchanges the customer's code for a token. A code works once; wrong codes use up its tries. */
export async function beginView(
  { db, clock }: ViewDeps,
  { staffId, tokenHash }: StaffSession,
  { customerId, code, reason }: NewView,
) {
  const now = clock()
  const accessToken = newSecret()
  const expiresAt = new Date(now.getTime() + viewMinutes * minuteMs)
  // Before the transaction: it is slow on purpose, and would hold the lock.
  const givenHash = await codeHash(code, customerId)

  const begun = await db.transaction().execute(async (trx) => {
    const name = await lockNamedCustomer(trx, customerId)
    if (name === undefined) throw new AppError('NOT_FOUND')

    // No exception for a wrong code: the try must stay counted.
    const storedHash = await countTry(trx, customerId, maxTries, now)
    if (storedHash === null || !timingSafeEqual(storedHash, givenHash)) return null

    await deleteCode(trx, customerId)
    const viewId = await insertView(trx, {
      token_hash: secretHash(accessToken),
      customer_id: customerId,
      staff_id: staffId,
      session_hash: tokenHash,
      reason,
      started_at: now,
      expires_at: expiresAt,
    })

    const subject = { kind: 'customer', id: customerId } as const
    const after = { viewId, until: expiresAt.toISOString() }
    await recordAudit(trx, { staffId, action: 'customer.view-begun', subject, after, reason })
    return { viewId, customer: name }
  })

  if (begun === null)
    throw new AppError('VERIFICATION_CODE_WRONG', { fields: [{ path: 'code', code: 'VERIFICATION_CODE_WRONG' }] })
  return { ...begun, accessToken, expiresIn: viewMinutes * 60, until: expiresAt.toISOString() }
}

/** The running looks of a member of staff at a customer's side. */
export async function readOwnViews({ db, clock }: ViewDeps, staffId: string, customerId: string) {
  const views = await listOpenViews(db, staffId, customerId, clock())
  if (views === undefined) throw new AppError('NOT_FOUND')
  return views.map(({ id, expires_at }) => ({ id, until: expires_at.toISOString() }))
}

async function recordEnds(trx: Trx, by: ActedBy, ended: readonly { id: string; customer_id: string }[]) {
  for (const { id, customer_id } of ended) {
    const subject = { kind: 'customer', id: customer_id } as const
    await recordAudit(trx, { ...by, action: 'customer.view-ended', subject, after: { viewId: id } })
  }
}

/** Ends all running looks of a member of staff at a customer's side. */
export async function endOwnViews({ db, clock }: ViewDeps, staffId: string, customerId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await lockNamedCustomer(trx, customerId)) === undefined) throw new AppError('NOT_FOUND')
    await recordEnds(trx, { staffId }, await endViews(trx, { customerId, staffId }, clock()))
  })
}

/** The customer ends the look of a member of staff. */
export async function endViewByCustomer({ db, clock }: ViewDeps, customerId: string, viewId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await hasView(trx, customerId, viewId))) throw new AppError('NOT_FOUND')
    await recordEnds(trx, bySystem, await endViews(trx, { customerId, viewId }, clock()))
  })
}

/** Who looked at a customer's side, the newest first. */
export async function readViews({ db, clock }: ViewDeps, customerId: string): Promise<OwnView[]> {
  const now = clock()
  const views = await listViews(db, customerId, now, maxListed)

  return views.map(({ id, by, reason, started_at, expires_at, ended_at, has_session }) => ({
    id,
    by,
    reason,
    startedAt: started_at.toISOString(),
    until: (ended_at ?? expires_at).toISOString(),
    isOpen: ended_at === null && expires_at > now && has_session,
  }))
}

/** Ends views whose time is over, or whose member logged out or was disabled, and records it. */
export async function endOverdue({ db, clock }: ViewDeps): Promise<void> {
  await deleteOldCodes(db, clock())
  await db.transaction().execute(async (trx) => {
    await recordEnds(trx, bySystem, await endOverdueViews(trx, clock()))
  })
}

/** The session of staff who look at the customer's side; null once the view has ended. */
export async function findView(db: Db, now: Date, token: string): Promise<Session | null> {
  const tokenHash = secretHash(token)
  const view = await findLiveView(db, tokenHash, now)
  if (!view) return null

  return {
    tokenHash,
    customerId: view.customer_id,
    viewerId: view.staff_id,
    staffId: null,
    staffRole: null,
    staffRights: [],
    steppedUpUntil: null,
    // The customer has proved nothing in this session.
    authenticatedAt: new Date(0),
  }
}
