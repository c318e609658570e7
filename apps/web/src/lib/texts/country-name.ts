const namesByLanguage = new Map<string, Intl.DisplayNames>()

/** Kept, because the browser loads all names of a language for each new object. */
function namesIn(language: string): Intl.DisplayNames {
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  namesByLanguage.set(language, names)
  return names
}

/** The name of a country in a language; its code if the browser knows no name. */
export const countryName = (country: string, language: string): string => namesIn(language).of(country) ?? country
