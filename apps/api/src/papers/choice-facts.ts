import {
  type Catalogue,
  type Configuration,
  type ConfigurationDescription,
  type DescriptionWords,
  describeConfiguration,
  describedServices,
  type ProcessId,
  type ServiceId,
} from '@cotation/domain'
import type { Words } from './paper-words.ts'

interface Surroundings {
  catalogue: Catalogue
  words: Words
}

/** The words for descriptions; the browser uses the same texts. */
export const descriptionWords = (words: Words): DescriptionWords => ({
  language: words.language,
  number: words.number,
  say: (key, values) => words.say(`configuration.description.${key}`, values),
  choice: (value) => words.say(`configuration.choice.${value}`) || value,
})

/** A line's configuration in the reader's language. */
export function describeChoice(
  configuration: Configuration | null,
  pricedAs: ProcessId | undefined,
  { catalogue, words }: Surroundings,
): ConfigurationDescription {
  return describeConfiguration(configuration, pricedAs, catalogue, descriptionWords(words))
}

/**
 * A line's configuration for a document: material and process, colour and tolerance, each service,
 * with what `priced` adds to it.
 */
export function choiceFacts(
  configuration: Configuration,
  pricedAs: ProcessId | undefined,
  surroundings: Surroundings,
  priced: (service: string, id: ServiceId) => string = (service) => service,
): string[] {
  const { words } = surroundings
  const fact = (name: string, values: Record<string, string>) => words.say(`quotation.fact.${name}`, values)
  const { material, process, colour, tolerance, services } = describeChoice(configuration, pricedAs, surroundings)
  if (!material) return []

  const details = [...(colour ? [fact('colour', { colour })] : []), ...(tolerance ? [tolerance] : [])]
  const sold = describedServices(configuration).map(({ id }, index) => priced(services[index] ?? '', id))

  return [process ? fact('material', { material, process }) : material, details.join(' · '), ...sold]
}
