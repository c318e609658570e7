import type { Cookies } from '#http/cookies.ts'
import { AppError } from '#src/app-error.ts'
import type { Deps } from '#src/deps.ts'
import { newSecret, secretHash } from '#src/secrets.ts'
import { findCustomerByEmail, isKnownDevice, rememberDevice, updateCredentials } from './customer.repository.ts'
import { type Grant, issueSession } from './session.service.ts'

/** Ever longer waits for ever more wrong guesses at one account (ABU-1). */
const guessBudgets = [
  { max: 5, windowSeconds: 60 },
  { max: 10, windowSeconds: 900 },
  { max: 30, windowSeconds: 86_400 },
]

const deviceSeconds = 365 * 86_400

/**
 * Logs in. An unknown address costs the same hashing as a known one and answers the same (AUT-1, AUT-2); guesses are
 * counted per account, but apart for a browser that has logged in before, so that nobody can lock the owner out.
 */
export async function login(deps: Deps, input: { email: string; password: string }, cookies: Cookies): Promise<Grant> {
  const customer = await findCustomerByEmail(deps.db, input.email)
  const device = cookies.get('device')
  const known =
    customer !== undefined && device !== undefined && (await isKnownDevice(deps.db, secretHash(device), customer.id))
  const subject = `login ${input.email} ${known ? device : ''}`
  await countGuess(deps, subject)

  const matches = await deps.passwords.verify(customer?.password_hash ?? null, input.password)
  if (!customer || !matches) throw new AppError('INVALID_CREDENTIALS')
  await forgetGuesses(deps, subject)
  if (!customer.activated_at) throw new AppError('NOT_ACTIVATED')

  if (customer.password_hash && deps.passwords.needsRehash(customer.password_hash)) {
    await updateCredentials(deps.db, customer.id, { password_hash: await deps.passwords.hash(input.password) })
  }
  await rememberBrowser(deps, customer.id, cookies)
  return issueSession(deps.db, deps.clock(), customer.id)
}

/** Marks this browser as one from which the customer has logged in. */
export async function rememberBrowser(deps: Deps, customerId: string, cookies: Cookies): Promise<void> {
  const device = cookies.get('device') ?? newSecret()
  await rememberDevice(deps.db, secretHash(device), customerId, deps.clock())
  cookies.set('device', device, deviceSeconds)
}

async function countGuess(deps: Deps, subject: string): Promise<void> {
  for (const budget of guessBudgets) {
    const wait = await deps.limiter.spend(`${subject} ${budget.windowSeconds}`, budget)
    if (wait !== null) throw new AppError('RATE_LIMITED', { retryAfterSeconds: wait })
  }
}

async function forgetGuesses(deps: Deps, subject: string): Promise<void> {
  for (const budget of guessBudgets) await deps.limiter.forget(`${subject} ${budget.windowSeconds}`)
}
