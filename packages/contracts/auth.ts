import { accountLimits, accountTypes, industries, titles } from '@cotation/domain'
import { z } from 'zod'
import {
  captcha,
  email,
  knownPassword,
  mailKey,
  newPassword,
  nothing,
  passwordsMatch,
  passwordsMatchIssue,
  phone,
  phoneCode,
  redirectPath,
  requiredText,
  text,
  userName,
  verificationCode,
} from './fields.ts'
import { type Limit, route } from './route.ts'

/** `expiresIn` is in seconds. */
export const sessionGrant = z.strictObject({ accessToken: z.string(), expiresIn: z.int().positive() })

/** The password was right, but the login waits for a second factor in the same browser. */
export const neededSecondFactor = z.strictObject({
  /** A recovery code always works too. */
  methods: z.array(z.enum(['app', 'passkey'])),
  /** Seconds. */
  expiresIn: z.int().positive(),
})

export type NeededSecondFactor = z.output<typeof neededSecondFactor>

/** A session, or `secondFactor` if the account needs a second step (`login/secondFactor`). */
export const loginAnswer = sessionGrant.partial().extend({ secondFactor: neededSecondFactor.optional() })

export const loginBody = z.strictObject({ email, password: knownPassword() })

const signUpFields = {
  userName,
  email,
  password: newPassword,
  confirmPassword: knownPassword('CONFIRM_PASSWORD_REQUIRED'),
  captcha,
  agreeTerms: z.literal(true, 'TERMS_NOT_AGREED'),
  /** The channel link (`cm`) through which the visitor came. */
  cm: text(64).optional(),
  /** Code of the customer who invited the visitor. An unknown one is ignored. */
  referralCode: text(100).optional(),
  redirect: redirectPath.optional(),
}

export const registerBody = z
  .discriminatedUnion('accountType', [
    z.strictObject({ accountType: z.literal(accountTypes[0]), ...signUpFields }),
    z.strictObject({
      accountType: z.literal(accountTypes[1]),
      ...signUpFields,
      firstName: requiredText(accountLimits.personName.max, 'FIRST_NAME_REQUIRED'),
      lastName: requiredText(accountLimits.personName.max, 'LAST_NAME_REQUIRED'),
      company: requiredText(accountLimits.company.max, 'COMPANY_REQUIRED'),
      title: z.enum(titles, 'TITLE_REQUIRED'),
      industry: z.enum(industries, 'INDUSTRY_REQUIRED'),
      phoneCode,
      phone,
    }),
  ])
  .refine(passwordsMatch, passwordsMatchIssue)

export const emailBody = z.strictObject({ email, captcha, redirect: redirectPath.optional() })

export const resetPasswordBody = z
  .strictObject({
    key: mailKey,
    password: newPassword,
    confirmPassword: knownPassword('CONFIRM_PASSWORD_REQUIRED'),
    /** Also ends sign-ins through third parties. */
    unlink: z.boolean().optional(),
  })
  .refine(passwordsMatch, passwordsMatchIssue)

/** A login of the customer that has not ended. */
const customerSession = z.strictObject({
  id: z.uuid(),
  /** Such as "Firefox, Windows"; empty if unknown. */
  browser: z.string(),
  createdAt: z.iso.datetime(),
  /** Exact to an hour. */
  lastUsedAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})

export type CustomerSessionView = z.output<typeof customerSession>

export const changePasswordBody = z
  .strictObject({
    /** Absent only without a password (third-party sign-in, activation in another browser). */
    oldPassword: knownPassword('OLD_PASSWORD_REQUIRED').optional(),
    password: newPassword,
    confirmPassword: knownPassword('CONFIRM_PASSWORD_REQUIRED'),
    code: verificationCode,
  })
  .refine(passwordsMatch, passwordsMatchIssue)

const minutes = (count: number) => count * 60
const hours = (count: number) => count * 3600

