import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { findEnrolled, findStaff } from './staff.repository.ts'

/** Mails to a member of staff about their account. */
export const staffMailJob = 'staff-mail'
export const staffEnrolmentMailJob = 'staff-enrolment-mail'

export type StaffMailKind =
  | 'staff-enrolled'
  | 'staff-new-browser'
  | 'staff-password-changed'
  | 'staff-app-replaced'
  | 'staff-passkey-added'
  | 'staff-passkey-removed'
  | 'staff-recovery-codes-renewed'
  | 'staff-recovery-code-used'

export interface StaffMail {
  kind: StaffMailKind
  staffId: string
  /** Arguments of the texts. */
  values: Readonly<Record<string, string>>
  /** Equal for retries of the same mail. */
  at: string
}

export async function mailStaff(
  { jobs, clock }: Pick<Deps, 'clock' | 'jobs'>,
  trx: Trx,
  kind: StaffMailKind,
  staffId: string,
  values: Record<string, string> = {},
): Promise<void> {
  const mail: StaffMail = { kind, staffId, values, at: clock().toISOString() }
  await jobs.enqueue(trx, staffMailJob, mail)
}

export async function sendStaffAccountMail(deps: Deps, { kind, staffId, values, at }: StaffMail): Promise<void> {
  const member = await findStaff(deps.db, staffId)
  if (!member || member.disabled_at !== null) return

  await sendActionMail(deps, {
    kind,
    to: member.email,
    userName: member.name,
    language: member.language,
    repliesTo: 'sender',
    path: '/staff/account',
    values,
    idempotencyKey: `${kind} ${staffId} ${at}`,
  })
}

/** Derived, so that a retried job mails the same key, and neither job nor database contains it. */
export function enrolmentKey({ vault }: Pick<Deps, 'vault'>, enrolmentId: string): string {
  return vault.derive(`staff enrolment ${enrolmentId}`).toString('base64url')
}

export const enrolmentPath = (key: string) => `/staff/enrolment#key=${key}`

/** Sends nothing if the link was replaced or used in the meantime. */
export async function sendEnrolmentMail(deps: Deps, { enrolmentId }: { enrolmentId: string }): Promise<void> {
  const member = await findEnrolled(deps.db, { id: enrolmentId }, deps.clock())
  if (!member) return

  await sendActionMail(deps, {
    kind: 'staff-enrolment',
    to: member.email,
    userName: member.name,
    language: member.language,
    repliesTo: 'sender',
    path: enrolmentPath(enrolmentKey(deps, enrolmentId)),
    values: {},
    idempotencyKey: `staff-enrolment ${enrolmentId}`,
  })
}
