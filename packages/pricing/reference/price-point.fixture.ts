import {
  findMaterial,
  findTolerance,
  type PartMeasures,
  type ProcessId,
  type RateCardId,
  type ServiceSelection,
} from '@cotation/domain'
import { packagedCatalogue } from '#pricing/catalogue/packaged-catalogue.ts'
import { unitPrice } from '#pricing/line/selling-price.ts'
import { costOfMaking } from '#pricing/making/cost-of-making.ts'
import { servicePrice } from '#pricing/services/service-price.ts'

/** A part as price lists describe it. */
export interface Shape {
  volumeCm3: number
  areaCm2: number
  sizeMm: readonly [length: number, width: number, thickness: number]
  holes?: number
  setups?: number
  freeformShare?: number
  turned?: { diameterMm: number; lengthMm: number; operations: number }
}

/** One part of one order. */
export interface Item extends Shape {
  cardId: RateCardId
  processId: ProcessId
  materialId: string
  quantity: number
  toleranceId?: string
  services?: readonly ServiceSelection[]
}

/** A public price, the price that the catalogue's model gives, and the items that it is for. */
export interface PricePoint {
  /** Its name in the table of catalogue 4. */
  label: string
  card: RateCardId | 'eu/cn'
  process: 'SLA' | 'SLS' | 'MJF' | 'SLM' | 'CNC' | 'VC'
  referenceUsd: number
  /** In the table of catalogue 4. */
  modelUsd: number
  kind: string
  source: string
  /** A floor price met by construction, or an estimate: no evidence for the formulas. */
  provesNothing?: true
  /** What no source publishes; chosen so that the model gives the price of catalogue 4. */
  assumed?: string
  /** A price is the sum of its items; a ratio compares two prices. */
  items: readonly Item[]
  over?: Item
}

function partOf({ volumeCm3, areaCm2, sizeMm, holes = 0, setups = 2, freeformShare = 0, turned }: Shape): PartMeasures {
  return {
    volumeMm3: volumeCm3 * 1000,
    areaMm2: areaCm2 * 100,
    sizeMm,
    freeformShare,
    setups,
    holes: Array.from({ length: holes }, () => ({ diameterMm: 4, depthMm: 6, through: true, wallMm: undefined })),
    turning: {
      turned: turned !== undefined,
      diameterMm: turned?.diameterMm ?? 0,
      lengthMm: turned?.lengthMm ?? 0,
      operations: turned?.operations ?? 0,
      liveFeatures: 0,
    },
    undercutPercent: 0,
  }
}

/** What one piece of an order costs with its share of the services (USD, not rounded). */
function itemUsd(item: Item): number {
  const { cardId, processId, materialId, quantity, toleranceId, services = [] } = item
  const material = findMaterial(packagedCatalogue, materialId)
  if (!material) throw new Error(`no material ${materialId}`)

  const process = packagedCatalogue.processes[processId]
  const tolerance = findTolerance(process, toleranceId ?? process.defaultTolerance)
  if (!tolerance) throw new Error(`no tolerance ${toleranceId}`)

  const part = partOf(item)
  const card = packagedCatalogue.selling.rateCards[cardId]
  const { cycleFactor, priceFactor } = tolerance
  const model = costOfMaking(
    { part, material, process, card, cardId, cycleFactor, insertsPerPart: 0 },
    packagedCatalogue,
  )

  const sale = { quantity, process, material, cardId, toleranceFactor: priceFactor, leadFactor: 1, partPriceFactor: 1 }
  const extras = services.map((service) =>
    servicePrice(service, { part, material, process: processId, quantity, cardId }, packagedCatalogue),
  )

  return (
    unitPrice(model.unitUsd(quantity), sale, packagedCatalogue).usd +
    extras.reduce((total, { usd }) => total + usd, 0) / quantity
  )
}

/** The price (USD) or ratio that the model gives for a point. */
export function modelled({ items, over }: PricePoint): number {
  const usd = items.reduce((total, item) => total + itemUsd(item), 0)
  return over ? usd / itemUsd(over) : usd
}
