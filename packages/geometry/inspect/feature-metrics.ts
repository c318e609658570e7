import { cross, dot, lengthOf, subtract } from '../math/vector.ts'
import type { FeatureFacts, Hole } from '../model/facts.ts'
import { counted, largest, type Measure, placeAt, ratio, type Spot, smallest } from './measured.ts'
import type { MetricName } from './rules/metric-names.ts'

/** Below it, what was fitted to triangles is as likely something else: no finding rests on it. */
const sure = 0.5

const surest = <F extends { confidence: number }>(features: readonly F[]): F[] =>
  features.filter(({ confidence }) => confidence >= sure)

const holeSpots = (features: FeatureFacts, valueIn: (hole: Hole) => number): Spot[] =>
  surest(features.holes).map((hole) => ({ value: valueIn(hole), place: placeAt(hole.entry, hole.faces) }))

/** The bore of a turned part: its wall goes all round and is judged as a wall, not as a hole near an edge. */
const isBore = (hole: Hole, { turning }: FeatureFacts): boolean =>
  turning.turned &&
  Math.abs(dot(hole.axis, turning.axis)) > 0.999 &&
  lengthOf(cross(subtract(hole.entry, turning.origin), turning.axis)) < 0.01 * turning.barDiameterMm

/** A roof over it stands at less than 45° where its axis lies at less than 45°, as drawn (z up). */
const liesFlat = (hole: Hole): boolean => Math.abs(hole.axis[2]) < Math.SQRT1_2

/** Holes, pins, corners and pockets. */
export const featureMetrics = {
  'hole.minDiaMm': ({ body }) => smallest(holeSpots(body.features, (hole) => hole.diameterMm)),
  'hole.maxDepthRatio': ({ body }) => largest(holeSpots(body.features, (hole) => ratio(hole.depthMm, hole.diameterMm))),
  'hole.flatBottomBlind': ({ body }) =>
    counted(
      surest(body.features.holes)
        .filter((hole) => !hole.through && hole.bottom === 'flat')
        .map((hole) => placeAt(hole.entry, hole.faces)),
    ),
  'hole.edgeDistanceRatio': ({ body }) =>
    smallest(
      holeSpots(body.features, (hole) =>
        isBore(hole, body.features) ? Number.NaN : ratio(hole.edgeDistanceMm ?? Number.NaN, hole.diameterMm),
      ),
    ),
  'channel.horizontalDiaMm': ({ body }) =>
    largest(holeSpots(body.features, (hole) => (hole.through && liesFlat(hole) ? hole.diameterMm : Number.NaN))),
  'pin.minDiaMm': ({ body }) =>
    smallest(body.features.pins.map((pin) => ({ value: pin.diameterMm, place: placeAt(pin.at, pin.faces) }))),
  'boss.wallMm': ({ body }) =>
    smallest(body.features.pins.map((pin) => ({ value: pin.wallMm ?? Number.NaN, place: placeAt(pin.at, pin.faces) }))),
  'corner.minInternalRadiusMm': ({ body: { features } }) =>
    smallest(
      features.minInternalRadius
        ? [{ value: features.minInternalRadius.radiusMm, place: features.minInternalRadius.place }]
        : [],
    ),
  'corner.depthToRadius': ({ body: { features } }) => {
    const spots: Spot[] = surest(features.pockets).map((pocket) => ({
      value: ratio(pocket.depthMm, pocket.cornerRadiusMm),
      place: placeAt(pocket.at, pocket.faces),
    }))
    const corner = features.minInternalRadius
    if (corner) spots.push({ value: ratio(corner.depthMm, corner.radiusMm), place: corner.place })
    return largest(spots)
  },
  'corner.sharpInternalCount': ({ body }) => counted(body.features.sharpInternalCorners),
  'pocket.depthToWidth': ({ body }) =>
    largest(
      surest(body.features.pockets).map((pocket) => ({
        value: ratio(pocket.depthMm, pocket.widthMm),
        place: placeAt(pocket.at, pocket.faces),
      })),
    ),
} satisfies { [M in MetricName]?: Measure }
