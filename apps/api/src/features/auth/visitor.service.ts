import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { isCustomer, type Session } from '#http/session.ts'
import { removeVisitorSession } from './session.repository.ts'

/**
 * A login that carries a visitor's temporary token takes over what the visitor made: the token is the proof, and it ends with
 * this, so that of several logins with it one gets everything and the others nothing (BOL-6).
 */
export async function takeOverVisitor(
  deps: Pick<Deps, 'claimVisitor'>,
  trx: Trx,
  session: Session | null,
  customerId: string,
): Promise<void> {
  if (session === null || isCustomer(session)) return
  if (await removeVisitorSession(trx, session.tokenHash)) await deps.claimVisitor(trx, session.tokenHash, customerId)
}
