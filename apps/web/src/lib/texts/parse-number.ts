import type { Language } from '@cotation/domain'

/**
 * A minus, digits, then a decimal part. The first alternative for the digits wins, so `1,000` has a
 * decimal comma here; the groups are needed only where nothing else fits, as in `1.000,5`.
 */
const numberShape = /^(-?)(\d*|\d{1,3}(?:([\s.,'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d*))?$/u

/** What a language groups thousands with, if it can also be a decimal separator. French groups with spaces. */
const thousandsSeparator: Readonly<Record<Language, string | undefined>> = { fr: undefined, en: ',' }

interface NumberParts {
  /** With its minus, without separators; empty in `,5`. */
  integer: string
  fraction: string
}

function splitNumber(text: string, language: Language): NumberParts | undefined {
  const match = numberShape.exec(text.trim())
  if (!match) return undefined

  const [, minus = '', digits = '', usedSeparator, decimalSeparator, fraction = ''] = match
  const isWithoutDigits = digits === '' && fraction === ''
  const isSameSeparator = usedSeparator !== undefined && usedSeparator === decimalSeparator
  if (isWithoutDigits || isSameSeparator) return undefined

  const couldBeGroups = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(digits)
  if (couldBeGroups && decimalSeparator === thousandsSeparator[language])
    return { integer: `${minus}${digits}${fraction}`, fraction: '' }

  return { integer: `${minus}${digits.replaceAll(/\D/gu, '')}`, fraction }
}

/**
 * Reads a number as customers type it, in any number field. Comma and point are both decimal separators,
 * in both languages: `2,5` and `2.5`. Spaces group thousands, and so does the first separator where
 * two different ones appear (`1.000,5`). The one text with two meanings is a comma before exactly three
 * digits: `1,000` is a thousand on an English page and one on a French page.
 */
export function parseNumber(text: string, language: Language): number | undefined {
  const parts = splitNumber(text, language)
  return parts && Number(`${parts.integer}.${parts.fraction}`)
}

/**
 * Reads a whole number. `12,00` is one. A decimal separator before three zeros is refused: the customer
 * may have meant thousands, and one part instead of a thousand would be noticed too late.
 */
export function parseWholeNumber(text: string, language: Language): number | undefined {
  const parts = splitNumber(text, language)
  return parts && /^0{0,2}$/.test(parts.fraction) ? Number(`${parts.integer}.${parts.fraction}`) : undefined
}

const hasCents = ({ fraction }: NumberParts) => fraction.length <= 2

/**
 * Reads an amount of money, in cents. Anything after the second decimal is refused, not rounded: it is a
 * slip, or a comma before three digits that was meant as thousands.
 */
export function parseCents(text: string, language: Language): number | undefined {
  const parts = splitNumber(text, language)
  return parts && hasCents(parts) ? Math.round(Number(`${parts.integer}.${parts.fraction}`) * 100) : undefined
}

/** Whether a text is a number, but no amount of money because of its decimals. */
export function hasTooManyDecimals(text: string, language: Language): boolean {
  const parts = splitNumber(text, language)
  return parts !== undefined && !hasCents(parts)
}

const decimalSeparator: Readonly<Record<Language, string>> = { fr: ',', en: '.' }

/** An amount as it stands in a field before a person changes it: `4,68` on a French page. */
export const typedAmount = (minor: number, language: Language): string =>
  (minor / 100).toFixed(2).replace('.', decimalSeparator[language])
