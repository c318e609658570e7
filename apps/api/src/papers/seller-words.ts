import type { Config } from '#core/config.ts'
import { registrationTexts, vatText } from '#core/seller-texts.ts'
import type { Translate } from '#core/texts.ts'
import type { Words } from './paper-words.ts'

/** The seller below the brand's name: who it is in law, and how to reach it. */
export function sellerWords({ brand, vatNumber }: Pick<Config, 'brand' | 'vatNumber'>, words: Words): string[] {
  const { legalEntity, address, email, phone } = brand
  const say: Translate = (key, values) => words.say(`papers.${key}`, values)
  const registration = registrationTexts(brand, say).join(' · ')

  return [legalEntity, registration, vatText(vatNumber, say), address, `${email} · ${phone}`].filter(Boolean)
}
