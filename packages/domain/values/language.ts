export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** One text in both languages. */
export type Text = Readonly<Record<Language, string>>

/** French is the default, English the fallback for a missing text (spec 1). */
export const defaultLanguage: Language = 'fr'
export const fallbackLanguage: Language = 'en'

/** An entry of `Accept-Language`: primary tag and weight, 1 by default (RFC 9110, 12.5.4). */
function parsePreference(part: string): { tag: string; weight: number } {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { tag: range.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight.slice(2)) }
}

/** The preferred language of an `Accept-Language` header; French if none matches. */
export function languageFromHeader(header: string | undefined): Language {
  const preferences = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(parsePreference)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)

  for (const { tag } of preferences) {
    const language = languages.find((candidate) => candidate === tag)
    if (language) return language
  }

  return defaultLanguage
}
