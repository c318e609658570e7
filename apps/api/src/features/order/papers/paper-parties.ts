import type { Address, Language } from '@cotation/domain'
import { type PaperFacts, translatorOf } from './order-paper.ts'

function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** A postal address with the phone and VAT numbers that customs need. */
export function addressWords(address: Address, { words }: PaperFacts): string[] {
  const say = translatorOf(words)
  const name = `${address.firstName} ${address.lastName}`.trim()
  const textLines = [
    address.company,
    name,
    address.line1,
    address.line2,
    address.line3,
    [address.postcode, address.city].filter(Boolean).join(' '),
    address.state,
    countryName(address.country, words.language),
    address.phone && say('phone', { phone: `${address.phoneCode} ${address.phone}` }),
    address.vatNumber && say('vatNumber', { number: address.vatNumber }),
  ]

  return textLines.filter(Boolean)
}

/** The seller's details below the brand name. */
export function sellerWords({ config, words }: PaperFacts): string[] {
  const { brand, vatNumber } = config
  const vat = vatNumber ? [translatorOf(words)('sellerVat', { number: vatNumber })] : []
  return [brand.legalEntity, brand.address, brand.email, brand.phone, ...vat]
}

/** The country where the parts are made. */
export const originWords = ({ catalogue, words }: PaperFacts): string =>
  countryName(catalogue.shipping.origin.country, words.language)

/** The carrier's service that ships the order. */
export function carrierWords({ details: { order }, catalogue }: PaperFacts): string {
  return catalogue.shipping.carriers.find(({ id }) => id === order.carrier)?.service ?? order.carrier
}

/** The order number and the customer's own references. */
export function referenceWords({ details: { order }, words }: PaperFacts): [name: string, value: string][] {
  const say = translatorOf(words)
  const references: [name: string, value: string][] = [[say('order'), order.number]]
  if (order.po_number) references.push([say('poNumber'), order.po_number])

  const platformOrderNumber = order.entrust?.platformOrderNumber
  if (platformOrderNumber) references.push([say('platformOrder'), platformOrderNumber])
  return references
}

/** Kilograms to ten grams; below one kilogram, grams to a tenth. */
export function weightWords(grams: number, { words }: PaperFacts): string {
  const say = translatorOf(words)
  if (grams < 1000) return say('g', { weight: words.number(Math.round(grams * 10) / 10) })
  return say('kg', { weight: words.number(Math.round(grams / 10) / 100) })
}
