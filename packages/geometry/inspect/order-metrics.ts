import type { ModelPlace } from '../model/facts.ts'
import { itGradeOf } from './it-grade.ts'
import { largest, type Measure, type Measured, ratio, type Spot, smallest, whole } from './measured.ts'
import type { MetricName } from './rules/metric-names.ts'

const spot = (value: number, place: ModelPlace | undefined): Spot => (place ? { value, place } : { value })

/** Boss wall of the insert that lacks most, against what that very insert needs (mm): each size has its own limit. */
const bossWall: Measure = (_, { configuration }) => {
  let worst: Measured | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { minBossWallMm, bossWallMm, place } of configuration?.inserts ?? []) {
    if (bossWallMm === undefined || !(bossWallMm - minBossWallMm < least)) continue
    least = bossWallMm - minBossWallMm
    worst = { value: bossWallMm, reference: minBossWallMm, spots: [spot(bossWallMm, place)] }
  }

  return worst
}

/** What only the order knows: quantity, threads, inserts, tolerances, anodizing. */
export const orderMetrics = {
  'line.quantity': (_, { configuration }) => whole(configuration?.quantity),
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
    return anodizing && quantity !== undefined
      ? { value: anodizing.quantity, reference: quantity, spots: [] }
      : undefined
  },
  'anodizing.typeIIIWithFit': (_, { configuration }) => {
    const anodizing = configuration?.anodizing
    return anodizing && whole(anodizing.type === 'III' && anodizing.withFit)
  },
} satisfies { [M in MetricName]?: Measure }
