import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  type LeadTier,
  leadFault,
  type PartMeasures,
  type ServiceId,
  selectMaterial,
} from '@cotation/domain'
import { chargedLead, leadTimeOf } from './lead-choices.ts'
import {
  goodsTotal,
  type PreparedLine,
  preparedLine,
  pricedServices,
  servicesTotal,
  shownUnitMinor,
} from './prepared-line.ts'

/**
 * The price of a quantity and lead time. Tiers not offered for the quantity have no cell; one that
 * brings nothing has the cell of the tier that is charged instead.
 */
export interface MatrixCell {
  quantity: number
  lead: LeadTier
  unitMinor: number
  lineMinor: number
  workingDays: number
}

type PricedCells = { ok: true; cells: MatrixCell[] } | { ok: false; faults: Fault[] }

/** All prices of a material; `dropped` are chosen services that the material does not allow. */
export type MatrixRow = { materialId: string; dropped: readonly ServiceId[] } & PricedCells

interface CellAxes {
  quantities: readonly number[]
  leads: readonly LeadTier[]
}

export interface MatrixAxes extends CellAxes {
  materialIds: readonly string[]
}

function cellsOf(line: PreparedLine, { quantities, leads }: CellAxes): MatrixCell[] {
  return quantities.flatMap((quantity) => {
    const services = servicesTotal(pricedServices(line, quantity))
    const sold = leads.filter((lead) => !leadFault(lead, quantity, line.process.id, line.catalogue))
    const charged = new Set(sold.map((lead) => chargedLead(line, quantity, lead)))

    return [...charged].map((lead): MatrixCell => {
      const goodsMinor = goodsTotal(line, quantity, lead).minor
      const { workingDays } = leadTimeOf(line, quantity, lead)
      const unitMinor = shownUnitMinor(goodsMinor, services.usd, quantity)
      return { quantity, lead, unitMinor, lineMinor: goodsMinor + services.minor, workingDays }
    })
  })
}

/** Prices of a configuration by quantity and lead time (cents of USD), or why it is forbidden. */
export function priceCells(
  part: PartMeasures,
  configuration: Configuration,
  axes: CellAxes,
  catalogue: Catalogue,
): PricedCells {
  // Cells set their own quantity and tier, so the rules are checked with safe values.
  const probe: Configuration = {
    ...configuration,
    quantity: 1,
    lead: 'standard',
    services: withQuantity(configuration, 1),
  }
  const faults = configurationFaults(part, probe, catalogue)
  if (faults.length > 0) return { ok: false, faults }

  return { ok: true, cells: cellsOf(preparedLine(part, probe, catalogue), axes) }
}

/**
 * Prices by quantity, lead time and material (cents of USD) in one call, for curves and tables that
 * update while editing. A material keeps what it allows of the configuration or gets faults.
 */
export function priceMatrix(
  part: PartMeasures,
  configuration: Configuration,
  axes: MatrixAxes,
  catalogue: Catalogue,
): MatrixRow[] {
  return axes.materialIds.map((materialId): MatrixRow => {
    const chosen = selectMaterial(part, configuration, materialId, catalogue)
    return { materialId, dropped: chosen.removed, ...priceCells(part, chosen.configuration, axes, catalogue) }
  })
}

/** Anodizing states its number of parts (spec 5), which must equal the quantity of the line. */
const withQuantity = ({ services }: Configuration, quantity: number): Configuration['services'] =>
  services.map((service) => (service.id === 'anodizing' ? { ...service, quantity } : service))
