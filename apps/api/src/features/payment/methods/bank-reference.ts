import { randomInt } from 'node:crypto'

/** Letters and digits that are not confused with each other on paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 10
const prefix = 'CT'

/**
 * Two check digits modulo 97 as in an IBAN, but every character becomes two digits. They detect any
 * single wrong character and any swap of two, since both change the remainder by less than the
 * prime.
 */
function checkDigits(body: string): string {
  const digits = [...body].map((letter) => String(Number.parseInt(letter, 36)).padStart(2, '0')).join('')
  return String(98n - (BigInt(`${digits}00`) % 97n)).padStart(2, '0')
}

/** What a payer writes on a transfer: `CT7KQ2M9XHPA41`, unique for each payment. */
export function newBankReference(): string {
  const body = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${prefix}${body}${checkDigits(prefix + body)}`
}

const shape = new RegExp(`${prefix}[${alphabet}]{${length}}\\d{2}`, 'y')

/**
 * Everything in the text of a transfer that could be a reference: payers add words, banks add spaces
 * and dashes. One text can hold several even with one reference, because the letters before it may
 * have the shape and, once in 97, the right check digits: "Facture CT…" also has a CT in "Facture".
 */
export function bankReferencesIn(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const found = new Set<string>()
  for (let at = plain.indexOf(prefix); at >= 0; at = plain.indexOf(prefix, at + 1)) {
    shape.lastIndex = at
    const reference = shape.exec(plain)?.[0]
    if (reference !== undefined && checkDigits(reference.slice(0, -2)) === reference.slice(-2)) found.add(reference)
  }

  return [...found]
}
