import { z } from 'zod'
import { sessionGrant } from './auth.ts'
import { knownPassword, nothing } from './fields.ts'
import { route } from './route.ts'

/** Six digits of an authenticator app, or a recovery code. Case, spaces and dashes do not matter. */
export const secondFactorCode = z
  .string('SECOND_FACTOR_CODE_REQUIRED')
  .max(40, 'SECOND_FACTOR_CODE_FORMAT')
  .overwrite((value) => value.replaceAll(/[\s-]/g, '').toUpperCase())
  .min(1, 'SECOND_FACTOR_CODE_REQUIRED')
  .regex(/^(\d{6}|[A-Z\d]{10})$/, 'SECOND_FACTOR_CODE_FORMAT')

/** Only digits of the app: a recovery code does not prove that the app is set up. */
const appCode = z
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

export const secondFactorView = z.strictObject({
  isOn: z.boolean(),
  /** When it was set up; null while it is off. */
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int().nonnegative(),
})

export type SecondFactorView = z.output<typeof secondFactorView>

/** Shown once: the server keeps only their hashes. */
const newCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

const proofLimits = [{ by: 'session', max: 10, windowSeconds: 900 }] as const

export const secondFactorRoutes = {
  view: route({
    method: 'GET',
    path: '/global/account/secondFactor',
    access: 'customer',
    summary: 'Whether the login of the caller needs a second factor',
    output: secondFactorView,
    errors: [],
  }),
  begin: route({
    method: 'POST',
    path: '/global/account/secondFactor/begin',
    access: 'customer',
    summary: 'Begin to set up an authenticator app; an earlier beginning is replaced',
    output: z.strictObject({
      /** In base32, to type into the app. */
      secret: z.string(),
      /** For the QR code. */
      uri: z.string(),
    }),
    errors: ['PASSWORD_REQUIRED', 'SECOND_FACTOR_STATE'],
    limits: [{ by: 'session', max: 20, windowSeconds: 3600 }],
  }),
  confirm: route({
    method: 'POST',
    path: '/global/account/secondFactor/confirm',
    access: 'customer',
    summary: 'Turn the second factor on with a first code of the app',
    body: z.strictObject({ code: appCode }),
    output: newCodes,
    errors: ['PASSWORD_REQUIRED', 'SECOND_FACTOR_STATE', 'SECOND_FACTOR_WRONG'],
    limits: proofLimits,
  }),
  renewCodes: route({
    method: 'POST',
    path: '/global/account/secondFactor/recoveryCodes',
    access: 'customer',
    summary: 'Replace all recovery codes',
    body: secondFactorProof,
    output: newCodes,
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