/** Calls that send mail are also limited per mailbox (ABU-5); see the server's mail gate. */
const mailLimits = [{ by: 'ip', max: 20, windowSeconds: hours(1) }] as const satisfies readonly Limit[]

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/global/account/login',
    access: 'public',
    summary: 'Log in with e-mail and password',
    body: loginBody,
    output: loginAnswer,
    errors: ['INVALID_CREDENTIALS', 'NOT_ACTIVATED'],
    limits: [{ by: 'ip', max: 100, windowSeconds: minutes(15) }],
    // An office behind one address logs in without; a program that guesses passwords does not.
    workAfterCalls: 10,
  }),
  logout: route({
    method: 'GET',
    path: '/global/account/logout',
    access: 'customer',
    ownOnly: true,
    summary: 'End the session whose token is sent',
    output: nothing,
    errors: [],
  }),
  register: route({
    method: 'POST',
    path: '/global/account/register',
    access: 'public',
    summary: 'Sign up as a person or a company; a mail completes it',
    body: registerBody,
    output: z.strictObject({ email: z.string() }),
    errors: ['CAPTCHA_WRONG', 'CAPTCHA_UNAVAILABLE', 'ALREADY_REGISTERED'],
    limits: mailLimits,
    workAfterCalls: 0,
  }),
  activeEmail: route({
    method: 'POST',
    path: '/global/account/activeEmail',
    access: 'public',
    summary: 'Send the activation mail again',
    body: emailBody,
    output: nothing,
    errors: ['CAPTCHA_WRONG', 'CAPTCHA_UNAVAILABLE'],
    limits: mailLimits,
    workAfterCalls: 0,
  }),
  activate: route({
    method: 'POST',
    path: '/global/account/activate',
    access: 'public',
    summary: 'Activate the account with the key of the mail',
    body: z.strictObject({ key: mailKey }),
    output: sessionGrant.extend({
      choosePassword: z.boolean(),
      /** Only with `choosePassword`: the key has just proved the mailbox, so no second mail is needed. */
      passwordCode: z.string().optional(),
    }),
    errors: ['KEY_INVALID'],
    limits: [{ by: 'ip', max: 60, windowSeconds: hours(1) }],
  }),
  resetSend: route({
    method: 'POST',
    path: '/global/account/password/resetSend',
    access: 'public',
    summary: 'Send a mail with a key to reset the password',
    body: emailBody,
    output: nothing,
    errors: ['CAPTCHA_WRONG', 'CAPTCHA_UNAVAILABLE'],
    limits: mailLimits,
    workAfterCalls: 0,
  }),
  resetPassword: route({
    method: 'PATCH',
    path: '/global/account/password/reset',
    access: 'public',
    summary: 'Set a new password with the key of the mail',
    body: resetPasswordBody,
    output: nothing,
    errors: ['KEY_INVALID'],
    limits: [{ by: 'ip', max: 60, windowSeconds: hours(1) }],
  }),
  sendPasswordCode: route({
    method: 'POST',
    path: '/global/account/password/codeSend',
    access: 'customer',
    summary: 'Mail the verification code for a password change to the caller',
    output: z.strictObject({ email: z.string() }),
    errors: [],
    limits: [
      { by: 'session', max: 5, windowSeconds: hours(1) },
      { by: 'session', max: 10, windowSeconds: hours(24) },
    ],
  }),
  changePassword: route({
    method: 'PATCH',
    path: '/global/account/password',
    access: 'customer',
    summary: 'Change the password, or set the first one; every other session ends',
    body: changePasswordBody,
    output: sessionGrant,
    errors: ['PASSWORD_WRONG', 'PASSWORD_REQUIRED', 'VERIFICATION_CODE_WRONG'],
    limits: [{ by: 'session', max: 10, windowSeconds: minutes(15) }],
  }),
  confirmPassword: route({
    method: 'POST',
    path: '/global/account/password/confirm',
    access: 'customer',
    summary: 'Prove the password again before a sensitive change',
    body: z.strictObject({ password: knownPassword() }),
    output: nothing,
    errors: ['PASSWORD_WRONG'],
    limits: [{ by: 'session', max: 10, windowSeconds: minutes(15) }],
  }),
  sessions: route({
    method: 'GET',
    path: '/global/account/sessions',
    access: 'customer',
    ownOnly: true,
    summary: 'The sessions of the caller, the one used last first',
    output: z.strictObject({ sessions: z.array(customerSession) }),
    errors: [],
  }),
  endSession: route({
    method: 'DELETE',
    path: '/global/account/session/{sessionId}',
    access: 'customer',
    summary: 'End a session of the caller',
    params: z.strictObject({ sessionId: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
  endOtherSessions: route({
    method: 'POST',
    path: '/global/account/sessions/endOthers',
    access: 'customer',
    summary: 'End all sessions of the caller but this one',
    output: z.strictObject({ ended: z.int() }),
    errors: [],
  }),
}
