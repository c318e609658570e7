import { registerBody } from '@cotation/contracts'
import type { AccountType, Industry, Title } from '@cotation/domain'
import { z } from 'zod'
import { emptyCaptcha } from '#ui/forms/captcha-field.tsx'

const company = {
  firstName: '',
  lastName: '',
  company: '',
  title: null as Title | null,
  industry: null as Industry | null,
  phoneCode: '',
  phone: '',
}

export const emptySignUp = {
  accountType: 'personal' as AccountType,
  ...company,
  userName: '',
  email: '',
  password: '',
  confirmPassword: '',
  captcha: emptyCaptcha,
  agreeTerms: false,
}

export type SignUpValues = typeof emptySignUp

/**
 * What the chosen kind of account asks for: a person who tried "company" first must not send, or be
 * held up by, its fields.
 */
function relevantValues(values: SignUpValues): Partial<SignUpValues> {
  if (values.accountType === 'enterprise') return values
  return Object.fromEntries(Object.entries(values).filter(([field]) => !(field in company)))
}

export const signUpSchema = z.preprocess((values) => relevantValues(values as SignUpValues), registerBody)
