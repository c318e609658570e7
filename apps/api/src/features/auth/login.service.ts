import type { NeededSecondFactor } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { countGuess, forgetGuesses, passwordGuesses } from '#core/guess-limit.ts'
import { recordingFailure } from '#core/login-failure.ts'
import { secretHash } from '#core/secrets.ts'
import type { Session } from '#http/session.ts'
import { findCustomerByEmail, isKnownDevice, lockCustomer, updateCredentials } from './customer.repository.ts'
import { type BrowserOfCaller, type Remembered, rememberBrowser } from './known-browser.service.ts'
import { openTicket } from './login-ticket.service.ts'
import { listSecondFactors } from './second-factor.repository.ts'
import { claimVisitor, type Grant, issueSession, visitorHashOf } from './session.service.ts'

/** A session, or the second step that the account needs. */
export type LoginAnswer = Grant | { secondFactor: NeededSecondFactor }

/**
 * Logs in. Unknown and known addresses cost the same hashing and get the same answer (AUT-1,
 * AUT-2). Wrong passwords are counted per account, but separately for a browser that has logged in
 * before, so that an attacker cannot lock the owner out.
 */
export async function login(
  deps: Deps,
  input: { email: string; password: string },
  caller: BrowserOfCaller & { session: Session | null; network: string },
): Promise<LoginAnswer> {
  const { cookies, network } = caller
  const customer = await findCustomerByEmail(deps.db, input.email)
  const device = cookies.get('device')
  const isKnown =
    customer !== undefined && device !== undefined && (await isKnownDevice(deps.db, secretHash(device), customer.id))
  const limitKey = passwordGuesses(input.email, isKnown ? device : undefined)
  const turn = isKnown ? { caller: customer.id, isKnown } : { caller: network, isKnown }

  const checked = await recordingFailure(deps, { customerId: customer?.id }, async () => {
    await countGuess(deps, limitKey)
    const matches = await deps.passwords.verify(customer?.password_hash ?? null, input.password, turn)
    if (!customer || !matches) throw new AppError('INVALID_CREDENTIALS')
    return customer
  })

  await forgetGuesses(deps, limitKey)
  if (!checked.activated_at) throw new AppError('NOT_ACTIVATED')

  const answer = await grantUnlessChanged(deps, checked, input.password, caller)
  if (!('secondFactor' in answer)) {
    deps.securityEvents.record({ kind: 'login', customerId: checked.id, detail: 'password' })
  }
  return answer
}

/** A password changed during hashing must neither open a session nor be restored (SES-1). */
async function grantUnlessChanged(
  deps: Deps,
  checked: Remembered & { password_hash: string | null },
  password: string,
  caller: BrowserOfCaller & { session: Session | null },
): Promise<LoginAnswer> {
  const isOld = checked.password_hash !== null && deps.passwords.needsRehash(checked.password_hash)
  const rehashed = isOld ? await deps.passwords.hash(password, { caller: checked.id, isKnown: true }) : null

  return deps.db.transaction().execute(async (trx) => {
    const current = await lockCustomer(trx, checked.id)
    if (current.password_hash !== checked.password_hash) throw new AppError('INVALID_CREDENTIALS')
    if (rehashed !== null) await updateCredentials(trx, checked.id, { password_hash: rehashed })

    const methods = await listSecondFactors(trx, checked.id)
    if (methods.length > 0) return openTicket(deps, trx, checked.id, methods, caller.cookies)

    await claimVisitor(trx, visitorHashOf(caller.session), checked.id, deps.clock())
    await rememberBrowser(deps, trx, checked, caller)
    return issueSession(trx, deps.clock(), checked.id, caller.browserName)
  })
}
