import type { Catalogue } from '../catalogue/catalogue.ts'
import { findColour, findMaterial, findOption, findService } from '../catalogue/lookups.ts'
import { processIds } from '../catalogue/process.ts'
import { leadTiers } from '../catalogue/selling.ts'
import { serviceIds } from '../catalogue/service.ts'
import type { Fault } from '../configuration/fault.ts'
import type { Language, Text } from '../values/language.ts'

type Detail = Fault['detail']

function serviceNamed(id: unknown, catalogue: Catalogue) {
  const known = serviceIds.find((one) => one === id)
  return known && findService(catalogue, known)
}

/** The catalogue's name for an id in a fault's detail; undefined if the value is no known id. */
function nameOf(key: string, id: string, detail: Detail, catalogue: Catalogue): Text | undefined {
  const service = serviceNamed(detail.service, catalogue)
  const material = findMaterial(catalogue, String(detail.material))
  switch (key) {
    case 'material':
      return material?.name
    case 'service':
    case 'other':
      return serviceNamed(id, catalogue)?.name
    case 'option':
      return service && findOption(service, id)?.name
    case 'colour': {
      const offered = [...(service?.colours ?? []), ...(service?.options.flatMap(({ colours = [] }) => colours) ?? [])]
      return ((material && findColour(material, id)) ?? offered.find((colour) => colour.id === id))?.name
    }
    case 'process': {
      const process = processIds.find((one) => one === id)
      return process && catalogue.processes[process].name
    }
    case 'tolerance': {
      const classes = processIds.flatMap((process) => catalogue.processes[process].tolerances)
      return classes.find((tolerance) => tolerance.id === id)?.name
    }
    case 'lead':
    case 'better': {
      const lead = leadTiers.find((one) => one === id)
      return lead && catalogue.leadTimes.tiers[lead].name
    }
    default:
      return undefined
  }
}

/** The fault's detail with names instead of ids, for its text (`messages/configuration`). */
export const faultValues = ({ detail }: Fault, catalogue: Catalogue, language: Language): Detail =>
  Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [
      key,
      typeof value === 'string' ? (nameOf(key, value, detail, catalogue)?.[language] ?? value) : value,
    ]),
  )
