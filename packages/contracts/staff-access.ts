import { staffPasswordMinLength, staffRights } from '@cotation/domain'
import { z } from 'zod'
import { customerManager } from './account.ts'
import { sessionGrant } from './auth.ts'
import { email, knownPassword, mailKey, newPasswordOf, nothing } from './fields.ts'
import { time } from './paging.ts'
import { type Limit, route } from './route.ts'
import {
  appCode,
  newAppSecret,
  newPasskeyChallenge,
  newRecoveryCodes,
  passkeyAssertion,
  passkeyChallenge,
  passkeyRegistration,
  secondFactorCode,
  secondFactorView,
} from './second-factor.ts'

/** Customers may choose shorter ones. */
export const newStaffPassword = newPasswordOf(staffPasswordMinLength, 'STAFF_PASSWORD_TOO_SHORT')

const signedIn = sessionGrant.extend({ next: z.literal('signed-in') })

/**
 * A session, or what is missing. `second-factor` and `set-up-factor` wait ten minutes for this browser,
 * by a cookie: go on with `login/…` or with `enrolment/app` and `enrolment/passkey`.
 */
export const staffLoginAnswer = z.discriminatedUnion('next', [
  signedIn,
  z.strictObject({
    next: z.literal('second-factor'),
    /** A recovery code always works too. */
    methods: z.array(z.enum(['app', 'passkey'])),
    offersPasskey: z.boolean(),
  }),
  z.strictObject({
    next: z.literal('set-up-factor'),
    /** False where browsers allow no passkeys: at an IP address, and without https. */
    offersPasskey: z.boolean(),
  }),
])

export type StaffLoginAnswer = z.output<typeof staffLoginAnswer>

/** The first second factor brings the recovery codes, shown this once, and the session. */
const enrolled = sessionGrant.extend({ recoveryCodes: z.array(z.string()) })

const staffSessionView = z.strictObject({
  id: z.uuid(),
  /** Such as "Firefox, Windows"; empty if unknown, and for a token of the command line. */
  browser: z.string(),
  createdAt: time,
  /** Exact to a minute. */
  lastUsedAt: time,
  isCurrent: z.boolean(),
})

export type StaffSessionView = z.output<typeof staffSessionView>

/** A built-in role has one of the names of `staffRoles` as its id and an empty name. */
export const staffRoleName = z.strictObject({ id: z.string(), name: z.string() })

/** The caller. Menu, screens and buttons follow `rights`. */
export const staffMe = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: staffRoleName,
  rights: z.array(z.enum(staffRights)),
  /** What customers see of the caller. */
  contact: customerManager,
  hasSecondFactor: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
  /** Whether single letters are shortcuts in lists (WCAG 2.1.4). */
  hasLetterKeys: z.boolean(),
  /** Time zone of the shop: all times and days of the back office are in it. */
  timeZone: z.string(),
  /** Calls that need a fresh second factor work until then; null if it must be given first. */
  steppedUpUntil: time.nullable(),
})

export type StaffMe = z.output<typeof staffMe>

const minutes = (count: number) => count * 60

const guessLimits = [{ by: 'ip', max: 60, windowSeconds: minutes(15) }] as const satisfies readonly Limit[]
const proofLimits = [{ by: 'session', max: 10, windowSeconds: minutes(15) }] as const satisfies readonly Limit[]
const setUpLimits = [{ by: 'session', max: 20, windowSeconds: minutes(60) }] as const satisfies readonly Limit[]

const publicCall = { access: 'public', limits: guessLimits } as const
const ownCall = { access: 'staff', right: 'staff.self' } as const
const ownSecuredCall = { ...ownCall, stepUp: true } as const

