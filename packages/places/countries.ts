import { allCountries } from 'country-region-data'

const codes: ReadonlySet<string> = new Set(allCountries.map(([, code]) => code))

/** Whether this is an ISO 3166 code of a country or territory that has addresses. */
export const isCountry = (code: string): boolean => codes.has(code)

/** Every country with its name in a language, in the order of that language's alphabet. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return [...codes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => compare(a.label, b.label))
}
