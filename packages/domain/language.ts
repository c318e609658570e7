export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** French first, English where a French text is missing (spec 1). */
export const defaultLanguage: Language = 'fr'
export const fallbackLanguage: Language = 'en'

/** The language a browser asks for in `Accept-Language`; French for anything else. */
export function languageFromHeader(header: string | undefined): Language {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const language = languages.find((candidate) => candidate === tag)
    if (language) return language
  }
  return defaultLanguage
}
