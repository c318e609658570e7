import { randomUUID } from 'node:crypto'
import type { Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { countGuess } from '#core/guess-limit.ts'
import { recordingFailure } from '#core/login-failure.ts'
import { allowsPasskeys } from '#core/second-factor/passkey.ts'
import type { RegistrationInput } from '#core/second-factor/passkey-answer.ts'
import { makeRecoveryCodes } from '#core/second-factor/recovery-codes.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Grant } from '#features/auth/session.service.ts'
import type { Cookies } from '#http/cookies.ts'
import { findEnrolled, lockStaff, putEnrolment, takeEnrolment, updateStaff } from './staff.repository.ts'
import { type FactorMethod, listFactors } from './staff-factor.repository.ts'
import {
  beginAppOf,
  beginPasskeyOf,
  confirmAppOf,
  ensureRecoveryCodes,
  insertPasskeyOf,
} from './staff-factor.service.ts'
import { completeLogin, getTicket, openTicket, type StaffCaller, type Ticket } from './staff-login.service.ts'
import { enrolmentKey, mailStaff, staffEnrolmentMailJob } from './staff-mail.service.ts'
import { assertAcceptablePassword } from './staff-session.service.ts'
import { removeTickets } from './staff-ticket.repository.ts'

/** 72 hours, so that a link sent on Friday works on Monday. */
const linkMs = 72 * 3_600_000

const expiryOf = (now: Date) => new Date(now.getTime() + linkMs)

/** Makes the member's only link and mails it. */
export async function mailEnrolment(
  deps: Pick<Deps, 'clock' | 'jobs' | 'vault'>,
  trx: Trx,
  staffId: string,
): Promise<void> {
  const now = deps.clock()
  const id = randomUUID()
  const keyHash = secretHash(enrolmentKey(deps, id))
  await putEnrolment(trx, { id, staffId, keyHash, now, expiresAt: expiryOf(now) })
  await deps.jobs.enqueue(trx, staffEnrolmentMailJob, { enrolmentId: id })
}

/** Makes the member's only link for the command line, which prints its key. */
export async function newEnrolmentKey({ clock }: Pick<Deps, 'clock'>, trx: Trx, staffId: string): Promise<string> {
  const now = clock()
  const key = newSecret()
  await putEnrolment(trx, { id: randomUUID(), staffId, keyHash: secretHash(key), now, expiresAt: expiryOf(now) })
  return key
}

const invalidKey = () => new AppError('KEY_INVALID')

export async function viewEnrolment(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  key: string,
): Promise<{ name: string; email: string }> {
  const member = await findEnrolled(db, { keyHash: secretHash(key) }, clock())
  if (!member) throw invalidKey()
  return { name: member.name, email: member.email }
}

/** Uses up the link. The second factor is set up in this browser, or after the next sign-in. */
export async function choosePassword(
  deps: Deps,
  input: { key: string; password: string },
  caller: { cookies: Cookies; language: Language; network: string },
): Promise<{ offersPasskey: boolean }> {
  assertAcceptablePassword(deps, input.password)

  // Before the slow hash, so that a wrong key costs little.
  await viewEnrolment(deps, input.key)
  const passwordHash = await deps.passwords.hash(input.password, { caller: caller.network, isKnown: false })

  await deps.db.transaction().execute(async (trx) => {
    const staffId = await takeEnrolment(trx, secretHash(input.key), deps.clock())
    if (staffId === null) throw invalidKey()
    const member = await lockStaff(trx, staffId)
    if (!member || member.disabled_at !== null) throw invalidKey()

    const { language } = caller
    await updateStaff(trx, staffId, { password_hash: passwordHash, language, is_demo: false })
    await openTicket(deps, trx, staffId, 'set-up', caller.cookies)
    await recordAudit(trx, { staffId, action: 'staff.password-chosen', subject: { kind: 'staff', id: staffId } })
  })

  return { offersPasskey: allowsPasskeys(deps.publicUrl) }
}

export async function beginEnrolmentApp(deps: Deps, { cookies }: { cookies: Cookies }) {
  const { staffId } = await getTicket(deps, cookies, 'set-up', 'look')
  await assertNoFactor(deps.db, staffId)
  return beginAppOf(deps, staffId)
}

export async function beginEnrolmentPasskey(deps: Deps, { cookies }: { cookies: Cookies }) {
  const { staffId, hash } = await getTicket(deps, cookies, 'set-up', 'look')
  await assertNoFactor(deps.db, staffId)
  return beginPasskeyOf(deps, staffId, hash)
}

/** The member may have added a factor elsewhere since: a password alone must not add another one. */
async function assertNoFactor(db: Db | Trx, staffId: string): Promise<void> {
  const factors = await listFactors(db, staffId)
  if (factors.length > 0) throw new AppError('SECOND_FACTOR_STATE')
}

type Enrolled = Grant & { recoveryCodes: string[] }

export async function confirmEnrolmentApp(deps: Deps, input: { code: string }, caller: StaffCaller): Promise<Enrolled> {
  const ticket = await getTicket(deps, caller.cookies, 'set-up', 'try')
  await countGuess(deps, `staff set-up ${ticket.staffId}`)
  return enrol(deps, ticket, caller, 'app', (trx) => confirmAppOf(deps, trx, ticket.staffId, input.code))
}

export async function confirmEnrolmentPasskey(
  deps: Deps,
  input: RegistrationInput,
  caller: StaffCaller,
): Promise<Enrolled> {
  const ticket = await getTicket(deps, caller.cookies, 'set-up', 'try')
  return enrol(deps, ticket, caller, 'passkey', (trx) => insertPasskeyOf(deps, trx, ticket.staffId, ticket.hash, input))
}

/** Adds the first factor, opens the first session and ends sign-ins that wait in other browsers. */
async function enrol(
  deps: Deps,
  ticket: Ticket,
  caller: StaffCaller,
  factor: FactorMethod,
  addFactor: (trx: Trx) => Promise<void>,
): Promise<Enrolled> {
  const { staffId } = ticket
  const codes = await makeRecoveryCodes(staffId)

  const { grant, proved: recoveryCodes } = await recordingFailure(deps, { staffId }, () =>
    completeLogin(deps, ticket, caller, async (trx) => {
      await assertNoFactor(trx, staffId)
      await addFactor(trx)
      await removeTickets(trx, staffId)
      await mailStaff(deps, trx, 'staff-enrolled', staffId)
      const subject = { kind: 'staff', id: staffId } as const
      await recordAudit(trx, { staffId, action: 'staff.enrolled', subject, after: { factor } })
      return ensureRecoveryCodes(trx, staffId, codes, deps.clock())
    }),
  )

  const detail = factor === 'app' ? 'code' : 'passkey'
  deps.securityEvents.record({ kind: 'second-factor-on', staffId, detail })
  deps.securityEvents.record({ kind: 'login', staffId, detail })
  return { ...grant, recoveryCodes }
}
