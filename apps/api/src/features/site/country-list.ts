import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'

/** Countries with their calling code, sorted by ISO code. */
export const phoneCodes: readonly { country: string; phoneCode: string }[] = getCountries()
  .filter((country) => /^[A-Z]{2}$/.test(country))
  .map((country) => ({ country, phoneCode: `+${getCountryCallingCode(country)}` }))
  .sort((a, b) => a.country.localeCompare(b.country))
