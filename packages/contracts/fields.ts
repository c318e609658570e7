import {
  accountLimits,
  isEmail,
  maxReasonLength,
  normalizeEmail,
  passwordFault,
  passwordLength,
  safeRedirectPath,
} from '@cotation/domain'
import { z } from 'zod'

/** Fields shared by several forms. Zod messages are keys of the `validation` texts. */

/**
 * A single line of text, trimmed. Refuses control and bidirectional-override characters, which can
 * forge log entries and names, and lone surrogates, which PostgreSQL cannot store as JSON.
 */
export const text = (max: number, code = 'REQUIRED') =>
  z
    .string(code)
    .trim()
    .max(max, 'TOO_LONG')
    .refine(
      (value) => !/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u.test(value),
      'INVALID_CHARACTERS',
    )

export const requiredText = (max: number, code = 'REQUIRED') => text(max, code).min(1, code)

/** Text with line feeds and tabs. */
export const multilineText = (max: number, code = 'REQUIRED') =>
  z
    .string(code)
    .trim()
    .max(max, 'TOO_LONG')
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u.test(value),
      'INVALID_CHARACTERS',
    )

export const requiredMultilineText = (max: number, code = 'REQUIRED') => multilineText(max, code).min(1, code)

/** The reason of an action, for the people whom it concerns. */
export const requiredReason = requiredMultilineText(maxReasonLength, 'REASON_REQUIRED')
export const optionalReason = multilineText(maxReasonLength).default('')

export const emailField = (code: string) =>
  z
    .string(code)
    .trim()
    .min(1, code)
    .max(accountLimits.email.max, 'EMAIL_INVALID')
    .refine((value) => value === '' || isEmail(value), 'EMAIL_INVALID')
    .transform(normalizeEmail)

export const email = emailField('EMAIL_REQUIRED')

/** A new password of at least so many characters: all rules apply. `tooShort` is said of shorter ones. */
export const newPasswordOf = (minLength: number, tooShort: string) =>
  z
    .string('PASSWORD_REQUIRED')
    .min(1, 'PASSWORD_REQUIRED')
    .max(passwordLength.max * 2, 'PASSWORD_TOO_LONG')
    .superRefine((value, context) => {
      const fault = value === '' ? null : passwordFault(value, minLength)
      if (fault) context.addIssue({ code: 'custom', message: fault === 'PASSWORD_TOO_SHORT' ? tooShort : fault })
    })

export const newPassword = newPasswordOf(passwordLength.min, 'PASSWORD_TOO_SHORT')

/** An existing password: checks only presence and length, so stricter rules lock nobody out. */
export const knownPassword = (code = 'PASSWORD_REQUIRED') =>
  z
    .string(code)
    .min(1, code)
    .max(passwordLength.max * 2, 'PASSWORD_TOO_LONG')

export const userName = z
  .string('USER_NAME_REQUIRED')
  .trim()
  .min(1, 'USER_NAME_REQUIRED')
  .min(accountLimits.userName.min, 'USER_NAME_LENGTH')
  .max(accountLimits.userName.max, 'USER_NAME_LENGTH')
  .refine(
    (value) => !/[\u0000-\u001f<>\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u.test(value),
    'INVALID_CHARACTERS',
  )

/** "+33": up to 3 digits (ITU E.164), or 4 for codes with an area such as +1242. */
export const phoneCode = z.string('PHONE_CODE_REQUIRED').regex(/^\+[1-9]\d{0,3}$/, 'PHONE_CODE_REQUIRED')

export const phone = z
  .string('PHONE_REQUIRED')
  .trim()
  .min(1, 'PHONE_REQUIRED')
  .min(accountLimits.phone.min, 'PHONE_TOO_SHORT')
  .max(accountLimits.phone.max, 'PHONE_INVALID')
  .regex(/^[\d ().-]+$/, 'PHONE_INVALID')

/** A number in international form ("+33 1 23 45 67 89"), which can be dialled as it is; or none. */
export const internationalPhone = z
  .string('PHONE_REQUIRED')
  .trim()
  .regex(/^(\+[1-9][\d .-]{5,24})?$/, 'PHONE_INTERNATIONAL')

/** The server's own format. Anything else, such as a zero byte, would fail in the database. */
export const captchaId = z.string('CAPTCHA_REQUIRED').regex(/^[a-f0-9]{32}$/, 'CAPTCHA_REQUIRED')

/** Tokens of providers have up to 2,048 characters (Turnstile) and more (hCaptcha). */
const maxCaptchaAnswer = 8192

/** A solved CAPTCHA: its id, and the digits seen or heard or a provider's token. */
export const captcha = z.strictObject(
  {
    captchaId,
    answer: z.string('CAPTCHA_REQUIRED').trim().min(1, 'CAPTCHA_REQUIRED').max(maxCaptchaAnswer, 'CAPTCHA_REQUIRED'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'CAPTCHA_REQUIRED' : undefined) },
)

/** Where a person goes on in the app after a mail. A path that leaves it becomes the home page. */
export const redirectPath = z.string().max(2000, 'TOO_LONG').overwrite(safeRedirectPath)

/** A one-time key from a mail. */
export const mailKey = z.string('KEY_REQUIRED').trim().min(1, 'KEY_REQUIRED').max(100, 'KEY_REQUIRED')

/** The six digits of a verification code from a mail; spaces between them do not matter. */
export const verificationCode = z
  .string('VERIFICATION_CODE_REQUIRED')
  .max(20, 'VERIFICATION_CODE_FORMAT')
  .overwrite((value) => value.replaceAll(/\s/g, ''))
  .min(1, 'VERIFICATION_CODE_REQUIRED')
  .regex(/^\d{6}$/, 'VERIFICATION_CODE_FORMAT')

/** An empty success response. */
export const nothing = z.strictObject({})

/** Data that the server produced itself: typed, but not validated again in the response. */
export const made = <T>(description: string) =>
  z.custom<T>((value) => typeof value === 'object' && value !== null).describe(description)

interface PasswordPair {
  password: string
  confirmPassword: string
}

const hasBothEntries = (value: unknown): value is PasswordPair =>
  typeof value === 'object' &&
  value !== null &&
  'password' in value &&
  'confirmPassword' in value &&
  value.password !== '' &&
  value.confirmPassword !== ''

/** Both entries must be equal; the specification's message appears at the second field. */
export const passwordsMatch = (value: PasswordPair) => value.password === value.confirmPassword

export const passwordsMatchIssue = {
  path: ['confirmPassword'],
  error: 'PASSWORDS_DO_NOT_MATCH',
  // Without `when`, zod checks this only once all other fields are valid.
  // We report all problems at once.
  when: (payload: { value: unknown }) => hasBothEntries(payload.value),
}

const coordinateMm = z.number('INVALID_VALUE').min(-1e6, 'INVALID_VALUE').max(1e6, 'INVALID_VALUE')

/** A point on a part in mm, in the coordinates of its file. */
export const pointMm = z.tuple([coordinateMm, coordinateMm, coordinateMm])
