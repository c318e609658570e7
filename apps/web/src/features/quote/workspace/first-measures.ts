import type { PartMeasures, TechnologySlug } from '@cotation/domain'
import type { PartSummary } from '@cotation/geometry'

const known = new WeakMap<PartSummary, PartMeasures>()

/**
 * What a first price can rest on as soon as a file is read, while its faces and walls are still looked at: volume, area and box. Printing
 * asks for nothing else; milling and moulds depend on what is not known yet, and several bodies are not told apart, so these wait.
 */
export function firstMeasures(summary: PartSummary, service: TechnologySlug): PartMeasures | undefined {
  if (service !== '3d-printing' || summary.bodyCount !== 1) return undefined

  const before = known.get(summary)
  if (before) return before

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
  known.set(summary, measures)

  return measures
}
