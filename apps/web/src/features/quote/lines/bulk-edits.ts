import {
  type Catalogue,
  type Colour,
  defaultConfiguration,
  findMaterial,
  findTolerance,
  type LeadTier,
  type MaterialWay,
  maxParts,
  offeredColours,
  selectColour,
  selectMaterial,
  type ToleranceClass,
} from '@cotation/domain'
import { leadChoices } from '@cotation/pricing'
import { withQuantity } from '#features/quote/workspace/quantity.ts'
import { type EditableLine, isEditable, processOf, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { misfitOf } from './fitting-materials.ts'
import { type BulkEdit, bulkEdit, type LeftOut, notReady } from './paste-configuration.ts'

type Lines = readonly WorkLine[]

/** Another material for all lines. Keeps what is still offered with it, and reports what is not. */
export const materialForAll = (lines: Lines, { materialId, process }: MaterialWay, catalogue: Catalogue): BulkEdit =>
  bulkEdit('material', lines, (line) => {
    const fault = misfitOf(line.part, materialId, process, catalogue)
    if (fault) return { configuration: undefined, left: [{ what: 'material', fault }] }

    const { configuration: before, part } = line
    if (!before) {
      const quantity = line.view.body?.perFile ?? 1
      return { configuration: { ...defaultConfiguration(part, materialId, catalogue, quantity), process }, left: [] }
    }

    const { configuration, removed } = selectMaterial(part, { ...before, process }, materialId, catalogue)
    const left: LeftOut[] = removed.map((service) => ({ what: 'service', service }))
    if (configuration.lead !== before.lead) left.unshift({ what: 'lead' })

    return { configuration, left }
  })

export type QuantityChange = { set: number } | { times: number }

/** Sets or multiplies the quantity of all lines, up to the maximum order quantity. */
export const quantityForAll = (lines: Lines, change: QuantityChange): BulkEdit =>
  bulkEdit('quantity', lines, ({ configuration }) => {
    if (!configuration) return notReady
    const quantity = 'set' in change ? change.set : configuration.quantity * change.times
    return { configuration: withQuantity(configuration, Math.min(quantity, maxParts)), left: [] }
  })

/** A lead time for all lines that it is offered for. */
export const leadForAll = (lines: Lines, lead: LeadTier, catalogue: Catalogue): BulkEdit =>
  bulkEdit('lead', lines, ({ part, configuration }) => {
    if (!configuration) return notReady

    const offered = leadChoices(part, configuration, catalogue).find((one) => one.lead === lead)
    if (offered?.fault) return { configuration: undefined, left: [{ what: 'lead-refused', fault: offered.fault }] }
    return { configuration: { ...configuration, lead }, left: [] }
  })

/** A colour for all lines. */
export const colourForAll = (lines: Lines, colourId: string, catalogue: Catalogue): BulkEdit =>
  bulkEdit('colour', lines, ({ configuration }) => {
    if (!configuration) return notReady
    const { configuration: changed, removed } = selectColour(configuration, colourId, catalogue)
    return { configuration: changed, left: removed.map((service) => ({ what: 'service', service })) }
  })

/** A tolerance for all lines. */
export const toleranceForAll = (lines: Lines, toleranceId: string): BulkEdit =>
  bulkEdit('tolerance', lines, ({ configuration }) => {
    if (!configuration) return notReady
    return { configuration: { ...configuration, toleranceId }, left: [] }
  })

/** The elements that are in every set. */
const intersection = <T extends { id: string }>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] =>
  first.filter(({ id }) => others.every((set) => set.some((one) => one.id === id)))

const configured = (lines: Lines): EditableLine[] => lines.filter(isEditable).filter((line) => line.configuration)

/** The colours that every line's material offers. */
export function colourChoices(lines: Lines, catalogue: Catalogue): readonly Colour[] {
  const materialIds = new Set(configured(lines).map(({ configuration }) => configuration?.materialId ?? ''))
  return intersection(
    [...materialIds].map((id) => {
      const material = findMaterial(catalogue, id)
      const offered = material ? offeredColours(material, catalogue) : []
      return offered.filter(({ fault }) => !fault).map(({ colour }) => colour)
    }),
  )
}

/** The tolerances that every line's material offers in its process. */
export function toleranceChoices(lines: Lines, catalogue: Catalogue): readonly ToleranceClass[] {
  const ways = new Map(
    configured(lines).map((line) => {
      const process = processOf(line, catalogue)
      return [`${process}/${line.configuration?.materialId}`, { process, line }]
    }),
  )
  return intersection(
    [...ways.values()].map(({ process, line }) => {
      const material = findMaterial(catalogue, line.configuration?.materialId ?? '')
      if (!material || !process) return []
      return material.tolerances
        .map((id) => findTolerance(catalogue.processes[process], id))
        .filter((tolerance) => tolerance !== undefined)
    }),
  )
}
