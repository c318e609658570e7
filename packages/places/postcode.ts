import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** Longer than any postcode; longer input is refused at once. */
const maxLength = 16

/** Formats in common use that the library does not know. */
const extraFormats: ReadonlyMap<string, RegExp> = new Map([
  ['AR', /^\d{4}$/],
  ['SA', /^\d{5}-\d{4}$/],
  ['SV', /^\d{4}$/],
])

const isOf = (country: string, postcode: string): boolean =>
  postcodeValidator(postcode, country) || (extraFormats.get(country)?.test(postcode) ?? false)

/**
 * How many characters follow the space, where the post writes one: "SW1A 1AA", "1012 AB". Parcels
 * with the unspaced form arrive, but labels and papers show the usual one.
 */
const afterSpace: ReadonlyMap<string, number> = new Map([
  ['CA', 3],
  ['CZ', 2],
  ['GB', 3],
  ['GG', 3],
  ['GR', 2],
  ['IE', 4],
  ['IM', 3],
  ['JE', 3],
  ['NL', 2],
  ['SE', 2],
  ['SK', 2],
])

function spacedPostcode(country: string, postcode: string): string {
  const count = afterSpace.get(country)
  if (count === undefined || postcode.includes(' ')) return postcode
  return `${postcode.slice(0, -count)} ${postcode.slice(-count)}`
}

/** Whether an address needs a postcode. In some countries postcodes exist but are optional. */
export const hasPostcodes = (country: string): boolean =>
  postcodeValidatorExistsForCountry(country) && !isOf(country, '')

/** The text itself, then without separators, then with one space or hyphen at each position. */
function* spellingsOf(text: string): Generator<string> {
  yield text

  const bare = text.replaceAll(/[ -]/g, '')
  yield bare

  for (let at = 1; at < bare.length; at++) {
    for (const mark of [' ', '-']) yield bare.slice(0, at) + mark + bare.slice(at)
  }
}

/**
 * Normalises a postcode to the format of the country ("1000001" in Japan becomes "100-0001"), or
 * returns null if it is invalid. Countries without postcodes accept any letters and digits, because
 * other systems often force their residents to enter a postcode.
 */
export function postcodeOf(country: string, text: string): string | null {
  const given = text.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  if (given.length > maxLength) return null
  if (!postcodeValidatorExistsForCountry(country)) return /^[A-Z0-9 -]*$/.test(given) ? given : null

  for (const spelling of spellingsOf(given)) if (isOf(country, spelling)) return spacedPostcode(country, spelling)
  return null
}
