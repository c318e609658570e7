import {
  type Catalogue,
  type Fault,
  faultValues,
  findColour,
  findMaterial,
  findService,
  type ProcessId,
  type ServiceId,
} from '@cotation/domain'
import { type Finding, findingValues } from '@cotation/geometry'
import type { Messages } from '@cotation/messages'
import { useFormatter } from 'use-intl'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'

/** The faults that several holes of a part can share. */
const isFaultOfHoles = (code: Fault['code']): code is keyof Messages['configuration']['faultOfHoles'] =>
  code === 'HOLE_TOO_SHALLOW' || code === 'HOLE_WRONG_DIAMETER'

/**
 * The text of a configuration fault: what is wrong and what to do. The server uses the same text.
 * With several holes, the text is about all of them.
 */
export function useFaultText(catalogue: Catalogue) {
  const t = useTranslations('configuration')
  const { language } = useLanguage()
  const format = useFormatter()

  return (fault: Fault, holes: readonly string[] = []) => {
    const values = faultValues(fault, catalogue, language)
    if (holes.length > 1 && isFaultOfHoles(fault.code)) {
      return t(`faultOfHoles.${fault.code}`, { ...values, holes: format.list(holes) })
    }

    return t(`fault.${fault.code}`, values)
  }
}

/** The text of a finding. */
export function useFindingText() {
  const t = useTranslations('geometry')
  const format = useFormatter()
  return (finding: Finding): string =>
    t(
      `finding.${finding.rule}`,
      findingValues(finding, (value) => format.number(value)),
    )
}

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
