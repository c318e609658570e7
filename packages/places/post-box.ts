import { inPlainLetters } from './plain-letters.ts'

/*
 * Text is normalised to lower-case plain letters, with each run of other characters as one space,
 * so that "P.O.-Box" and "p o box" are equal. Patterns match whole words. They contain only
 * optional single spaces and bounded repetitions, which keeps matching fast on long input.
 */
const words = (...patterns: string[]): RegExp => new RegExp(`(?<![a-z])(?:${patterns.join('|')})(?![a-z])`)

/** Full names of a post box, and short forms without another meaning. */
const names = words(
  '[a-z]? ?p ?[o0] ?b ?[o0] ?x',
  'p ?[o0] ?bx',
  'p box',
  'post(?:al)? ?(?:[o0]ff(?:ice)?)? ?b[o0]?x',
  'p ?[o0]ff(?:ice)? ?b[o0]x',
  'b[o0]x ?postal',
  '(?:boite|bte|case|casier|boitier) ?postale?',
  'postfach',
  'postschliessfach',
  'post(?:bus|boks|lada|lokero|ilokero|kast|iaukaste)',
  'posti ?lokero',
  'apartados? (?:postal|de correos?|correos?|aereo|nacional)',
  'apd[oa] (?:postal|de correos?|correos?|aereo)',
  'casilla (?:postal|de correos?|correos?)',
  '(?:caixa|cx) postal',
  '(?:casella|cas) post(?:ale)?',
  'skrytka poczt(?:owa)?',
  'skr poczt',
  'postovni prihradka',
  'postovy priecinok',
  'postanski (?:pretinac|fah)',
  'postni predal',
  'postafiok',
  'casuta postala',
  'posta kutusu',
  'kotak pos',
  'peti surat',
)

/** Short forms that mean a post box only before a number: "BP 123", "Apdo. 12", "POB 9". */
const shortForms = words(
  '(?:pob|p o b) ?\\d{1,9}',
  '(?:bp ?|b p )(?:n ?[o0]? ?)?\\d{1,9}',
  '(?:apartado|apdo|aptdo) ?(?:n ?[o0]? ?)?\\d{1,9}',
  'casilla ?(?:n ?[o0]? ?)?\\d{1,9}',
  'gpo ?\\d{1,9}',
  '(?:locked|private|mail) bag ?(?:n ?[o0]? ?)?[a-z]?\\d{1,9}',
)

/** Abbreviations that mean a post box only in some countries. */
const shortFormsByCountry: ReadonlyMap<string, RegExp> = new Map([
  ...['DE', 'AT', 'CH', 'LI', 'HU'].map((country) => [country, words('pf ?\\d{1,9}')] as const),
  ...['IT', 'SM', 'CA', 'BR'].map((country) => [country, words('c ?p ?\\d{1,4}')] as const),
  ['FI', words('pl ?\\d{1,9}')],
  ['TR', words('p ?k ?\\d{1,9}')],
])

/** "Box 123" as the whole text, which is the usual form in Sweden. */
const boxOnly = /^(?:post)?box ?(?:n ?[o0] ?)?\d{1,9}$/

const normalise = (text: string): string =>
  inPlainLetters(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Whether an address field names a post box, which no carrier delivers to (spec 5). */
export function hasPostBox(text: string, country: string): boolean {
  const normalised = normalise(text)
  const patterns = [names, shortForms, boxOnly, shortFormsByCountry.get(country)]

  return patterns.some((pattern) => pattern?.test(normalised))
}
