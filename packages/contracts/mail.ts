import { languages, mailStates } from '@cotation/domain'
import { z } from 'zod'
import { nothing } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** A mail as staff see it. Of one that is not sent yet, only its job is known. */
export const mailView = z.strictObject({
  id: z.uuid(),
  state: z.enum(mailStates),
  /** The name of its texts, or of its queue. */
  kind: z.string(),
  mailedAt: time,
  recipient: z.string().nullable(),
  customer: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** The code of the last failure. */
  error: z.string().nullable(),
  /** Content as sent, with keys and codes blanked; null until it is sent. */
  content: z
    .strictObject({ subject: z.string(), text: z.string(), html: z.string(), language: z.enum(languages) })
    .nullable(),
  /** Whether a key or code was blanked. */
  hasSecret: z.boolean(),
  mayResend: z.boolean(),
})

export type MailView = z.output<typeof mailView>

const params = z.strictObject({ mailId: z.uuid('INVALID_VALUE') })

export const mailRoutes = {
  read: route({
    method: 'GET',
    path: '/global/staff/mail/{mailId}',
    access: 'staff',
    right: 'mails.read',
    summary: 'A mail as it was sent, without its secrets, or the job that has not sent it',
    params,
    output: mailView,
    errors: ['NOT_FOUND'],
  }),
  resend: route({
    method: 'POST',
    path: '/global/staff/mail/{mailId}/resend',
    access: 'staff',
    right: 'mails.read',
    summary: 'Sends a mail again to the same address, or runs its failed job again',
    params,
    output: nothing,
    errors: ['NOT_FOUND', 'MAIL_HAS_SECRET', 'MAIL_WAITING'],
    limits: [{ by: 'session', max: 60, windowSeconds: 600 }],
  }),
}
