import { z } from 'zod'
import { sessionGrant } from './auth.ts'
import { knownPassword, nothing, requiredText } from './fields.ts'
import { route } from './route.ts'

/** Six digits of an authenticator app, or a recovery code. Case, spaces and dashes do not matter. */
export const secondFactorCode = z
  .string('SECOND_FACTOR_CODE_REQUIRED')
  .max(40, 'SECOND_FACTOR_CODE_FORMAT')
  .overwrite((value) => value.replaceAll(/[\s-]/g, '').toUpperCase())
  .min(1, 'SECOND_FACTOR_CODE_REQUIRED')
  .regex(/^(\d{6}|[A-Z\d]{10})$/, 'SECOND_FACTOR_CODE_FORMAT')

/** Only digits of the app: a recovery code does not prove that the app is set up. */
export const appCode = z
  .string('SECOND_FACTOR_CODE_REQUIRED')
  .max(20, 'VERIFICATION_CODE_FORMAT')
  .overwrite((value) => value.replaceAll(/\s/g, ''))
  .min(1, 'SECOND_FACTOR_CODE_REQUIRED')
  .regex(/^\d{6}$/, 'VERIFICATION_CODE_FORMAT')

/** The password, or a code if the account has none or the customer prefers it. */
export const secondFactorProof = z
  .strictObject({ password: knownPassword().optional(), code: secondFactorCode.optional() })
  .refine(({ password, code }) => password !== undefined || code !== undefined, {
    path: ['code'],
    error: 'SECOND_FACTOR_CODE_REQUIRED',
  })

const passkeyView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null if it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
})

export type PasskeyView = z.output<typeof passkeyView>

export const secondFactorView = z.strictObject({
  isOn: z.boolean(),
  /** When the authenticator app was set up; null without one. */
  appSince: z.iso.datetime().nullable(),
  passkeys: z.array(passkeyView),
  /** False where browsers allow no passkeys: at an IP address, and without https. */
  offersPasskeys: z.boolean(),
  recoveryCodesLeft: z.int().nonnegative(),
})

export type SecondFactorView = z.output<typeof secondFactorView>

/** Shown once: the server keeps only their hashes. Empty if earlier ones stay valid. */
export const newRecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

/** The secret of an authenticator app that is being set up. */
export const newAppSecret = z.strictObject({
  /** In base32, to type into the app. */
  secret: z.string(),
  /** For the QR code. */
  uri: z.string(),
})

/** Bytes as WebAuthn gives them, in base64url. */
const bytes = (maxLength: number) =>
  z
    .string('INVALID_VALUE')
    .max(maxLength, 'TOO_LONG')
    .regex(/^[\w-]+$/, 'INVALID_VALUE')

export const passkeyChallenge = z.strictObject({
  challenge: z.string(),
  /** The host name that passkeys are bound to. */
  rpId: z.string(),
  /** The customer's passkeys. */
  credentialIds: z.array(z.string()),
})

/** What a browser needs to create a passkey. */
export const newPasskeyChallenge = passkeyChallenge.extend({ userId: z.string(), userName: z.string() })

export const passkeyRegistration = z.strictObject({
  name: requiredText(40, 'PASSKEY_NAME_REQUIRED'),
  credentialId: bytes(1400),
  clientData: bytes(4000),
  authenticatorData: bytes(4000),
  /** SubjectPublicKeyInfo. */
  publicKey: bytes(2000),
})

export const passkeyAssertion = z.strictObject({
  credentialId: bytes(1400),
  clientData: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
})

const proofLimits = [{ by: 'session', max: 10, windowSeconds: 900 }] as const

