import { z } from 'zod'
import { email, knownPassword, mailKey, nothing } from './fields.ts'
import { route } from './route.ts'
import { secondFactorCode } from './second-factor.ts'

export const changeEmailBody = z.strictObject({
  email,
  /** Absent only without a password, with a recent sign-in. */
  password: knownPassword().optional(),
  /** Needed if the account has a second factor. */
  code: secondFactorCode.optional(),
})

const keyLimits = [{ by: 'ip', max: 60, windowSeconds: 3600 }] as const

export const emailChangeRoutes = {
  request: route({
    method: 'POST',
    path: '/global/account/email',
    access: 'customer',
    summary: 'Ask for another e-mail address: a link to it confirms, a link to the current one undoes',
    body: changeEmailBody,
    output: nothing,
    errors: ['PASSWORD_WRONG', 'PASSWORD_REQUIRED', 'SECOND_FACTOR_WRONG'],
    limits: [{ by: 'session', max: 10, windowSeconds: 3600 }],
  }),
  confirm: route({
    method: 'POST',
    path: '/global/account/email/confirm',
    access: 'public',
    summary: 'Confirm a new e-mail address with the key of the mail',
    body: z.strictObject({ key: mailKey }),
    output: z.strictObject({ email: z.string() }),
    errors: ['KEY_INVALID'],
    limits: keyLimits,
  }),
  undo: route({
    method: 'POST',
    path: '/global/account/email/undo',
    access: 'public',
    summary: 'Undo a change of the e-mail address with the key of the mail; all sessions and the password end',
    body: z.strictObject({ key: mailKey }),
    output: nothing,
    errors: ['KEY_INVALID'],
    limits: keyLimits,
  }),
}
