import type { Term } from './term.ts'

export const englishTerms: readonly Term[] = [
  { term: 'MB, GB', meaning: 'size of a file, in powers of 1000', avoid: /\b[KMG]iB\b/ },
  {
    term: 'inches',
    meaning: 'unit of length of 25.4 mm, as a word in a sentence',
    avoid: /\binch\b/,
    otherSense: ['cli.usage'],
  },
  { term: 'digits in the picture', meaning: 'the test that keeps programs out', avoid: /captcha|picture code/i },
  { term: 'verification code', meaning: 'code that comes by e-mail', avoid: /security code|confirmation code/i },
  { term: 'parts list', meaning: 'table of parts with their quantities', avoid: /\bBOM\b|\bbill of materials\b/i },
  { term: 'percent without a space', meaning: '10%', avoid: /[\d}] %/, isFreeInCatalogue: true },
  { term: 'and 3 more', meaning: 'further parts of a project', avoid: /\bet \d|autres?\b/ },
  { term: 'again, recalculated', meaning: 'done once more', avoid: /\banew\b/i },
  { term: 'material', meaning: 'what a part is made of', avoid: /\bmatière|matériau/i },
  {
    term: 'shipping',
    meaning: 'what the carrier charges',
    avoid: /(?<!\{)\bcarriage\b(?!\})/i,
    isFreeInCatalogue: true,
  },
  { term: 'small-order supplement', meaning: 'up to the minimum order', avoid: /small[- ]order (adjustment|fee)/i },
  { term: 'firm price', meaning: 'a price that can be ordered', avoid: /\bfixed price\b/i },
]