export const secondFactorRoutes = {
  view: route({
    method: 'GET',
    path: '/global/account/secondFactor',
    access: 'customer',
    ownOnly: true,
    summary: 'Whether the login of the caller needs a second factor',
    output: secondFactorView,
    errors: [],
  }),
  begin: route({
    method: 'POST',
    path: '/global/account/secondFactor/begin',
    access: 'customer',
    summary: 'Begin to set up an authenticator app; an earlier beginning is replaced',
    output: newAppSecret,
    errors: ['PASSWORD_REQUIRED', 'SECOND_FACTOR_STATE'],
    limits: [{ by: 'session', max: 20, windowSeconds: 3600 }],
  }),
  confirm: route({
    method: 'POST',
    path: '/global/account/secondFactor/confirm',
    access: 'customer',
    summary: 'Turn the second factor on with a first code of the app',
    body: z.strictObject({ code: appCode }),
    output: newRecoveryCodes,
    errors: ['PASSWORD_REQUIRED', 'SECOND_FACTOR_STATE', 'SECOND_FACTOR_WRONG'],
    limits: proofLimits,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/global/account/secondFactor/recoveryCodes',
    access: 'customer',
    summary: 'Replace all recovery codes',
    body: secondFactorProof,
    output: newRecoveryCodes,
    errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_STATE', 'SECOND_FACTOR_WRONG'],
    limits: proofLimits,
  }),
  turnOff: route({
    method: 'POST',
    path: '/global/account/secondFactor/turnOff',
    access: 'customer',
    summary: 'Turn the second factor off',
    body: secondFactorProof,
    output: nothing,
    errors: ['PASSWORD_WRONG', 'SECOND_FACTOR_STATE', 'SECOND_FACTOR_WRONG'],
    limits: proofLimits,
  }),
  beginPasskey: route({
    method: 'POST',
    path: '/global/account/secondFactor/passkey/begin',
    access: 'customer',
    summary: 'A challenge to create a passkey for; valid for five minutes',
    output: newPasskeyChallenge,
    errors: ['PASSWORD_REQUIRED', 'SECOND_FACTOR_STATE'],
    limits: [{ by: 'session', max: 20, windowSeconds: 3600 }],
  }),
  addPasskey: route({
    method: 'POST',
    path: '/global/account/secondFactor/passkey',
    access: 'customer',
    summary: 'Add a passkey as a second factor',
    body: passkeyRegistration,
    output: newRecoveryCodes,
    errors: ['PASSWORD_REQUIRED', 'SECOND_FACTOR_STATE', 'PASSKEY_REFUSED'],
    limits: [{ by: 'session', max: 20, windowSeconds: 3600 }],
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/global/account/secondFactor/passkey/{passkeyId}',
    access: 'customer',
    summary: 'Remove a passkey; without any other factor the second step ends',
    params: z.strictObject({ passkeyId: z.uuid('INVALID_VALUE') }),
    output: nothing,
    errors: ['PASSWORD_REQUIRED', 'NOT_FOUND', 'SECOND_FACTOR_STATE'],
  }),
  beginPasskeyLogin: route({
    method: 'POST',
    path: '/global/account/login/passkey/begin',
    access: 'public',
    summary: 'The challenge that a passkey signs to finish a login of this browser',
    output: passkeyChallenge,
    errors: ['LOGIN_EXPIRED'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 900 }],
  }),
  finishPasskeyLogin: route({
    method: 'POST',
    path: '/global/account/login/passkey',
    access: 'public',
    summary: 'Finish a login of this browser with a passkey',
    body: passkeyAssertion,
    output: sessionGrant,
    errors: ['LOGIN_EXPIRED', 'PASSKEY_REFUSED'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 900 }],
  }),
  finishLogin: route({
    method: 'POST',
    path: '/global/account/login/secondFactor',
    access: 'public',
    summary: 'Finish a login of this browser with a code of the app or a recovery code',
    body: z.strictObject({ code: secondFactorCode }),
    output: sessionGrant,
    errors: ['LOGIN_EXPIRED', 'SECOND_FACTOR_WRONG'],
    limits: [{ by: 'ip', max: 60, windowSeconds: 900 }],
  }),
}
