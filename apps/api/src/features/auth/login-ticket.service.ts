import type { NeededSecondFactor, passkeyAssertion } from '@cotation/contracts'
import type { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { forgetGuesses } from '#core/guess-limit.ts'
import { recordingFailure } from '#core/login-failure.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import type { Cookies } from '#http/cookies.ts'
import type { Session } from '#http/session.ts'
import { isKnownDevice, lockCustomer } from './customer.repository.ts'
import { type BrowserOfCaller, type Remembered, rememberBrowser } from './known-browser.service.ts'
import { countTicketTry, findTicketOwner, insertTicket, takeTicket } from './login-ticket.repository.ts'
import { passkeyLoginChallenge, takePasskey } from './passkey.service.ts'
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
  methods: NeededSecondFactor['methods'],
  cookies: Cookies,
): Promise<{ secondFactor: NeededSecondFactor }> {
  const now = clock()
  const ticket = newSecret()
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
  await insertTicket(trx, { hash: secretHash(ticket), customerId, now, expiresAt })
  cookies.set('login', ticket, ticketSeconds)

  return { secondFactor: { methods, expiresIn: ticketSeconds } }
}

/**
 * Finishes a login of this browser. Wrong codes are counted per ticket, and per account: separately for a
 * browser that has logged in before, so that a thief of the password cannot lock the owner out.
 */
export async function finishLogin(
  deps: Deps,
  input: { code: string },
  caller: BrowserOfCaller & { session: Session | null },
): Promise<Grant> {
  const { cookies } = caller
  const ticket = await countTry(deps, cookies)
  const { customerId } = ticket

  const device = cookies.get('device')
  const isKnown = device !== undefined && (await isKnownDevice(deps.db, secretHash(device), customerId))

  const grant = await recordingFailure(deps, { customerId }, async () => {
    const guess = await countCodeGuess(deps, customerId, isKnown ? device : '', input.code)
    const finished = await completeLogin(deps, ticket, caller, (trx, customer) =>
      takeSecondFactor(deps, trx, customer, guess),
    )
    await forgetGuesses(deps, guess.limitKey)
    return finished
  })

  deps.securityEvents.record({ kind: 'login', customerId, detail: 'code' })
  return grant
}

interface Ticket {
  hash: Buffer
  customerId: string
}

async function countTry(deps: Deps, cookies: Cookies): Promise<Ticket> {
  const hash = secretHash(cookies.get('login') ?? '')
  const customerId = await countTicketTry(deps.db, hash, maxTries, deps.clock())
  if (customerId === null) throw new AppError('LOGIN_EXPIRED')
  return { hash, customerId }
}

/** Uses up the ticket and what `prove` checks, and opens the session. */
function completeLogin(
  deps: Deps,
  ticket: Ticket,
  caller: BrowserOfCaller & { session: Session | null },
  prove: (trx: Trx, customer: Remembered) => Promise<void>,
): Promise<Grant> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, ticket.customerId)
    if (!(await takeTicket(trx, ticket.hash))) throw new AppError('LOGIN_EXPIRED')
    await prove(trx, customer)

    await claimVisitor(trx, visitorHashOf(caller.session), customer.id, now)
    await rememberBrowser(deps, trx, customer, caller)
    return issueSession(trx, now, customer.id, caller.browserName)
  })
}

/** The challenge for a passkey. Asking for it uses up no try. */
export async function beginPasskeyLogin(deps: Deps, { cookies }: { cookies: Cookies }) {
  const hash = secretHash(cookies.get('login') ?? '')
  const customerId = await findTicketOwner(deps.db, hash, maxTries, deps.clock())
  if (customerId === null) throw new AppError('LOGIN_EXPIRED')
  return passkeyLoginChallenge(deps, hash, customerId)
}

/** A signature cannot be guessed, so only the tries of the ticket count. */
export async function finishPasskeyLogin(
  deps: Deps,
  input: z.output<typeof passkeyAssertion>,
  caller: BrowserOfCaller & { session: Session | null },
): Promise<Grant> {
  const ticket = await countTry(deps, caller.cookies)
  const { customerId } = ticket
  const grant = await recordingFailure(deps, { customerId }, () =>
    completeLogin(deps, ticket, caller, (trx, customer) => takePasskey(deps, trx, customer, ticket.hash, input)),
  )

  deps.securityEvents.record({ kind: 'login', customerId, detail: 'passkey' })
  return grant
}
