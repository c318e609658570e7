import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  type LeadTier,
  type PartMeasures,
  type ServiceId,
  selectMaterial,
  tierTerms,
} from '@cotation/domain'
import {
  goodsTotal,
  type PreparedLine,
  preparedLine,
  pricedServices,
  servicesTotal,
  shownUnitMinor,
} from './prepared-line.ts'
import { leadTimeOf } from './price-line.ts'

/** A price for one quantity and lead time; without one where the tier is not offered for so many parts. */
export interface MatrixCell {
  quantity: number
  lead: LeadTier
  unitMinor: number
  lineMinor: number
  workingDays: number
}

/** All prices of one material; `dropped` are services of the configuration that it cannot have. */
export type MatrixRow =
  | { materialId: string; ok: true; cells: MatrixCell[]; dropped: readonly ServiceId[] }
  | { materialId: string; ok: false; faults: Fault[] }

export interface MatrixAxes {
  quantities: readonly number[]
  leads: readonly LeadTier[]
  materialIds: readonly string[]
}

const isOffered = ({ catalogue, process }: PreparedLine, quantity: number, lead: LeadTier): boolean =>
  quantity <= (tierTerms(catalogue, process.id, lead).maxParts ?? Number.POSITIVE_INFINITY)

function cellsOf(line: PreparedLine, { quantities, leads }: MatrixAxes): MatrixCell[] {
  return quantities.flatMap((quantity) => {
    const services = servicesTotal(pricedServices(line, quantity))
    return leads
      .filter((lead) => isOffered(line, quantity, lead))
      .map((lead): MatrixCell => {
        const goodsMinor = goodsTotal(line, quantity, lead).minor
        const { workingDays } = leadTimeOf(line, quantity, lead)
        const unitMinor = shownUnitMinor(goodsMinor, services.usd, quantity)
        return { quantity, lead, unitMinor, lineMinor: goodsMinor + services.minor, workingDays }
      })
  })
}

/**
 * Quantity × lead time × material in one call, for curves and tables that follow the customer's hand (cents of USD). Every other
 * material keeps what it can of the configuration; one that the part does not fit says why.
 */
export function priceMatrix(
  part: PartMeasures,
  configuration: Configuration,
  axes: MatrixAxes,
  catalogue: Catalogue,
): MatrixRow[] {
  return axes.materialIds.map((materialId): MatrixRow => {
    const chosen = selectMaterial(part, configuration, materialId, catalogue)
    // Each cell has its own quantity and tier, so the rules are asked with ones that are always offered.
    const probe: Configuration = {
      ...chosen.configuration,
      quantity: 1,
      lead: 'standard',
      services: withQuantity(chosen.configuration, 1),
    }
    const faults = configurationFaults(part, probe, catalogue)
    if (faults.length > 0) return { materialId, ok: false, faults }

    const line = preparedLine(part, probe, catalogue)
    return { materialId, ok: true, cells: cellsOf(line, axes), dropped: chosen.removed }
  })
}

/** Anodizing counts the parts of its line (spec 5): in a matrix it follows the quantity. */
const withQuantity = ({ services }: Configuration, quantity: number): Configuration['services'] =>
  services.map((service) => (service.id === 'anodizing' ? { ...service, quantity } : service))
