import type { Address, Language } from '@cotation/domain'
import { type PaperFacts, sayer } from './order-paper.ts'

function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** Where somebody is found, as an envelope says it, with what customs ask for. */
export function addressWords(address: Address, { words }: PaperFacts): string[] {
  const say = sayer(words)
  const name = `${address.firstName} ${address.lastName}`.trim()
  const lines = [
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

  return lines.filter(Boolean)
}

/** Who sells, below the brand's name. */
export function sellerWords({ config, words }: PaperFacts): string[] {
  const { brand, vatNumber } = config
  const vat = vatNumber ? [sayer(words)('sellerVat', { number: vatNumber })] : []
  return [brand.legalEntity, brand.address, brand.email, brand.phone, ...vat]
}

/** Where the parts are made. */
export const originWords = ({ catalogue, words }: PaperFacts): string =>
  countryName(catalogue.shipping.origin.country, words.language)

/** By whom an order travels. */
export function carrierWords({ details: { order }, catalogue }: PaperFacts): string {
  return catalogue.shipping.carriers.find(({ id }) => id === order.carrier)?.service ?? order.carrier
}

/** The customer's own numbers for an order. */
export function referenceWords({ details: { order }, words }: PaperFacts): [name: string, value: string][] {
  const say = sayer(words)
  return [
    [say('order'), order.number],
    ...(order.po_number ? [[say('poNumber'), order.po_number] satisfies [string, string]] : []),
    ...(order.entrust?.platformOrderNumber
      ? [[say('platformOrder'), order.entrust.platformOrderNumber] satisfies [string, string]]
      : []),
  ]
}

/** Ten grams count from a kilogram on; less than that is told in grams. */
export function weightWords(grams: number, { words }: PaperFacts): string {
  const say = sayer(words)
  return grams < 1000
    ? say('g', { weight: words.number(Math.round(grams * 10) / 10) })
    : say('kg', { weight: words.number(Math.round(grams / 10) / 100) })
}
