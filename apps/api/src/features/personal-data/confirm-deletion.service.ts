import type { DeletionLinkView } from '@cotation/contracts'
import { recognisableEmail } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { secretHash } from '#core/secrets.ts'
import { insertSecurityEvents } from '#core/security-events.ts'
import type { Trx } from '#db/database.ts'
import { withRetry } from '#db/with-retry.ts'
import { findDeletionKeyOwner, takeDeletionKey } from '#features/auth/deletion-key.service.ts'
import { findBalance, post } from '#src/money/ledger.ts'
import { findOpenRequest, getCustomer, isUsedLink, lockCustomer, markConfirmed } from './deletion.repository.ts'
import { archiveDates, eraseRows, tablesErasedAtOnce } from './erase-rows.repository.ts'
import { listObstacles } from './obstacles.repository.ts'
import { listObstacleViews } from './obstacles.service.ts'

/** Erases everything that the confirming transaction did not: files, rows, mails. */
export const eraseJob = 'erase-customer'

/** What the link would do. Opening it changes nothing: mail scanners open links too (AUT-4). */
export async function getDeletionLink(deps: Deps, key: string): Promise<DeletionLinkView> {
  const { db, clock } = deps
  if (await isUsedLink(db, secretHash(key))) return { state: 'deleted' }

  const customerId = await findDeletionKeyOwner(db, key, clock())
  const request = customerId === null ? undefined : await findOpenRequest(db, customerId, clock())
  if (!request) throw new AppError('DELETION_LINK_INVALID')

  const givenUpMinor = Number(request.given_up_minor)
  const { email } = await getCustomer(db, request.customer_id)
  const { balanceMinor } = await findBalance(db, 'wallet', request.customer_id)
  const { balanceMinor: points } = await findBalance(db, 'points', request.customer_id)

  return {
    state: 'open',
    maskedEmail: recognisableEmail(email),
    balanceMinor,
    givenUpMinor,
    points: Math.max(0, points),
    expiresAt: request.expires_at.toISOString(),
    obstacles: await listObstacleViews(deps, request.customer_id, givenUpMinor),
  }
}

/**
 * Deletes the account: in one transaction it gives up what is left, ends every access and empties
 * the customer's row; a job erases the rest. If something new blocks it, the link stays usable.
 * Retried, because postings lock accounts before the customer, which can deadlock with it.
 */
export async function confirmDeletion(deps: Deps, key: string): Promise<{ state: 'deleted' }> {
  await withRetry(() => deps.db.transaction().execute((trx) => confirmOnce(deps, trx, key)))
  return { state: 'deleted' }
}

async function confirmOnce(deps: Deps, trx: Trx, key: string): Promise<void> {
  const now = deps.clock()
  const keyHash = secretHash(key)

  // The account is locked before its key is used, as everywhere else.
  const customerId = await findDeletionKeyOwner(trx, key, now)
  const account = customerId === null ? null : await lockCustomer(trx, customerId)
  const isTaken = account !== null && (await takeDeletionKey(trx, key, now))
  if (!isTaken) {
    if (await isUsedLink(trx, keyHash)) return
    throw new AppError('DELETION_LINK_INVALID')
  }

  const request = await findOpenRequest(trx, account.id, now)
  if (!request) throw new AppError('DELETION_LINK_INVALID')

  const obstacles = await listObstacles(trx, account.id, Number(request.given_up_minor))
  if (obstacles.length > 0) throw new AppError('DELETION_BLOCKED')

  await closeAccount(deps, trx, account, { now, keyHash, isTold: false })
  await insertSecurityEvents(trx, [{ at: now, kind: 'deletion-confirmed', customer_id: account.id }])
}

type Account = Awaited<ReturnType<typeof lockCustomer>>

/** Ends every access to a locked account that nothing blocks, and enqueues the erasure. */
export async function closeAccount(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  { id: customerId, email, username: userName, image_id: imageId }: Account,
  { now, keyHash, isTold }: { now: Date; keyHash: Buffer; isTold: boolean },
): Promise<void> {
  await giveUpBalances(trx, customerId, now)
  await markConfirmed(trx, customerId, { now, keyHash, contact: { email, userName, imageId, isTold } })
  for (const rule of tablesErasedAtOnce) await eraseRows(trx, rule, { customerId, email }, archiveDates(now))

  await deps.jobs.enqueue(trx, eraseJob, { customerId })
}

/**
 * Posts the money given up in writing, and the points. The lots are erased in the same transaction.
 */
async function giveUpBalances(trx: Trx, customerId: string, now: Date): Promise<void> {
  const { balanceMinor } = await findBalance(trx, 'wallet', customerId)
  if (balanceMinor > 0) {
    await post(trx, now, {
      kind: 'balance-given-up',
      key: `balance given up ${customerId}`,
      customerId,
      lines: [
        { account: { kind: 'wallet', customerId }, amountMinor: balanceMinor },
        { account: { kind: 'given_up' }, amountMinor: -balanceMinor },
      ],
    })
  }

  const { balanceMinor: points } = await findBalance(trx, 'points', customerId)
  // Below zero if a refund took back points that were spent.
  if (points !== 0) {
    await post(trx, now, {
      kind: 'points-given-up',
      key: `points given up ${customerId}`,
      customerId,
      lines: [
        { account: { kind: 'points', customerId }, amountMinor: points },
        { account: { kind: 'points_issued' }, amountMinor: -points },
      ],
    })
  }
}
