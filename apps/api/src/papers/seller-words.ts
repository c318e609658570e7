import type { Config } from '#core/config.ts'
import { legalTexts } from '#core/seller-texts.ts'
import type { Words } from './paper-words.ts'

/** The seller below the brand's name: who it is in law, and how to reach it. */
export function sellerWords(seller: Pick<Config, 'brand' | 'vatNumber'>, words: Words): string[] {
  const { legalEntity, address, email, phone } = seller.brand
  const legal = legalTexts(seller, (key, values) => words.say(`papers.${key}`, values))

  return [legalEntity, legal.join(' · '), address, `${email} · ${phone}`].filter(Boolean)
}
