import type { StaffLoginAnswer } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { countGuess, forgetGuesses, passwordGuesses } from '#core/guess-limit.ts'
import { recordingFailure } from '#core/login-failure.ts'
import { allowsPasskeys } from '#core/second-factor/passkey.ts'
import type { AssertionInput } from '#core/second-factor/passkey-answer.ts'
import { newSecret, secretHash, secretMatches } from '#core/secrets.ts'
import type { StaffTicketPurpose } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import { type Grant, issueDemoStaffSession, issueStaffSession } from '#features/auth/session.service.ts'
import type { Cookies } from '#http/cookies.ts'
import { findStaffByEmail, getStaff, lockStaff, type StaffRow, updateStaff } from './staff.repository.ts'
import { listFactors } from './staff-factor.repository.ts'
import { countCodeGuess, passkeyChallengeOf, takeCode, takePasskey } from './staff-factor.service.ts'
import { mailStaff } from './staff-mail.service.ts'
import { countTicketTry, findTicketOwner, insertTicket, takeTicket } from './staff-ticket.repository.ts'

/** Long enough to fetch a phone from another room, or to install an app. */
const ticketSeconds = { 'second-factor': 600, 'set-up': 1800 } as const
const maxTries = { 'second-factor': 5, 'set-up': 20 } as const

/** A browser that has signed in keeps its mark for this time. */
const deviceSeconds = 180 * 86_400

export interface StaffCaller {
  cookies: Cookies
  browserName: string
  network: string
}

const wrongCredentials = () => new AppError('INVALID_CREDENTIALS')

/** Accounts of the demo have printed passwords: they work only where no one else can reach the server. */
function maySignIn({ config }: Pick<Deps, 'config'>, member: StaffRow): boolean {
  if (member.disabled_at !== null) return false
  return !member.is_demo || (config.demo && config.isLocalOnly)
}

/**
 * Signs in by password. Unknown, disabled and known addresses cost the same hashing and get the same
 * answer. Wrong passwords are counted per account, but separately for a browser that has signed in
 * before, so that an attacker cannot lock the person out.
 */
export async function login(
  deps: Deps,
  input: { email: string; password: string },
  caller: StaffCaller,
): Promise<StaffLoginAnswer> {
  const found = await findStaffByEmail(deps.db, input.email)
  const member = found && maySignIn(deps, found) ? found : undefined
  const isKnown = member !== undefined && isKnownBrowser(deps, member, caller.cookies)
  const limitKey = `staff ${passwordGuesses(input.email, isKnown ? 'known' : undefined)}`
  const turn = { caller: isKnown ? member.id : caller.network, isKnown }

  const checked = await recordingFailure(deps, { staffId: member?.id }, async () => {
    await countGuess(deps, limitKey)
    const matches = await deps.passwords.verify(member?.password_hash ?? null, input.password, turn)
    if (!member || !matches) throw wrongCredentials()
    return member
  })
  await forgetGuesses(deps, limitKey)

  const answer = await answerUnlessChanged(deps, checked, input.password, caller)
  if (answer.next === 'signed-in')
    deps.securityEvents.record({ kind: 'login', staffId: checked.id, detail: 'password' })
  return answer
}

/** A password changed or a member disabled during hashing must not open anything (SES-1). */
async function answerUnlessChanged(
  deps: Deps,
  checked: StaffRow,
  password: string,
  { cookies, browserName }: StaffCaller,
): Promise<StaffLoginAnswer> {
  const isOld = checked.password_hash !== null && deps.passwords.needsRehash(checked.password_hash)
  const rehashed = isOld ? await deps.passwords.hash(password, { caller: checked.id, isKnown: true }) : null

  return deps.db.transaction().execute(async (trx) => {
    const current = await lockStaff(trx, checked.id)
    if (!current || !maySignIn(deps, current) || current.password_hash !== checked.password_hash)
      throw wrongCredentials()
    if (rehashed !== null) await updateStaff(trx, checked.id, { password_hash: rehashed })

    if (current.is_demo) {
      const grant = await issueDemoStaffSession(trx, deps.clock(), current.id, browserName)
      return { next: 'signed-in', ...grant }
    }

    const methods = await listFactors(trx, current.id)
    const offersPasskeys = allowsPasskeys(deps.publicUrl)
    if (methods.length === 0) {
      await openTicket(deps, trx, current.id, 'set-up', cookies)
      return { next: 'set-up-factor', offersPasskey: offersPasskeys }
    }

    await openTicket(deps, trx, current.id, 'second-factor', cookies)
    return { next: 'second-factor', methods, offersPasskey: offersPasskeys && methods.includes('passkey') }
  })
}

/**
 * A sign-in that waits for the second factor or its set-up. The ticket is in a cookie, so no other
 * browser can finish it and no script can read it.
 */
