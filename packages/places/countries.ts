import { allCountries } from 'country-region-data'

const codes: ReadonlySet<string> = new Set(allCountries.map(([, code]) => code))

/** Whether this is the ISO 3166 code of a country or territory with postal addresses. */
export const isCountry = (code: string): boolean => codes.has(code)

/** All countries with their name in the given language, sorted by that name. */
export function countryOptions(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const { compare } = new Intl.Collator(language)

  return [...codes]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => compare(a.label, b.label))
}