/** Sign-in of staff, their own second factor and sessions. */
export const staffAccessRoutes = {
  login: route({
    method: 'POST',
    path: '/global/staff/login',
    access: 'public',
    summary: 'Sign in as a member of staff, with e-mail and password first',
    body: z.strictObject({ email, password: knownPassword() }),
    output: staffLoginAnswer,
    errors: ['INVALID_CREDENTIALS'],
    limits: [{ by: 'ip', max: 100, windowSeconds: minutes(15) }],
    workAfterCalls: 10,
  }),
  loginWithCode: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/login/secondFactor',
    summary: 'Finish a sign-in of this browser with a code of the app or a recovery code',
    body: z.strictObject({ code: secondFactorCode }),
    output: sessionGrant,
    errors: ['LOGIN_EXPIRED', 'SECOND_FACTOR_WRONG'],
  }),
  beginPasskeyLogin: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/login/passkey/begin',
    summary: 'The challenge that a passkey signs to finish a sign-in of this browser',
    output: passkeyChallenge,
    errors: ['LOGIN_EXPIRED'],
  }),
  loginWithPasskey: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/login/passkey',
    summary: 'Finish a sign-in of this browser with a passkey',
    body: passkeyAssertion,
    output: sessionGrant,
    errors: ['LOGIN_EXPIRED', 'PASSKEY_REFUSED'],
  }),
  viewEnrolment: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/enrolment/view',
    summary: 'Whose enrolment link this is; the key stays valid',
    body: z.strictObject({ key: mailKey }),
    output: z.strictObject({ name: z.string(), email: z.string() }),
    errors: ['KEY_INVALID'],
  }),
  choosePassword: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/enrolment/password',
    summary: 'Use up the enrolment link and choose a password; a second factor must be set up next',
    body: z.strictObject({ key: mailKey, password: newStaffPassword }),
    output: z.strictObject({ offersPasskey: z.boolean() }),
    errors: ['KEY_INVALID'],
  }),
  beginEnrolmentApp: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/enrolment/app/begin',
    summary: 'Begin to set up the authenticator app; an earlier beginning is replaced',
    output: newAppSecret,
    errors: ['LOGIN_EXPIRED', 'SECOND_FACTOR_STATE'],
  }),
  confirmEnrolmentApp: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/enrolment/app/confirm',
    summary: 'Finish the enrolment with a first code of the app',
    body: z.strictObject({ code: appCode }),
    output: enrolled,
    errors: ['LOGIN_EXPIRED', 'SECOND_FACTOR_STATE', 'SECOND_FACTOR_WRONG'],
  }),
  beginEnrolmentPasskey: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/enrolment/passkey/begin',
    summary: 'A challenge to create the first passkey for; valid for five minutes',
    output: newPasskeyChallenge,
    errors: ['LOGIN_EXPIRED', 'SECOND_FACTOR_STATE'],
  }),
  confirmEnrolmentPasskey: route({
    ...publicCall,
    method: 'POST',
    path: '/global/staff/enrolment/passkey',
    summary: 'Finish the enrolment with a passkey',
    body: passkeyRegistration,
    output: enrolled,
    errors: ['LOGIN_EXPIRED', 'SECOND_FACTOR_STATE', 'PASSKEY_REFUSED'],
  }),
  me: route({
    ...ownCall,
    method: 'GET',
    path: '/global/staff/me',
    summary: 'The caller, with the rights of the role',
    output: staffMe,
    errors: [],
  }),
  setLetterKeys: route({
    ...ownCall,
    method: 'PATCH',
    path: '/global/staff/me/shortcuts',
    summary: 'Turn the shortcuts of single letters in lists on or off for the caller',
    body: z.strictObject({ hasLetterKeys: z.boolean('INVALID_VALUE') }),
    output: nothing,
    errors: [],
  }),
  logout: route({
    ...ownCall,
    method: 'POST',
    path: '/global/staff/logout',
    summary: 'End the session whose token is sent',
    output: nothing,
    errors: [],
  }),
  sessions: route({
    ...ownCall,
    method: 'GET',
    path: '/global/staff/session',
    summary: 'The sessions of the caller, the one used last first',
    output: z.strictObject({ sessions: z.array(staffSessionView) }),
    errors: [],
  }),
  endSession: route({
    ...ownCall,
    method: 'DELETE',
    path: '/global/staff/session/{sessionId}',
    summary: 'End a session of the caller',
    params: z.strictObject({ sessionId: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND'],
  }),
  endOtherSessions: route({
    ...ownCall,
    method: 'POST',
    path: '/global/staff/session/endOthers',
    summary: 'End all sessions of the caller but this one',
    output: z.strictObject({ ended: z.int() }),
    errors: [],
  }),
  stepUp: route({
    ...ownCall,
    method: 'POST',
    path: '/global/staff/step-up',
    summary: 'Give the second factor again, by code: calls that need it work for ten minutes',
    body: z.strictObject({ code: secondFactorCode }),
    output: z.strictObject({ steppedUpUntil: time }),
    errors: ['SECOND_FACTOR_WRONG'],
    limits: proofLimits,
  }),
  beginPasskeyStepUp: route({
    ...ownCall,
    method: 'POST',
    path: '/global/staff/step-up/passkey/begin',
    summary: 'The challenge that a passkey signs to step up',
    output: passkeyChallenge,
    errors: [],
    limits: setUpLimits,
  }),
  stepUpWithPasskey: route({
    ...ownCall,
    method: 'POST',
    path: '/global/staff/step-up/passkey',
    summary: 'Give the second factor again, by passkey',
    body: passkeyAssertion,
    output: z.strictObject({ steppedUpUntil: time }),
    errors: ['PASSKEY_REFUSED'],
    limits: proofLimits,
  }),
  changePassword: route({
    ...ownSecuredCall,
    method: 'POST',
    path: '/global/staff/password',
    summary: 'Change the password of the caller; every other session ends',
    body: z.strictObject({ oldPassword: knownPassword('OLD_PASSWORD_REQUIRED'), password: newStaffPassword }),
    output: nothing,
    errors: ['PASSWORD_WRONG'],
    limits: proofLimits,
  }),
  secondFactor: route({
    ...ownCall,
    method: 'GET',
    path: '/global/staff/secondFactor',
    summary: 'The second factors of the caller',
    output: secondFactorView,
    errors: [],
  }),
  renewCodes: route({
    ...ownSecuredCall,
    method: 'POST',
    path: '/global/staff/secondFactor/recoveryCodes',
    summary: 'Replace all recovery codes of the caller',
    output: newRecoveryCodes,
    errors: ['SECOND_FACTOR_STATE'],
    limits: setUpLimits,
  }),
  beginApp: route({
    ...ownSecuredCall,
    method: 'POST',
    path: '/global/staff/secondFactor/app/begin',
    summary: 'Begin to set up another authenticator app; the present one works until it is confirmed',
    output: newAppSecret,
    errors: [],
    limits: setUpLimits,
  }),
  confirmApp: route({
    ...ownSecuredCall,
    method: 'POST',
    path: '/global/staff/secondFactor/app/confirm',
    summary: 'Replace the authenticator app with a first code of the new one',
    body: z.strictObject({ code: appCode }),
    output: newRecoveryCodes,
    errors: ['SECOND_FACTOR_STATE', 'SECOND_FACTOR_WRONG'],
    limits: proofLimits,
  }),
  beginPasskey: route({
    ...ownSecuredCall,
    method: 'POST',
    path: '/global/staff/secondFactor/passkey/begin',
    summary: 'A challenge to create a passkey for; valid for five minutes',
    output: newPasskeyChallenge,
    errors: ['SECOND_FACTOR_STATE'],
    limits: setUpLimits,
  }),
  addPasskey: route({
    ...ownSecuredCall,
    method: 'POST',
    path: '/global/staff/secondFactor/passkey',
    summary: 'Add a passkey of the caller',
    body: passkeyRegistration,
    output: newRecoveryCodes,
    errors: ['SECOND_FACTOR_STATE', 'PASSKEY_REFUSED'],
    limits: setUpLimits,
  }),
  removePasskey: route({
    ...ownSecuredCall,
    method: 'DELETE',
    path: '/global/staff/secondFactor/passkey/{passkeyId}',
    summary: 'Remove a passkey of the caller, but never the last factor',
    params: z.strictObject({ passkeyId: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['NOT_FOUND', 'LAST_SECOND_FACTOR'],
  }),
}
