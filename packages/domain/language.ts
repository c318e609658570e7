export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

/** One text in both languages. */
export type Text = Readonly<Record<Language, string>>

/** French first, English where a French text is missing (spec 1). */
export const defaultLanguage: Language = 'fr'
export const fallbackLanguage: Language = 'en'

/** One part of `Accept-Language`: a primary tag and its weight, 1 where none stands (RFC 9110, 12.5.4). */
function wish(part: string): { tag: string; weight: number } {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { tag: range.split('-', 1)[0] ?? '', weight: weight === undefined ? 1 : Number(weight.slice(2)) }
}

/** The language a browser likes best in `Accept-Language`; French for anything else. */
export function languageFromHeader(header: string | undefined): Language {
  const wishes = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map(wish)
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { tag } of wishes) {
    const language = languages.find((candidate) => candidate === tag)
    if (language) return language
  }

  return defaultLanguage
}
