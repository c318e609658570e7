import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Whether a number exists with a calling code ("+33"); the zero that some countries dial at home may stand before it. */
export function isPhoneOf(phoneCode: string, phone: string): boolean {
  const code = phoneCode.slice(1)
  const parsed = parsePhoneNumberFromString(phoneCode + phone)
  if (!parsed?.isValid()) return false
  // "+1242" is the area of the Bahamas within +1, written whole; no other code may be cut off anywhere.
  return parsed.countryCallingCode === code || (parsed.countryCallingCode === '1' && /^1\d{3}$/.test(code))
}

/** The calling code of a country, "+33", or nothing where it has none of its own. */
export const phoneCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null
