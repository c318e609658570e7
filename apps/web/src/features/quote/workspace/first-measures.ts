import type { PartMeasures, TechnologySlug } from '@cotation/domain'
import type { PartSummary } from '@cotation/geometry'

const cache = new WeakMap<PartSummary, PartMeasures>()

/**
 * Volume, area and box are enough for a first price of a 3D print, before faces and walls are
 * analysed. Milling and casting need more, and several bodies are not separated yet: those wait for
 * the full analysis.
 */
export function firstMeasures(summary: PartSummary, service: TechnologySlug): PartMeasures | undefined {
  if (service !== '3d-printing' || summary.bodyCount !== 1) return undefined

  const cached = cache.get(summary)
  if (cached) return cached

  const [length = 0, width = 0, thickness = 0] = [...summary.sizeMm].sort((a, b) => b - a)
  const measures: PartMeasures = {
    volumeMm3: summary.volumeMm3,
    areaMm2: summary.areaMm2,
    sizeMm: [length, width, thickness],
    freeformShare: 0,
    setups: 1,
    holes: [],
    turning: { turned: false, diameterMm: 0, lengthMm: 0, operations: 0, liveFeatures: 0 },
    undercutPercent: 0,
  }
  cache.set(summary, measures)

  return measures
}
