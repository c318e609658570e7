import type { Language } from '@cotation/domain'

/**
 * A sign, digits, then a decimal part. The first alternative for the digits wins, so `1,000` has a
 * decimal comma here; the groups are needed only where nothing else fits, as in `1.000,5`.
 */
const numberShape = /^(-?)(\d*|\d{1,3}(?:([\s.,'’])\d{3})(?:\3\d{3})*)(?:([.,])(\d*))?$/u

/** The sign that groups thousands, where the same sign with three digits could be a decimal one. */
const groupSign: Readonly<Record<Language, string | undefined>> = { fr: undefined, en: ',' }

interface NumberParts {
  /** With its sign, without separators. */
  integer: string
  fraction: string
}

function splitNumber(text: string, language: Language): NumberParts | undefined {
  const match = numberShape.exec(text.trim())
  if (!match) return undefined

  const [, minus = '', digits = '', usedGroupSign, decimalSign, fraction = ''] = match
  const isWithoutDigits = digits === '' && fraction === ''
  const isSameSign = usedGroupSign !== undefined && usedGroupSign === decimalSign
  if (isWithoutDigits || isSameSign) return undefined

  const couldBeGroups = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(digits)
  if (couldBeGroups && decimalSign === groupSign[language])
    return { integer: `${minus}${digits}${fraction}`, fraction: '' }

  return { integer: `${minus}${digits.replaceAll(/\D/gu, '')}`, fraction }
}

/**
 * Reads a number as customers type it, in any number field. Comma and point are both decimal signs,
 * in both languages: `2,5` and `2.5`. Spaces group thousands, and so does the first sign where two
 * different ones appear (`1.000,5`). The one text with two meanings is a comma before exactly three
 * digits: `1,000` is a thousand on an English page and one on a French page.
 */
export function parseNumber(text: string, language: Language): number | undefined {
  const parts = splitNumber(text, language)
  return parts && Number(`${parts.integer}.${parts.fraction}`)
}

/**
 * Reads a whole number. `12,00` is one. A decimal sign before three zeros is refused: the customer
 * may have meant thousands, and one part instead of a thousand would be noticed too late.
 */
export function parseWholeNumber(text: string, language: Language): number | undefined {
  const parts = splitNumber(text, language)
  return parts && /^0{0,2}$/.test(parts.fraction) ? Number(parts.integer) : undefined
}
