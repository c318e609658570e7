import type { ErrorCode } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { mailJob } from '#core/account-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Cookies } from '#http/cookies.ts'
import type { Session } from '#http/session.ts'
import {
  findCustomerByEmail,
  isKnownDevice,
  isNewDevice,
  lockCustomer,
  rememberDevice,
  updateCredentials,
} from './customer.repository.ts'
import { claimVisitor, type Grant, issueSession, visitorHashOf } from './session.service.ts'

/** Increasing delays for wrong passwords of one account (ABU-1). */
const guessBudgets = [
  { max: 5, windowSeconds: 60 },
  { max: 10, windowSeconds: 900 },
  { max: 30, windowSeconds: 86_400 },
]

const deviceSeconds = 365 * 86_400

/**
 * Logs in. Unknown and known addresses cost the same hashing and get the same answer (AUT-1,
 * AUT-2). Wrong passwords are counted per account, but separately for a browser that has logged in
 * before, so that an attacker cannot lock the owner out.
 */
export async function login(
  deps: Deps,
  input: { email: string; password: string },
  caller: BrowserOfCaller & { session: Session | null; network: string },
): Promise<Grant> {
  const { cookies, network } = caller
  const customer = await findCustomerByEmail(deps.db, input.email)
  const device = cookies.get('device')
  const isKnown =
    customer !== undefined && device !== undefined && (await isKnownDevice(deps.db, secretHash(device), customer.id))
  const limitKey = guessKey(input.email, isKnown ? device : undefined)
  await countGuess(deps, limitKey, customer?.id)

  const turn = isKnown ? { caller: customer.id, isKnown } : { caller: network, isKnown }
  const matches = await deps.passwords.verify(customer?.password_hash ?? null, input.password, turn)
  if (!customer || !matches) {
    recordFailure(deps, customer?.id, 'INVALID_CREDENTIALS')
    throw new AppError('INVALID_CREDENTIALS')
  }

  await forgetGuesses(deps, limitKey)
  if (!customer.activated_at) throw new AppError('NOT_ACTIVATED')

  const grant = await grantUnlessChanged(deps, customer, input.password, caller)
  deps.securityEvents.record({ kind: 'login', customerId: customer.id, detail: 'password' })
  return grant
}

/** A password changed during hashing must neither open a session nor be restored (SES-1). */
async function grantUnlessChanged(
  deps: Deps,
  checked: Remembered & { password_hash: string | null },
  password: string,
  caller: BrowserOfCaller & { session: Session | null },
): Promise<Grant> {
  const isOld = checked.password_hash !== null && deps.passwords.needsRehash(checked.password_hash)
  const rehashed = isOld ? await deps.passwords.hash(password, { caller: checked.id, isKnown: true }) : null

  return deps.db.transaction().execute(async (trx) => {
    const current = await lockCustomer(trx, checked.id)
    if (current.password_hash !== checked.password_hash) throw new AppError('INVALID_CREDENTIALS')
    if (rehashed !== null) await updateCredentials(trx, checked.id, { password_hash: rehashed })
    await claimVisitor(trx, visitorHashOf(caller.session), checked.id, deps.clock())
    await rememberBrowser(deps, trx, checked, caller)
    return issueSession(trx, deps.clock(), checked.id, caller.browserName)
  })
}

export interface BrowserOfCaller {
  cookies: Cookies
  browserName: string
}

interface Remembered {
  id: string
  email: string
  language: Language
}

/**
 * Remembers this browser as one from which the customer has logged in. The owner of an account that was
 * used from other browsers before gets a mail (B13).
 */
export async function rememberBrowser(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  db: Db | Trx,
  customer: Remembered,
  { cookies, browserName }: BrowserOfCaller,
): Promise<void> {
  const device = cookies.get('device') ?? newSecret()
  const isNew = await isNewDevice(db, secretHash(device), customer.id)
  await rememberDevice(db, secretHash(device), customer.id, clock())
  cookies.set('device', device, deviceSeconds)

  const { email, language } = customer
  const values = { browser: browserName, isNamed: browserName === '' ? 'no' : 'yes' }
  if (isNew) await jobs.enqueue(db, mailJob, { kind: 'new-device', email, language, values })
}

/** Wrong passwords of an account, in one known browser or in all others together. */
const guessKey = (email: string, device?: string) => `login ${email} ${device ?? ''}`

/** The owner has proved the address: what others guessed no longer counts (B12). */
export const forgetGuessesOf = (deps: Deps, email: string): Promise<void> => forgetGuesses(deps, guessKey(email))

async function countGuess(deps: Deps, limitKey: string, customerId: string | undefined): Promise<void> {
  for (const budget of guessBudgets) {
    const wait = await deps.limiter.spend(`${limitKey} ${budget.windowSeconds}`, budget)
    if (wait === null) continue

    recordFailure(deps, customerId, 'RATE_LIMITED')
    throw new AppError('RATE_LIMITED', { retryAfterSeconds: wait })
  }
}

/** Without an account if nobody has the address. */
const recordFailure = (deps: Deps, customerId: string | undefined, detail: ErrorCode) =>
  deps.securityEvents.record({ kind: 'login-failed', customerId, detail })

async function forgetGuesses(deps: Deps, limitKey: string): Promise<void> {
  for (const budget of guessBudgets) await deps.limiter.forget(`${limitKey} ${budget.windowSeconds}`)
}
