import { commonPasswords } from './common-passwords.ts'

export const passwordLength = { min: 6, max: 256 } as const

/** Minimum for staff, who can see the data of all customers. */
export const staffPasswordMinLength = 12

export type PasswordFault = 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_COMMON'

/** At least 6 characters (spec 5), a maximum to bound hashing, no common password (AUT-6). */
export function passwordFault(password: string, minLength: number = passwordLength.min): PasswordFault | null {
  const characters = [...password].length
  if (characters < minLength) return 'PASSWORD_TOO_SHORT'
  if (characters > passwordLength.max) return 'PASSWORD_TOO_LONG'
  if (commonPasswords.has(password.toLowerCase())) return 'PASSWORD_TOO_COMMON'
  return null
}
