import { type Catalogue, findColour, findMaterial, findService, type ProcessId, type ServiceId } from '@cotation/domain'
import { useFormatter } from 'use-intl'
import { useLanguage } from '#lib/texts/i18n.tsx'

/** The catalogue's names in the customer's language; an unknown id is shown unchanged. */
export function useNames(catalogue: Catalogue) {
  const { language } = useLanguage()
  const format = useFormatter()
  const serviceName = (id: ServiceId) => findService(catalogue, id)?.name[language] ?? id
  const toleranceOf = (process: ProcessId, id: string) =>
    catalogue.processes[process].tolerances.find((one) => one.id === id)

  return {
    service: serviceName,
    services: (ids: readonly ServiceId[]) => format.list(ids.map(serviceName)),
    material: (id: string) => findMaterial(catalogue, id)?.name[language] ?? id,
    process: (id: ProcessId) => catalogue.processes[id].name[language],
    colour: (materialId: string, id: string) => {
      const material = findMaterial(catalogue, materialId)
      return (material && findColour(material, id)?.name[language]) ?? id
    },
    tolerance: (process: ProcessId, id: string) => toleranceOf(process, id)?.name[language] ?? id,
    lead: (id: keyof Catalogue['leadTimes']['tiers']) => catalogue.leadTimes.tiers[id].name[language],
  }
}
