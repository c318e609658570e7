import { randomUUID } from 'node:crypto'
import type { MailView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { findCustomerOf, findMailJob, findRecord, type MailJobRow, type MailRecordRow } from './mail.repository.ts'

/** A copy of a recorded mail. The key makes each copy a mail of its own. */
export const resendJob = 'resend-mail'

export interface ResendRequest {
  recordId: string
  key: string
}

/** A mail, by the id of its record or of the job that has not sent it. */
export async function getMail({ db }: Pick<Deps, 'db'>, id: string): Promise<MailView> {
  const record = await findRecord(db, id)
  const job = record ? undefined : await findMailJob(db, id)
  const view = record ? recordView(record) : job && jobView(job)
  if (!view) throw new AppError('NOT_FOUND')

  const customer =
    view.recipient === null ? undefined : await findCustomerOf(db, view.recipient, new Date(view.mailedAt))
  return { ...view, customer: customer ?? null }
}

function recordView(record: MailRecordRow): MailView {
  const { subject, text, html, language } = record
  return {
    id: record.id,
    state: record.state,
    kind: record.kind,
    mailedAt: record.mailed_at.toISOString(),
    recipient: record.recipient,
    customer: null,
    error: record.error,
    content: { subject, text, html, language },
    hasSecret: record.has_secret,
    mayResend: !record.has_secret,
  }
}

function jobView({ mailedAt, ...job }: MailJobRow): MailView {
  return {
    ...job,
    mailedAt: mailedAt.toISOString(),
    customer: null,
    content: null,
    hasSecret: false,
    mayResend: job.state === 'failed',
  }
}

/** Sends a copy of a recorded mail, or puts its failed job back into its queue. */
export async function resendMail(deps: Pick<Deps, 'db' | 'jobs'>, staffId: string, id: string): Promise<void> {
  const { state, kind, hasSecret, mayResend } = await getMail(deps, id)
  if (hasSecret) throw new AppError('MAIL_HAS_SECRET')
  if (!mayResend) throw new AppError('MAIL_WAITING')

  await deps.db.transaction().execute(async (trx) => {
    if (state === 'failed') {
      const queue = await deps.jobs.retryGivenUp(trx, id)
      // Another person was faster.
      if (queue === null) throw new AppError('NOT_FOUND')
    } else {
      const request: ResendRequest = { recordId: id, key: randomUUID() }
      await deps.jobs.enqueue(trx, resendJob, request)
    }

    await recordAudit(trx, { staffId, action: 'mail.resent', subject: { kind: 'mail', id }, after: { kind } })
  })
}

/** Sends nothing if the record was removed in the meantime. */
export async function sendCopy({ db, mail }: Pick<Deps, 'db' | 'mail'>, request: ResendRequest): Promise<void> {
  const record = await findRecord(db, request.recordId)
  if (!record) return

  const { recipient, reply_to: replyTo, subject, text, html, language, kind } = record
  await mail.send({
    to: recipient,
    replyTo: replyTo ?? undefined,
    subject,
    text,
    html,
    language,
    kind,
    idempotencyKey: `resend ${request.key}`,
  })
}
