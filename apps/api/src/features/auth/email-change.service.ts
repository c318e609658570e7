import type { changeEmailBody } from '@cotation/contracts'
import type { z } from 'zod'
import { mailJob } from '#core/account-mail.ts'
import { sendActionMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { spendDailyBudget } from '#core/guards.ts'
import { forgetGuesses } from '#core/guess-limit.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import { withRetry } from '#db/with-retry.ts'
import type { CustomerSession } from '#http/session.ts'
import {
  findCustomerByEmail,
  forgetDevices,
  getCustomer,
  lockCustomer,
  updateCredentials,
} from './customer.repository.ts'
import {
  findEmailChange,
  insertEmailChange,
  isNewestEmailChange,
  lockEmailChangeBy,
  markConfirmed,
  putEmailKey,
  removeEmailChangesSince,
  removeMailedKeys,
  removeUnactivatedWith,
  updateEmail,
} from './email-change.repository.ts'
import { assertIdentity } from './password.service.ts'
import { removeLinks } from './quick-login.repository.ts'
import { hasSecondFactor } from './second-factor.repository.ts'
import { type CodeGuess, countCodeGuess, removeFactors, takeSecondFactor } from './second-factor.service.ts'
import { removeAccessOf } from './session.repository.ts'

export const emailChangeMailJob = 'email-change-mail'
export const emailChangedMailJob = 'email-changed-mail'

export interface EmailChangeMail {
  changeId: string
  /** The new address gets the link that confirms, the old one the link that undoes. */
  to: 'new' | 'old'
}

/** Tells both addresses that a change has taken effect. */
export interface EmailChangedMail {
  changeId: string
  to: 'new' | 'old'
}

const dayMs = 86_400_000
const confirmMs = dayMs

/** Long enough for an owner who is away for a few days. */
export const undoMs = 7 * dayMs

/** Answers the same whether the new address has an account: only the job checks that (AUT-1). */
export async function requestEmailChange(
  deps: Deps,
  session: CustomerSession,
  input: z.output<typeof changeEmailBody>,
): Promise<void> {
  await assertIdentity(deps, session, input.password)
  const guess = await countNeededCode(deps, session.customerId, input.code)

  const { email: current } = await getCustomer(deps.db, session.customerId)
  if (input.email === current) throw refusedField('email', 'EMAIL_UNCHANGED')
  await spendDailyBudget(deps, `email-change to ${input.email}`)

  const request = async (trx: Trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    if (guess !== null) await takeSecondFactor(deps, trx, customer, guess)

    const changeId = await insertEmailChange(trx, {
      customerId: customer.id,
      oldEmail: customer.email,
      newEmail: input.email,
      now: deps.clock(),
    })
    await deps.jobs.enqueue(trx, emailChangeMailJob, { changeId, to: 'new' })
    await deps.jobs.enqueue(trx, emailChangeMailJob, { changeId, to: 'old' })
  }

  // A confirmation takes the same locks in the opposite sequence: one of both may have to begin again.
  await withRetry(() => deps.db.transaction().execute(request))

  if (guess !== null) await forgetGuesses(deps, guess.limitKey)
}

/** Null if the account has no second factor. */
async function countNeededCode(deps: Deps, customerId: string, code: string | undefined): Promise<CodeGuess | null> {
  if (!(await hasSecondFactor(deps.db, customerId))) return null
  if (code === undefined) throw refusedField('code', 'SECOND_FACTOR_CODE_REQUIRED')
  return countCodeGuess(deps, customerId, 'logged in', code)
}

const refusedField = (path: string, code: string) => new AppError('VALIDATION', { fields: [{ path, code }] })

/** The job. A retry makes a new key, and the earlier one ends. */
export async function sendEmailChangeMail(deps: Deps, { changeId, to }: EmailChangeMail): Promise<void> {
  const change = await findEmailChange(deps.db, changeId)
  if (!change) return

  const key = newSecret()
  const mail = { userName: change.username, language: change.language, repliesTo: 'sender' } as const
  if (to === 'old') {
    await putEmailKey(deps.db, changeId, { undo_hash: secretHash(key) })
    return sendActionMail(deps, {
      ...mail,
      kind: 'email-change-notice',
      to: change.old_email,
      path: `/email-undo#key=${key}`,
      values: { email: change.new_email },
      idempotencyKey: `email-change-notice ${key}`,
    })
  }

  const isNewest = await isNewestEmailChange(deps.db, change.customer_id, changeId)
  if (!isNewest || (await isTaken(deps, change.new_email))) return

  await putEmailKey(deps.db, changeId, { confirm_hash: secretHash(key) })
  await sendActionMail(deps, {
    ...mail,
    kind: 'email-change',
    to: change.new_email,
    path: `/email-change#key=${key}`,
    idempotencyKey: `email-change ${key}`,
  })
}

/**
 * The job after a confirmation. The old address gets no new key: the one in the earlier mail still
 * undoes the change, and a second one would end it.
 */
export async function sendEmailChangedMail(deps: Deps, { changeId, to }: EmailChangedMail): Promise<void> {
  const change = await findEmailChange(deps.db, changeId)
  if (!change) return

  const isNew = to === 'new'
  await sendActionMail(deps, {
    kind: isNew ? 'email-changed' : 'email-changed-notice',
    to: isNew ? change.new_email : change.old_email,
    userName: change.username,
    language: change.language,
    repliesTo: 'sender',
    path: isNew ? '/user/account/profile' : '/contact',
    values: { email: change.new_email },
    idempotencyKey: `email-changed ${changeId} ${to}`,
  })
}

async function isTaken({ db }: Pick<Deps, 'db'>, email: string): Promise<boolean> {
  const holder = await findCustomerByEmail(db, email)
  return holder?.activated_at != null
}

/** The key has proved the new address. Links that were mailed to the earlier one end. */
export async function confirmEmailChange(deps: Deps, key: string): Promise<{ email: string }> {
  const now = deps.clock()
  const confirm = async (trx: Trx) => {
    const since = new Date(now.getTime() - confirmMs)
    const change = await lockEmailChangeBy(trx, 'confirm_hash', secretHash(key), since)
    if (!change) throw new AppError('KEY_INVALID')

    const customer = await lockCustomer(trx, change.customer_id)
    if (customer.email !== change.old_email) throw new AppError('KEY_INVALID')

    await moveToAddress(trx, customer.id, change.new_email)
    await markConfirmed(trx, change.id, now)
    await removeMailedKeys(trx, customer.id)
    await deps.jobs.enqueue(trx, emailChangedMailJob, { changeId: change.id, to: 'new' })
    await deps.jobs.enqueue(trx, emailChangedMailJob, { changeId: change.id, to: 'old' })
    return change
  }

  // A sign-up may take the address at this moment: the next try finds it.
  const change = await withRetry(() => deps.db.transaction().execute(confirm), { uniqueColumn: 'email' })
  deps.securityEvents.record({ kind: 'email-changed', customerId: change.customer_id })
  return { email: change.new_email }
}

/**
 * The owner of the earlier address says that the change was not theirs. The account gets that address
 * back. All sessions, the password, links to sign-in services and the second factor end: the person who
 * asked knew the password, needed a code if there was a second factor, and may have added their own.
 * The owner gets a link to choose a new password by mail, not in the answer: the undo link may be days
 * old and may have been passed on, the new mail needs the mailbox of today.
 */
export async function undoEmailChange(deps: Deps, key: string): Promise<void> {
  const undo = async (trx: Trx) => {
    const since = new Date(deps.clock().getTime() - undoMs)
    const change = await lockEmailChangeBy(trx, 'undo_hash', secretHash(key), since)
    if (!change) throw new AppError('KEY_INVALID')

    const customer = await lockCustomer(trx, change.customer_id)
    if (customer.email !== change.old_email) await moveToAddress(trx, customer.id, change.old_email)

    await updateCredentials(trx, customer.id, { password_hash: null })
    await removeAccessOf(trx, customer.id)
    await forgetDevices(trx, customer.id)
    await removeLinks(trx, customer.id)
    await removeFactors(trx, customer.id)
    await removeEmailChangesSince(trx, customer.id, change.requested_at)

    const { language } = customer
    await deps.jobs.enqueue(trx, mailJob, { kind: 'password-reset', email: change.old_email, language })
    return customer.id
  }

  const customerId = await withRetry(() => deps.db.transaction().execute(undo), { uniqueColumn: 'email' })
  deps.securityEvents.record({ kind: 'email-change-undone', customerId })
}

async function moveToAddress(trx: Trx, customerId: string, email: string): Promise<void> {
  await removeUnactivatedWith(trx, email)
  if (await findCustomerByEmail(trx, email)) throw new AppError('KEY_INVALID')
  await updateEmail(trx, customerId, email)
}
