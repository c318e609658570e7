import type { SecondStep } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import type { Cookies } from '#http/cookies.ts'
import type { Session } from '#http/session.ts'
import { isKnownDevice, lockCustomer } from './customer.repository.ts'
import { forgetGuesses } from './guess-limit.ts'
import { type BrowserOfCaller, rememberBrowser } from './known-browser.service.ts'
import { countTicketTry, insertTicket, takeTicket } from './login-ticket.repository.ts'
import { countCodeGuess, takeSecondFactor } from './second-factor.service.ts'
import { claimVisitor, type Grant, issueSession, visitorHashOf } from './session.service.ts'

/** Long enough to fetch a phone from another room. */
const ticketSeconds = 600
const maxTries = 5

/**
 * A login that waits for the second factor. The ticket is in a cookie, so no other browser can finish
 * it and no script can read it.
 */
export async function openTicket(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  customerId: string,
  cookies: Cookies,
): Promise<{ secondFactor: SecondStep }> {
  const now = clock()
  const ticket = newSecret()
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
  await insertTicket(trx, { hash: secretHash(ticket), customerId, now, expiresAt })
  cookies.set('login', ticket, ticketSeconds)

  return { secondFactor: { expiresIn: ticketSeconds } }
}

/**
 * Finishes a login of this browser. Wrong codes are counted per ticket, and per account: apart for a
 * browser that has logged in before, so that a thief of the password cannot lock the owner out.
 */
export async function finishLogin(
  deps: Deps,
  input: { code: string },
  caller: BrowserOfCaller & { session: Session | null },
): Promise<Grant> {
  const { cookies, session, browserName } = caller
  const now = deps.clock()
  const ticketHash = secretHash(cookies.get('login') ?? '')
  const customerId = await countTicketTry(deps.db, ticketHash, maxTries, now)
  if (customerId === null) throw new AppError('LOGIN_EXPIRED')

  const device = cookies.get('device')
  const isKnown = device !== undefined && (await isKnownDevice(deps.db, secretHash(device), customerId))
  const guess = await countCodeGuess(deps, customerId, isKnown ? device : '', input.code)

  const grant = await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, customerId)
    if (!(await takeTicket(trx, ticketHash))) throw new AppError('LOGIN_EXPIRED')
    await takeSecondFactor(deps, trx, customer, guess)

    await claimVisitor(trx, visitorHashOf(session), customerId, now)
    await rememberBrowser(deps, trx, customer, caller)
    return issueSession(trx, now, customerId, browserName)
  })
  await forgetGuesses(deps, guess.limitKey)

  return grant
}
