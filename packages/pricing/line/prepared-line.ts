import {
  type Catalogue,
  type Configuration,
  chosenProcess,
  findMaterial,
  findOption,
  findService,
  findTolerance,
  type LeadTier,
  type Material,
  minorOf,
  type PartMeasures,
  type Process,
  rateCardOf,
  type ServiceOption,
  selectionOf,
  type ToleranceClass,
  tierTerms,
} from '@cotation/domain'
import { costOfMaking } from '#pricing/making/cost-of-making.ts'
import type { CostModel, CostRequest } from '../making/cost-model.ts'
import { type PricedService, servicePrice } from '../services/service-price.ts'
import { lowestTotal, type Total } from './lowest-total.ts'
import { sellingCatalogue } from './selling-catalogue.ts'
import { priceFormula, type UnitPrice, unitPrice } from './selling-price.ts'

/** The part of a line's price independent of quantity and lead time, prepared once per matrix. */
export interface PreparedLine {
  part: PartMeasures
  configuration: Configuration
  catalogue: Catalogue
  material: Material
  process: Process
  tolerance: ToleranceClass
  model: CostModel
  /** The factor of options that change the price of the part itself. */
  partPriceFactor: number
  /** Quantities from which all parts of a line are cheaper. */
  steps: readonly number[]
}

const optionsOf = ({ services }: Configuration, catalogue: Catalogue): ServiceOption[] =>
  services.flatMap(({ id, option }) => {
    const service = findService(catalogue, id)
    const found = service && findOption(service, option)
    return found ? [found] : []
  })

const product = (factors: readonly (number | undefined)[]): number =>
  factors.reduce<number>((all, factor) => all * (factor ?? 1), 1)

/** Brass inserts of one part: each needs a core in the mould. */
function insertsPerPart(configuration: Configuration): number {
  const items = selectionOf(configuration, 'brass-insert')?.items ?? []
  return items.reduce((sum, { count }) => sum + count, 0)
}

/** What the cost of a configured part depends on. */
export function costRequestOf(
  part: PartMeasures,
  configuration: Configuration,
  catalogue: Catalogue,
): CostRequest & Pick<PreparedLine, 'tolerance'> {
  const material = findMaterial(catalogue, configuration.materialId)
  if (!material) throw new RangeError(`no material ${configuration.materialId}`)

  const process: Process = catalogue.processes[chosenProcess(part, material, configuration.process)]
  const tolerance = findTolerance(process, configuration.toleranceId)
  if (!tolerance) throw new RangeError(`no tolerance ${configuration.toleranceId}`)

  const optionFactors = optionsOf(configuration, catalogue).map(({ cycleFactor }) => cycleFactor)

  return {
    part,
    material,
    process,
    tolerance,
    card: rateCardOf(catalogue),
    cardId: catalogue.selling.rateCard,
    cycleFactor: tolerance.cycleFactor * product(optionFactors),
    insertsPerPart: insertsPerPart(configuration),
  }
}

/** Prepares a configuration that `configurationFaults` found nothing wrong with. */
export function preparedLine(part: PartMeasures, configuration: Configuration, published: Catalogue): PreparedLine {
  const catalogue = sellingCatalogue(published)
  const request = costRequestOf(part, configuration, catalogue)
  const { material, process, tolerance } = request
  const optionFactors = optionsOf(configuration, catalogue).map(({ partPriceFactor }) => partPriceFactor)

  return {
    part,
    configuration,
    catalogue,
    material,
    process,
    tolerance,
    model: costOfMaking(request, catalogue),
    partPriceFactor: product(optionFactors),
    steps: stepsOf(process, catalogue),
  }
}

const saleTerms = ({ process, material, tolerance, catalogue, partPriceFactor }: PreparedLine, lead: LeadTier) => ({
  process,
  material,
  cardId: catalogue.selling.rateCard,
  toleranceFactor: tolerance.priceFactor,
  leadFactor: tierTerms(catalogue, process.id, lead).priceFactor,
  partPriceFactor,
})

/** Price of one part without services (USD, not rounded), with its factors. */
export const partPrice = (line: PreparedLine, quantity: number, lead: LeadTier): UnitPrice =>
  unitPrice(line.model.unitUsd(quantity), { ...saleTerms(line, lead), quantity }, line.catalogue)

/** Where all parts get cheaper: quantity breaks, and quantities for one more mould cavity. */
function stepsOf(process: Process, catalogue: Catalogue): number[] {
  const steps = process.quantityBreaks.map(([from]) => from)
  if (process.id !== 'casting') return steps

  const { partsPerCavity, mostCavities } = catalogue.processes.casting.cost
  for (let cavities = 2; cavities <= mostCavities; cavities++) steps.push(cavities * partsPerCavity)
  return steps
}

/** Price of all parts of a line without services (cents). */
export function goodsTotal(line: PreparedLine, quantity: number, lead: LeadTier): Total {
  const { mostParts } = tierTerms(line.catalogue, line.process.id, lead)
  const { usdAt } = priceFormula(saleTerms(line, lead), line.catalogue)

  return lowestTotal({
    quantity,
    unitUsd: (count) => usdAt(line.model.unitUsd(count), count),
    steps: line.steps,
    maxQuantity: mostParts ?? Number.POSITIVE_INFINITY,
  })
}

/** Price of each service of a line (USD, not rounded), in the sequence of the configuration. */
export function pricedServices(line: PreparedLine, quantity: number): PricedService[] {
  const { part, material, process, catalogue, configuration } = line
  const job = { part, material, process: process.id, quantity, cardId: catalogue.selling.rateCard }
  return configuration.services.map((selection) => servicePrice(selection, job, catalogue))
}

/** All services of a line: exact in USD, and in the cents that are charged. */
export function servicesTotal(services: readonly PricedService[]): { usd: number; minor: number } {
  const usd = services.reduce((sum, service) => sum + service.usd, 0)
  return { usd, minor: minorOf(usd) }
}

/**
 * One part with its services, as shown (cents). Uses exact service prices: rounded ones could show
 * one of ten parts a cent more than one of nine.
 */
export const shownUnitMinor = (goodsMinor: number, servicesUsd: number, quantity: number): number =>
  minorOf((goodsMinor / 100 + servicesUsd) / quantity)
