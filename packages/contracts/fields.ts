import { accountLimits, isEmail, normalizeEmail, passwordFault, passwordLength } from '@cotation/domain'
import { z } from 'zod'

/** Fields that several forms share. A zod message here is a key of the `validation` texts, never a sentence. */

/** Spaces at the ends go, control and bidirectional-override characters are refused: they forge log lines and names. */
export const text = (max: number) =>
  z
    .string('REQUIRED')
    .trim()
    .max(max, 'TOO_LONG')
    .refine((value) => !/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(value), 'INVALID_CHARACTERS')

export const requiredText = (max: number, code = 'REQUIRED') => text(max).min(1, code)

/** Several lines: line feeds and tabs may stay. */
export const longText = (max: number, code = 'REQUIRED') =>
  z
    .string(code)
    .trim()
    .min(1, code)
    .max(max, 'TOO_LONG')
    .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), 'INVALID_CHARACTERS')

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
  .refine((value) => !/[\u0000-\u001f<>\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(value), 'INVALID_CHARACTERS')

/** "+33": what follows the plus is at most 3 digits (ITU E.164), or 4 with an area such as +1 242 written whole. */
export const phoneCode = z.string('PHONE_CODE_REQUIRED').regex(/^\+[1-9]\d{0,3}$/, 'PHONE_CODE_REQUIRED')

export const phone = z
  .string('PHONE_REQUIRED')
  .trim()
  .min(1, 'PHONE_REQUIRED')
  .min(accountLimits.phone.min, 'PHONE_TOO_SHORT')
  .max(accountLimits.phone.max, 'PHONE_INVALID')
  .regex(/^[\d ().-]+$/, 'PHONE_INVALID')

/** The proof that a person is there: the challenge's id and the digits seen or heard. */
export const captcha = z.strictObject({
  captchaId: z.string('CAPTCHA_REQUIRED').min(1, 'CAPTCHA_REQUIRED').max(64, 'CAPTCHA_REQUIRED'),
  answer: z.string('CAPTCHA_REQUIRED').trim().min(1, 'CAPTCHA_REQUIRED').max(12, 'CAPTCHA_REQUIRED'),
})

/** A one-time key from a mail. */
export const mailKey = z.string('KEY_REQUIRED').trim().min(1, 'KEY_REQUIRED').max(100, 'KEY_REQUIRED')

/** Nothing to tell but success. */
export const nothing = z.strictObject({})

/** The rule "both entries are the same" with the specification's message, placed on the second field. */
export const passwordsMatch = <T extends { password: string; confirmPassword: string }>(value: T) =>
  value.password === value.confirmPassword
export const passwordsMatchIssue = { path: ['confirmPassword'], error: 'PASSWORDS_DO_NOT_MATCH' }
