import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { phoneText } from './phone-text.ts'

/** Whether a number is valid for a calling code ("+33"). A national leading zero is accepted. */
export function isPhoneOf(phoneCode: string, phone: string): boolean {
  const code = phoneCode.slice(1)
  const parsed = parsePhoneNumberFromString(phoneCode + phone)
  if (!parsed?.isValid()) return false

  // "+1242" is calling code +1 with the area code of the Bahamas. No other code may include
  // digits of the number.
  return parsed.countryCallingCode === code || (parsed.countryCallingCode === '1' && /^1\d{3}$/.test(code))
}

/** The calling code of a country ("+33"), or null if it has none. */
export const phoneCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null

/**
 * A phone number in the groups of its country: "+33 6 12 34 56 78", however it was typed. For documents:
 * pages use `phoneText`, which needs no numbering plans.
 */
export function groupedPhone(phoneCode: string, phone: string): string {
  const parsed = parsePhoneNumberFromString(phoneCode + phone)
  return parsed?.isValid() ? parsed.formatInternational() : phoneText(phoneCode, phone)
}

/** A number in the form of E.164 ("+33612345678"), to compare; empty if there is none. */
export function plainPhone(phoneCode: string, phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits === '') return ''
  return parsePhoneNumberFromString(phoneCode + phone)?.number ?? phoneCode + digits.replace(/^0+/, '')
}
