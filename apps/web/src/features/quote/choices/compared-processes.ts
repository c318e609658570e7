import {
  type Catalogue,
  findMaterial,
  type Material,
  type MaterialWay,
  type ServiceId,
  selectMaterial,
} from '@cotation/domain'
import {
  type CheapestRange,
  cheapestRanges,
  type MatrixCell,
  type ProcessConfiguration,
  type ProcessSuggestion,
  processCurves,
} from '@cotation/pricing'
import { priceable } from './added.ts'
import type { ConfiguredPart } from './panel-scope.ts'
import { comparedQuantities, shownQuantities } from './quantity-curve.ts'

/** More curves could not be told apart. */
const maxCompared = 4

/** The line in one process. */
export interface ComparedProcess {
  material: Material
  configuration: ProcessConfiguration
  /** The chosen services that the process does not allow. */
  dropped: readonly ServiceId[]
  /** The price in the quantity of the line; undefined if it is not sold in it. */
  offer: MatrixCell | undefined
  /** The prices in the compared quantities. */
  cells: readonly MatrixCell[]
}

export interface ProcessComparison {
  processes: readonly ComparedProcess[]
  quantities: readonly number[]
  /** The cheapest process up to the largest of the compared quantities. */
  ranges: readonly CheapestRange[]
}

/**
 * The line's own way, the best of each technology, then the next ones, because prices differ more
 * between technologies than within one. Sorted as suggested, so that a choice moves none of them.
 */
function comparedWays(own: MaterialWay, { ways }: ProcessSuggestion, catalogue: Catalogue): MaterialWay[] {
  const technologyOf = ({ process }: MaterialWay) => catalogue.processes[process].technologyId
  const others = ways.filter(({ process }) => process !== own.process)
  const firsts = [...Map.groupBy(others, technologyOf).values()].flatMap((some) => some.slice(0, 1))
  const compared = [...new Set([own, ...firsts, ...others])].slice(0, maxCompared)

  const rankOf = ({ process }: MaterialWay) => {
    const rank = ways.findIndex((way) => way.process === process)
    return rank === -1 ? ways.length : rank
  }
  return compared.toSorted((one, other) => rankOf(one) - rankOf(other))
}

type ConfiguredProcess = Pick<ComparedProcess, 'material' | 'configuration' | 'dropped'>

/** The line made in another way, keeping what is still offered with it. */
export function configuredIn(
  { part, material, process, configuration, catalogue }: ConfiguredPart,
  way: MaterialWay,
): ConfiguredProcess | undefined {
  if (way.process === process) return { material, configuration: { ...configuration, process }, dropped: [] }

  const other = findMaterial(catalogue, way.materialId)
  if (!other) return undefined

  const changed = selectMaterial(part, { ...configuration, process: way.process }, way.materialId, catalogue)
  const configured = { ...changed.configuration, process: way.process }
  return { material: other, configuration: configured, dropped: changed.removed }
}

/** The line in several processes: price and date now, and prices by quantity. */
export function compareProcesses(scope: ConfiguredPart, suggestion: ProcessSuggestion): ProcessComparison {
  const { part, material, process, catalogue } = scope
  const complete = { ...scope, configuration: priceable(part, scope.configuration, catalogue).configuration }
  const { quantity } = complete.configuration

  const ways = comparedWays({ materialId: material.id, process }, suggestion, catalogue)
  const configured = ways.flatMap((way) => configuredIn(complete, way) ?? [])

  const quantities = shownQuantities(quantity)
  const last = Math.max(...comparedQuantities)
  const upToLast = Array.from({ length: last }, (_, at) => at + 1)
  const curves = processCurves(
    part,
    configured.map(({ configuration }) => configuration),
    [...new Set([...upToLast, quantity])],
    catalogue,
  )

  const processes = configured.map((one, at): ComparedProcess => {
    const cells = curves[at]?.cells ?? []
    return {
      ...one,
      offer: cells.find((cell) => cell.quantity === quantity),
      cells: cells.filter((cell) => quantities.includes(cell.quantity)),
    }
  })

  // A larger quantity of the line is priced alone: nothing is known about those before it.
  const known = curves.map((curve) => ({ ...curve, cells: curve.cells.filter((cell) => cell.quantity <= last) }))
  return { processes, quantities, ranges: cheapestRanges(known) }
}
