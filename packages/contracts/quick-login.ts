import { z } from 'zod'
import { loginAnswer } from './auth.ts'
import { text } from './fields.ts'
import { route } from './route.ts'

/** A third-party sign-in, and whether the caller's account is linked to it. */
export const quickChannel = z.strictObject({
  channel: z.string(),
  name: z.string(),
  linked: z.boolean(),
})

export type QuickChannel = z.output<typeof quickChannel>

const channel = z.string('REQUIRED').regex(/^[a-z0-9-]{1,40}$/, 'INVALID_VALUE')

export const quickLoginRoutes = {
  list: route({
    method: 'GET',
    path: '/global/account/quick',
    access: 'public',
    ownOnly: true,
    summary: 'The available third-party sign-ins',
    output: z.array(quickChannel),
    errors: [],
  }),
  loginUrl: route({
    method: 'GET',
    path: '/global/account/quick/loginUrl',
    access: 'public',
    ownOnly: true,
    summary: "The address to sign in at, or to link an account if a customer's token is sent",
    query: z.strictObject({ channel, callback: z.string().max(2000).optional() }),
    output: z.strictObject({ url: z.string() }),
    errors: ['NOT_FOUND', 'SIGN_IN_UNAVAILABLE', 'PASSWORD_REQUIRED'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  callback: route({
    method: 'POST',
    path: '/global/account/quick/callback',
    access: 'public',
    summary: "Finishes a sign-in with the query of the third party's redirect",
    body: z.strictObject({
      channel,
      search: z.string('REQUIRED').min(1, 'REQUIRED').max(4000, 'TOO_LONG'),
      /** Counts if the sign-in creates the account; an unknown one is ignored. */
      referralCode: text(100).optional(),
    }),
    output: loginAnswer.extend({ linked: z.boolean(), redirect: z.string() }),
    errors: [
      'SIGN_IN_REFUSED',
      'SIGN_IN_UNAVAILABLE',
      'SIGN_IN_EMAIL_UNVERIFIED',
      'SIGN_IN_ACCOUNT_EXISTS',
      'SIGN_IN_LINKED_ELSEWHERE',
    ],
    limits: [{ by: 'ip', max: 60, windowSeconds: 3600 }],
  }),
  unlink: route({
    method: 'PATCH',
    path: '/global/account/quick/unlinkQuick',
    access: 'customer',
    summary: 'Unlink a third party from the account',
    body: z.strictObject({ channel }),
    output: z.array(quickChannel),
    errors: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'PASSWORD_REQUIRED'],
  }),
}
