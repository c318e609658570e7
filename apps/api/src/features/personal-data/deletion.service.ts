import type { DeletionView, renewDeletionBody, requestDeletionBody } from '@cotation/contracts'
import { type Language, personalDataLimits } from '@cotation/domain'
import type { z } from 'zod'
import { sendActionMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { spendDailyBudget } from '#core/guards.ts'
import type { Trx } from '#db/database.ts'
import { createDeletionKey, findDeletionKeyOwner, removeDeletionKey } from '#features/auth/deletion-key.service.ts'
import { assertIdentity } from '#features/auth/password.service.ts'
import type { CustomerSession } from '#http/session.ts'
import { findBalance } from '#src/money/ledger.ts'
import { findOpenRequest, getCustomer, lockCustomer, putRequest, removeRequest } from './deletion.repository.ts'
import { listObstacles } from './obstacles.repository.ts'
import { listObstacleViews } from './obstacles.service.ts'

export const deletionMailJob = 'deletion-mail'

const hourMs = 3_600_000

/** What a customer sees before deciding: obstacles, what is lost, a request that waits. */
export async function getDeletionView(deps: Deps, customerId: string): Promise<DeletionView> {
  const { db, clock } = deps
  const account = await getCustomer(db, customerId)
  const request = await findOpenRequest(db, customerId, clock())
  const givenUpMinor = Number(request?.given_up_minor ?? 0)
  const { balanceMinor } = await findBalance(db, 'wallet', customerId)
  const { balanceMinor: points } = await findBalance(db, 'points', customerId)

  return {
    email: account.email,
    hasPassword: account.password_hash !== null,
    balanceMinor,
    points: Math.max(0, points),
    obstacles: await listObstacleViews(deps, customerId, givenUpMinor),
    request: request
      ? {
          requestedAt: request.requested_at.toISOString(),
          expiresAt: request.expires_at.toISOString(),
          givenUpMinor,
        }
      : null,
  }
}

type DeletionInput = z.output<typeof requestDeletionBody>

/**
 * Requests the deletion and mails the link that confirms it. A new request replaces the earlier one
 * and its link. Throws `DELETION_BLOCKED` while something blocks the deletion (spec 4).
 */
export async function requestDeletion(
  deps: Deps,
  caller: { session: CustomerSession; language: Language },
  input: DeletionInput,
): Promise<DeletionView> {
  const { customerId } = caller.session
  await assertIdentity(deps, caller.session, input.password)
  await spendDailyBudget(deps, `account-deletion ${customerId}`)

  await deps.db.transaction().execute(async (trx) => {
    const account = await lockCustomer(trx, customerId)
    if (account.activated_at === null) throw new AppError('NOT_ACTIVATED')
    if (input.email !== account.email) {
      throw new AppError('VALIDATION', { fields: [{ path: 'email', code: 'EMAIL_NOT_YOURS' }] })
    }

    await startRequest(deps, trx, customerId, { language: caller.language, givenUpMinor: input.givenUpMinor ?? 0 })
  })

  deps.securityEvents.record({ kind: 'deletion-requested', customerId })
  return getDeletionView(deps, customerId)
}

/** Stores the request of a locked account and enqueues its mail. Returns when its link expires. */
async function startRequest(
  deps: Deps,
  trx: Trx,
  customerId: string,
  { language, givenUpMinor }: { language: Language; givenUpMinor: number },
): Promise<Date> {
  const { balanceMinor } = await findBalance(trx, 'wallet', customerId)
  // The customer agreed to give up exactly this amount.
  if (givenUpMinor > 0 && givenUpMinor !== balanceMinor) throw new AppError('BALANCE_CHANGED')

  const obstacles = await listObstacles(trx, customerId, givenUpMinor)
  if (obstacles.length > 0) throw new AppError('DELETION_BLOCKED')

  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + personalDataLimits.confirmationHours * hourMs)
  await putRequest(trx, customerId, {
    language,
    requested_at: now,
    expires_at: expiresAt,
    given_up_minor: givenUpMinor,
  })
  await removeDeletionKey(trx, customerId)
  await deps.jobs.enqueue(trx, deletionMailJob, { customerId })

  return expiresAt
}

/**
 * Replaces a request whose balance has grown since, by the key of its mail. No password is needed,
 * because nothing is given up before the new link is opened: it goes to the account's address.
 */
export async function renewDeletion(
  deps: Deps,
  { key, givenUpMinor }: z.output<typeof renewDeletionBody>,
): Promise<{ expiresAt: string }> {
  const owner = await findDeletionKeyOwner(deps.db, key, deps.clock())
  if (owner === null) throw new AppError('DELETION_LINK_INVALID')
  await spendDailyBudget(deps, `account-deletion ${owner}`)

  const expiresAt = await deps.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, owner)
    const now = deps.clock()
    const request = await findOpenRequest(trx, owner, now)
    const isUsable = (await findDeletionKeyOwner(trx, key, now)) === owner
    if (!request || !isUsable) throw new AppError('DELETION_LINK_INVALID')

    // Otherwise a link could prolong itself again and again.
    const { balanceMinor } = await findBalance(trx, 'wallet', owner)
    if (balanceMinor <= Number(request.given_up_minor)) throw new AppError('BALANCE_CHANGED')

    return startRequest(deps, trx, owner, { language: request.language, givenUpMinor })
  })
  return { expiresAt: expiresAt.toISOString() }
}

/** Removes the request and its link. Idempotent. */
export async function cancelDeletion(deps: Deps, customerId: string): Promise<DeletionView> {
  await deps.db.transaction().execute(async (trx) => {
    await lockCustomer(trx, customerId)
    await removeRequest(trx, customerId)
    await removeDeletionKey(trx, customerId)
  })
  return getDeletionView(deps, customerId)
}

/**
 * Mails the link. It ends with the request, however late the mail is sent. A retry has a new key,
 * because the earlier one is stored only as a hash: if both mails arrive, the newest link works.
 */
export async function sendDeletionMail(deps: Deps, { customerId }: { customerId: string }): Promise<void> {
  const now = deps.clock()
  const request = await findOpenRequest(deps.db, customerId, now)
  if (!request) return

  const { email, username } = await getCustomer(deps.db, customerId)
  const key = await createDeletionKey(deps.db, customerId, now, request.expires_at)
  await sendActionMail(deps, {
    kind: 'account-deletion',
    to: email,
    userName: username,
    language: request.language,
    repliesTo: 'sender',
    path: `/account-delete#key=${key}`,
    idempotencyKey: `account-deletion ${key}`,
  })
}
