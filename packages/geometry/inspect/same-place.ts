import { distance } from '../math/vector.ts'
import type { Finding, FoundPlace } from './finding.ts'
import type { MetricName } from './rules/metric-names.ts'
import { severities } from './rules/rule.ts'

/**
 * Metrics that measure how thin something is, the one that names it best first: a thin boss is also
 * a thin wall, and an engraved line is also a narrow gap.
 */
const thinnessMetrics: readonly MetricName[] = [
  'pin.minDiaMm',
  'boss.wallMm',
  'detail.minMm',
  'detail.strokeMm',
  'hole.edgeDistanceRatio',
  'gap.minMm',
  'wall.minMm',
]

/** Two rules measure one thing if their figures differ by less: each samples its own points. */
const sameWithin = 0.3
const nearMm = 1

/** A thin region larger than the feature on it, by this factor or area, is a thin part. */
const maxAreaFactor = 2.5
const maxDetailMm2 = 200

const thicknessOf = ({ unit }: Finding, { value, sizeMm }: FoundPlace): number | undefined =>
  unit === '×' ? sizeMm : value

const shareFace = ({ faces: some = [] }: FoundPlace, { faces: others = [] }: FoundPlace): boolean =>
  some.some((face) => others.includes(face))

interface Reported {
  place: FoundPlace
  thicknessMm: number
}

/** Whether the finding at this place says again what was reported before. */
function isSamePlace(reported: Reported, place: FoundPlace, thicknessMm: number): boolean {
  const larger = Math.max(reported.thicknessMm, thicknessMm)
  if (Math.abs(reported.thicknessMm - thicknessMm) > sameWithin * larger) return false

  const { areaMm2 } = reported.place
  const maxMm2 = areaMm2 === undefined ? maxDetailMm2 : Math.max(maxDetailMm2, maxAreaFactor * areaMm2)
  if ((place.areaMm2 ?? 0) > maxMm2) return false

  return shareFace(reported.place, place) || distance(reported.place.at, place.at) <= Math.max(nearMm, 2 * larger)
}

/** Whether most of what is thin lies outside these places: then the finding is about more. */
function goesBeyond({ extent }: Finding, places: readonly FoundPlace[]): boolean {
  const coveredMm2 = places.reduce((sum, { areaMm2 = 0 }) => sum + areaMm2, 0)
  return extent !== undefined && coveredMm2 < extent.areaMm2 / 2
}

/** The finding without the places that were reported before; undefined if nothing is left. */
function withoutReported(finding: Finding, reported: readonly Reported[]): Finding | undefined {
  const isKnown = (place: FoundPlace): boolean => {
    const thicknessMm = thicknessOf(finding, place)
    return thicknessMm !== undefined && reported.some((one) => isSamePlace(one, place, thicknessMm))
  }
  const known = finding.places.filter(isKnown)
  const places = finding.places.filter((place) => !known.includes(place))

  if (known.length === 0 || goesBeyond(finding, known)) return finding
  return places.length === 0 ? undefined : { ...finding, value: places[0]?.value ?? finding.value, places }
}

/**
 * The findings with each thin place reported once: by the most severe rule and, of equally severe
 * ones, by the one that names it best. A finding without any place of its own is dropped.
 */
export function onePerPlace(findings: readonly Finding[]): Finding[] {
  const bySeverity = (a: Finding, b: Finding) => severities.indexOf(a.severity) - severities.indexOf(b.severity)
  const byName = (a: Finding, b: Finding) => thinnessMetrics.indexOf(a.metric) - thinnessMetrics.indexOf(b.metric)
  const thin = findings
    .filter(({ metric, places }) => thinnessMetrics.includes(metric) && places.length > 0)
    .sort((a, b) => bySeverity(a, b) || byName(a, b))

  const reported: Reported[] = []
  const kept = new Map<Finding, Finding | undefined>()

  for (const finding of thin) {
    const own = withoutReported(finding, reported)
    kept.set(finding, own)

    for (const place of own?.places ?? []) {
      const thicknessMm = thicknessOf(finding, place)
      if (thicknessMm !== undefined) reported.push({ place, thicknessMm })
    }
  }

  return findings.flatMap((finding) => (kept.has(finding) ? (kept.get(finding) ?? []) : [finding]))
}
