import type { LineView } from '@cotation/contracts'
import { type Catalogue, estimateToleranceShare, type PartMeasures } from '@cotation/domain'
import type { PartSummary } from '@cotation/geometry'
import { priceLine } from '@cotation/pricing'
import type { PriceDifference } from './work-line.ts'

/** The relative difference, as a share of the second value. */
const share = (one: number, other: number): number =>
  one === other ? 0 : Math.abs(one - other) / Math.max(Math.abs(other), 1e-9)

type Figure = PriceDifference['figure']

/** The figure that differs most between browser and server, with its relative difference. */
function largestDifference(here: PartMeasures, server: PartMeasures, bodies: readonly [number, number]) {
  const sides = here.sizeMm.map((side, at) => share(side, server.sizeMm[at] ?? 0))
  const features: readonly [number, number][] = [
    [here.holes.length, server.holes.length],
    [here.setups, server.setups],
    [here.turning.operations, server.turning.operations],
  ]
  const shares: Record<Figure, number> = {
    bodies: share(...bodies),
    volume: share(here.volumeMm3, server.volumeMm3),
    area: share(here.areaMm2, server.areaMm2),
    size: Math.max(...sides),
    features: Math.max(...features.map((pair) => share(...pair))),
  }
  const [first, ...rest] = Object.entries(shares) as [[Figure, number], ...[Figure, number][]]

  return rest.reduce((largest, one) => (one[1] > largest[1] ? one : largest), first)
}

/**
 * Compares the browser's price of the same configuration with the server's. Undefined if they
 * differ by less than the tolerance of product.md. Both use the same catalogue, so only the
 * measurements differ.
 */
export function priceDifference(
  view: LineView,
  here: PartMeasures,
  summary: PartSummary | undefined,
  catalogue: Catalogue,
): PriceDifference | undefined {
  if (!view.part || !view.price || !view.configuration) return undefined
  // Measured in different units: the customer chose one, so there is nothing to report.
  if (summary && view.upload.summary && summary.unit.name !== view.upload.summary.unit.name) return undefined

  const verdict = priceLine(here, view.configuration, catalogue)
  if (!verdict.ok) return undefined

  const browserMinor = verdict.price.linePrice.minor
  const serverMinor = view.price.linePrice.minor
  if (share(browserMinor, serverMinor) <= estimateToleranceShare) return undefined

  const bodies = [summary?.bodyCount ?? 1, view.upload.summary?.bodyCount ?? summary?.bodyCount ?? 1] as const
  const [figure, differs] = largestDifference(here, view.part, bodies)
  return { browserMinor, serverMinor, figure, share: differs }
}
