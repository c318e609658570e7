import type { CustomsView } from '@cotation/contracts'
import { type Catalogue, hsCodeText } from '@cotation/domain'
import { customsFactsOf, type OrderLine } from '@cotation/pricing'
import { countryName, type Words } from './paper-words.ts'

type Declared = Pick<OrderLine, 'hsCode' | 'weightG' | 'quantity'>

interface Surroundings {
  catalogue: Catalogue
  words: Words
}

/** Class, origin and weight of a line for customs; null if the material has no class. */
export function describeCustoms(line: Declared, { catalogue, words }: Surroundings): CustomsView | null {
  const facts = customsFactsOf(line, catalogue)
  if (!facts) return null

  const { commodity, origin, netWeightG } = facts
  return { hsCode: commodity.hsCode, name: commodity.name[words.language], origin, netWeightG }
}

/** The class and the origin of a line in a sentence, for a document. */
export function customsTexts(line: Declared, { catalogue, words }: Surroundings): string[] {
  const facts = customsFactsOf(line, catalogue)
  if (!facts) return []

  const code = hsCodeText(facts.commodity.hsCode)
  const country = countryName(facts.origin, words.language)
  return [words.say('pricing.landed.goods', { code, country })]
}
