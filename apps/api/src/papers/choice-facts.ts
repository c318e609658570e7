import {
  type Catalogue,
  type Configuration,
  findColour,
  findMaterial,
  findTolerance,
  type ProcessId,
} from '@cotation/domain'
import type { Words } from './paper-words.ts'
import { serviceWords } from './service-words.ts'

/** The configuration of a part in words: material and process, colour and tolerance, each service. */
export function choiceFacts(
  configuration: Configuration,
  pricedAs: ProcessId | undefined,
  { catalogue, words }: { catalogue: Catalogue; words: Words },
): string[] {
  const fact = (name: string, values: Record<string, string>) => words.say(`quotation.fact.${name}`, values)
  const { language } = words
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) return []

  const processId = pricedAs ?? configuration.process ?? material.processIds[0]
  const process = processId && catalogue.processes[processId]
  const name = material.name[language]
  const colour = findColour(material, configuration.colourId)?.name[language]
  const tolerance = process && findTolerance(process, configuration.toleranceId)?.name[language]
  const details = [
    ...(colour ? [fact('colour', { colour })] : []),
    ...(tolerance ? [fact('tolerance', { tolerance })] : []),
  ]

  return [
    process ? fact('material', { material: name, process: process.name[language] }) : name,
    details.join(' · '),
    ...configuration.services
      .filter(({ id }) => id !== 'risk-acceptance')
      .map((service) => serviceWords(service, catalogue, words)),
  ]
}
