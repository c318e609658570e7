import type { Db, Trx } from '#db/database.ts'
import { isInUse } from '#db/session-use.ts'
import { removeTickets } from './staff-ticket.repository.ts'

/** Live sessions of a member, the one used last first. */
export async function listSessions(db: Db, staffId: string, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'token_hash', 'browser', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .where(isInUse(now))
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

/** False if the member has no such session. */
export async function removeSession(trx: Trx, staffId: string, sessionId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('session')
    .where('staff_id', '=', staffId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/**
 * Ends all sessions of a member but one, and sign-ins that wait for a second factor; returns how many
 * of each were live. The caller has locked the member, so no sign-in finishes meanwhile.
 */
export async function removeOtherAccess(
  trx: Trx,
  staffId: string,
  tokenHash: Buffer,
  now: Date,
): Promise<{ sessions: number; waitingLogins: number }> {
  const removed = await trx
    .deleteFrom('session')
    .where('staff_id', '=', staffId)
    .where('token_hash', '<>', tokenHash)
    .returning((eb) => eb.and([eb('expires_at', '>', now), isInUse(now)]).as('isLive'))
    .execute()

  const tickets = await removeTickets(trx, staffId)
  return {
    sessions: removed.filter(({ isLive }) => isLive).length,
    waitingLogins: tickets.filter(({ expires_at }) => expires_at > now).length,
  }
}

export async function removeSessionByToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function lockSession(trx: Trx, tokenHash: Buffer) {
  return trx
    .selectFrom('session')
    .select('stepped_up_until')
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateStepUp(trx: Trx, tokenHash: Buffer, until: Date): Promise<void> {
  await trx.updateTable('session').set({ stepped_up_until: until }).where('token_hash', '=', tokenHash).execute()
}
