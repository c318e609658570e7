import { accountLimits, isEmail, normalizeEmail, passwordFault, passwordLength } from '@cotation/domain'
import { z } from 'zod'

/** Fields that several forms share. A zod message here is a key of the `validation` texts, never a sentence. */

/**
 * Spaces at the ends go, control and bidirectional-override characters are refused: they forge log lines and
 * names. So are halves of characters, which the database cannot keep as JSON.
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

/** Several lines, or none: line feeds and tabs may stay. */
export const lines = (max: number, code = 'REQUIRED') =>
  z
    .string(code)
    .trim()
    .max(max, 'TOO_LONG')
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Surrogate}]/u.test(value),
      'INVALID_CHARACTERS',
    )

export const longText = (max: number, code = 'REQUIRED') => lines(max, code).min(1, code)

export const email = z
  .string('EMAIL_REQUIRED')
  .trim()
  .min(1, 'EMAIL_REQUIRED')
  .max(accountLimits.email.max, 'EMAIL_INVALID')
  .refine((value) => value === '' || isEmail(value), 'EMAIL_INVALID')
  .transform(normalizeEmail)

/** A password being chosen: all rules. */
export const newPassword = z
  .string('PASSWORD_REQUIRED')
  .min(1, 'PASSWORD_REQUIRED')
  .max(passwordLength.max * 2, 'PASSWORD_TOO_LONG')
  .superRefine((value, context) => {
    const fault = value === '' ? null : passwordFault(value)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })

/** A password being proved: only its presence and a bound, so that rules may change without locking people out. */
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

/** "+33": what follows the plus is at most 3 digits (ITU E.164), or 4 with an area such as +1 242 written whole. */
export const phoneCode = z.string('PHONE_CODE_REQUIRED').regex(/^\+[1-9]\d{0,3}$/, 'PHONE_CODE_REQUIRED')

export const phone = z
  .string('PHONE_REQUIRED')
  .trim()
  .min(1, 'PHONE_REQUIRED')
  .min(accountLimits.phone.min, 'PHONE_TOO_SHORT')
  .max(accountLimits.phone.max, 'PHONE_INVALID')
  .regex(/^[\d ().-]+$/, 'PHONE_INVALID')

/** As the server gives it out; a zero byte, for one, would reach the database and fail there. */
export const captchaId = z.string('CAPTCHA_REQUIRED').regex(/^[a-f0-9]{32}$/, 'CAPTCHA_REQUIRED')

/** The proof that a person is there: the challenge's id and the digits seen or heard. */
export const captcha = z.strictObject(
  {
    captchaId,
    answer: z.string('CAPTCHA_REQUIRED').trim().min(1, 'CAPTCHA_REQUIRED').max(12, 'CAPTCHA_REQUIRED'),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'CAPTCHA_REQUIRED' : undefined) },
)

/** A one-time key from a mail. */
export const mailKey = z.string('KEY_REQUIRED').trim().min(1, 'KEY_REQUIRED').max(100, 'KEY_REQUIRED')

/** Nothing to tell but success. */
export const nothing = z.strictObject({})

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

/** The rule "both entries are the same" with the specification's message, placed on the second field. */
export const passwordsMatch = (value: PasswordPair) => value.password === value.confirmPassword

export const passwordsMatchIssue = {
  path: ['confirmPassword'],
  error: 'PASSWORDS_DO_NOT_MATCH',
  // Told together with what else is wrong: by itself the library asks only when all other fields are right.
  when: (payload: { value: unknown }) => hasBothEntries(payload.value),
}
