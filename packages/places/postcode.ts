import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** Longer than any postcode: nothing beyond is tried. */
const mostCharacters = 16

/** Forms that carriers and people use besides the one that the library knows. */
const alsoUsual: ReadonlyMap<string, RegExp> = new Map([
  ['AR', /^\d{4}$/],
  ['SA', /^\d{5}-\d{4}$/],
  ['SV', /^\d{4}$/],
])

const isOf = (country: string, postcode: string): boolean =>
  postcodeValidator(postcode, country) || (alsoUsual.get(country)?.test(postcode) ?? false)

/** Whether an address there needs a postcode. Some countries have them and do without. */
export const hasPostcodes = (country: string): boolean =>
  postcodeValidatorExistsForCountry(country) && !isOf(country, '')

function* spellingsOf(text: string): Generator<string> {
  yield text
  const bare = text.replaceAll(/[ -]/g, '')
  yield bare
  for (let at = 1; at < bare.length; at++)
    for (const mark of [' ', '-']) yield bare.slice(0, at) + mark + bare.slice(at)
}

/**
 * A postcode as the country writes it ("sw1a1aa" is taken, "1000001" in Japan becomes "100-0001"), or null where it is
 * none. A country without postcodes takes what is given: some people must fill in something elsewhere.
 */
export function postcodeOf(country: string, text: string): string | null {
  const given = text.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  if (given.length > mostCharacters) return null
  if (!postcodeValidatorExistsForCountry(country)) return /^[A-Z0-9 -]*$/.test(given) ? given : null
  for (const spelling of spellingsOf(given)) if (isOf(country, spelling)) return spelling
  return null
}