export async function openTicket(
  { clock }: Pick<Deps, 'clock'>,
  trx: Trx,
  staffId: string,
  purpose: StaffTicketPurpose,
  cookies: Cookies,
): Promise<void> {
  const now = clock()
  const ticket = newSecret()
  const seconds = ticketSeconds[purpose]
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await insertTicket(trx, { hash: secretHash(ticket), staffId, purpose, now, expiresAt })
  cookies.set('staff-login', ticket, seconds)
}

export interface Ticket {
  hash: Buffer
  staffId: string
}

/** The ticket of this browser. Only a try to prove something counts. */
export async function getTicket(
  deps: Deps,
  cookies: Cookies,
  purpose: StaffTicketPurpose,
  use: 'try' | 'look',
): Promise<Ticket> {
  const hash = secretHash(cookies.get('staff-login') ?? '')
  const ticket = { hash, purpose, maxTries: maxTries[purpose], now: deps.clock() }
  const staffId = use === 'try' ? await countTicketTry(deps.db, ticket) : await findTicketOwner(deps.db, ticket)
  if (staffId === null) throw new AppError('LOGIN_EXPIRED')
  return { hash, staffId }
}

/** Uses up the ticket and what `prove` checks, and opens the session. */
export function completeLogin<Result>(
  deps: Deps,
  ticket: Ticket,
  caller: StaffCaller,
  prove: (trx: Trx) => Promise<Result>,
): Promise<{ grant: Grant; proved: Result }> {
  return deps.db.transaction().execute(async (trx) => {
    const member = await lockStaff(trx, ticket.staffId)
    if (!member || !maySignIn(deps, member)) throw new AppError('LOGIN_EXPIRED')
    if (!(await takeTicket(trx, ticket.hash))) throw new AppError('LOGIN_EXPIRED')
    const proved = await prove(trx)

    caller.cookies.set('staff-device', deviceMark(deps, member), deviceSeconds)
    return { grant: await issueStaffSession(trx, deps.clock(), member.id, caller.browserName), proved }
  })
}

/** Finishes a sign-in of this browser with a code. Wrong codes are counted per ticket and per member. */
export async function loginWithCode(deps: Deps, input: { code: string }, caller: StaffCaller): Promise<Grant> {
  const ticket = await getTicket(deps, caller.cookies, 'second-factor', 'try')
  const { staffId } = ticket
  const isKnown = isKnownBrowser(deps, await getStaff(deps.db, staffId), caller.cookies)

  const { grant } = await recordingFailure(deps, { staffId }, async () => {
    const guess = await countCodeGuess(deps, staffId, isKnown ? 'known' : '', input.code)
    const finished = await completeLogin(deps, ticket, caller, async (trx) => {
      await takeCode(deps, trx, staffId, guess)
      await mailNewBrowser(deps, trx, staffId, caller)
    })
    await forgetGuesses(deps, guess.limitKey)
    return finished
  })

  deps.securityEvents.record({ kind: 'login', staffId, detail: 'code' })
  return grant
}

/** Tells the person of a sign-in with a browser that has no mark yet. */
async function mailNewBrowser(deps: Deps, trx: Trx, staffId: string, caller: StaffCaller): Promise<void> {
  if (isKnownBrowser(deps, await getStaff(trx, staffId), caller.cookies)) return

  const { browserName } = caller
  const isNamed = browserName === '' ? 'no' : 'yes'
  await mailStaff(deps, trx, 'staff-new-browser', staffId, { browser: browserName, isNamed })
}

/** Derived from the ticket, which works once: so does the signature of its challenge. */
const loginSubject = ({ hash }: Ticket) => `staff passkey login ${hash.toString('hex')}`

/** Asking for the challenge uses up no try. */
export async function beginPasskeyLogin(deps: Deps, { cookies }: { cookies: Cookies }) {
  const ticket = await getTicket(deps, cookies, 'second-factor', 'look')
  return passkeyChallengeOf(deps, ticket.staffId, loginSubject(ticket))
}

/** A signature cannot be guessed, so only the tries of the ticket count. */
export async function loginWithPasskey(deps: Deps, input: AssertionInput, caller: StaffCaller): Promise<Grant> {
  const ticket = await getTicket(deps, caller.cookies, 'second-factor', 'try')
  const { staffId } = ticket
  const { grant } = await recordingFailure(deps, { staffId }, () =>
    completeLogin(deps, ticket, caller, async (trx) => {
      await takePasskey(deps, trx, staffId, loginSubject(ticket), input)
      await mailNewBrowser(deps, trx, staffId, caller)
    }),
  )

  deps.securityEvents.record({ kind: 'login', staffId, detail: 'passkey' })
  return grant
}

/**
 * Derived instead of stored, and another one after each change of the password. It only separates the
 * counts of wrong guesses. It grants no extra guesses.
 */
function deviceMark({ vault }: Pick<Deps, 'vault'>, member: StaffRow): string {
  return vault.derive(`staff device ${member.id} ${member.password_hash ?? ''}`).toString('base64url')
}

function isKnownBrowser(deps: Pick<Deps, 'vault'>, member: StaffRow, cookies: Cookies): boolean {
  return secretMatches(cookies.get('staff-device'), secretHash(deviceMark(deps, member)))
}
