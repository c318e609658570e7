import type { ModelLocation } from '../model/facts.ts'
import { itGradeOf } from './it-grade.ts'
import { largest, type Measure, type Measurement, partValue, ratio, type Spot, smallest } from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'

const spot = (value: number, place: ModelLocation | undefined): Spot => (place ? { value, place } : { value })

/** Boss wall of the insert that lacks most. The limit is that insert's own minimum (mm). */
const bossWall: Measure = (_, { configuration }) => {
  let worst: Measurement | undefined
  let minMarginMm = Number.POSITIVE_INFINITY

  for (const { minBossWallMm, bossWallMm, place } of configuration?.inserts ?? []) {
    if (bossWallMm === undefined || !(bossWallMm - minBossWallMm < minMarginMm)) continue
    minMarginMm = bossWallMm - minBossWallMm
    worst = { value: bossWallMm, reference: minBossWallMm, spots: [spot(bossWallMm, place)] }
  }

  return worst
}

/** Metrics of the configuration: quantity, threads, inserts, tolerances, anodizing. */
export const configurationMetrics = {
  'line.quantity': (_, { configuration }) => partValue(configuration?.quantity),
  'thread.minNominalMm': (_, { configuration }) =>
    smallest(
      (configuration?.threads ?? [])
        .filter(({ printed }) => printed)
        .map(({ nominalMm, place }) => spot(nominalMm, place)),
    ),
  'thread.depthRatio': (_, { configuration }) =>
    largest(
      (configuration?.threads ?? []).map(({ depthMm, nominalMm, place }) => spot(ratio(depthMm, nominalMm), place)),
    ),
  'insert.holeDepthMinusLengthMm': (_, { configuration }) =>
    smallest(
      (configuration?.inserts ?? []).map(({ lengthMm, holeDepthMm, place }) => spot(holeDepthMm - lengthMm, place)),
    ),
  'insert.bossWallMm': bossWall,
  'tolerance.itGrade': (_, { configuration }) =>
    smallest(
      (configuration?.tolerances ?? [])
        .filter(({ nominalMm, widthMm }) => nominalMm > 0 && widthMm >= 0)
        .map(({ nominalMm, widthMm, place }) => spot(itGradeOf(nominalMm, widthMm), place)),
    ),
  'anodizing.quantity': (_, { configuration }) => {
    const { anodizing, quantity } = configuration ?? {}
    if (!anodizing || quantity === undefined) return undefined
    return { value: anodizing.quantity, reference: quantity, spots: [] }
  },
  'anodizing.typeIIIWithFit': (_, { configuration }) => {
    const anodizing = configuration?.anodizing
    return anodizing && partValue(anodizing.type === 'III' && anodizing.withFit)
  },
} satisfies { [M in MetricName]?: Measure }
