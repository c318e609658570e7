import { cross, dot, lengthOf, subtract } from '../math/vector.ts'
import type { FeatureFacts, Hole } from '../model/facts.ts'
import type { Choice } from './inspection-request.ts'
import { countOf, largest, locationAt, type Measure, ratio, type Spot, smallest } from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'
import { printing } from './rules/rule.ts'

/** Below this confidence a feature fitted to triangles may well be something else. */
const minConfidence = 0.5

const confident = <F extends { confidence: number }>(features: readonly F[]): F[] =>
  features.filter(({ confidence }) => confidence >= minConfidence)

const holeSpots = (
  features: FeatureFacts,
  valueIn: (hole: Hole) => number,
  sizeIn?: (hole: Hole) => number | undefined,
): Spot[] =>
  confident(features.holes).map((hole) => {
    const sizeMm = sizeIn?.(hole)
    const spot = { value: valueIn(hole), place: locationAt(hole.entry, hole.faces) }
    return sizeMm === undefined ? spot : { ...spot, sizeMm }
  })

/** A pin with the area of its side. */
const pinLocation = ({ at, faces, diameterMm, heightMm }: FeatureFacts['pins'][number]) =>
  locationAt(at, faces, Math.PI * diameterMm * heightMm)

/** The bore of a turned part. Its wall is judged as a wall, not as a hole near an edge. */
const isBore = (hole: Hole, { turning }: FeatureFacts): boolean =>
  turning.turned &&
  Math.abs(dot(hole.axis, turning.axis)) > 0.999 &&
  lengthOf(cross(subtract(hole.entry, turning.origin), turning.axis)) < 0.01 * turning.barDiameterMm

/** Whether what is beside the hole is the wall of a boss around it. */
const isInBoss = ({ entry, axis, diameterMm, edgeDistanceMm = Number.NaN }: Hole, { pins }: FeatureFacts): boolean =>
  pins.some((pin) => {
    const offCentreMm = lengthOf(cross(subtract(pin.at, entry), axis))
    const bossWallMm = (pin.diameterMm - diameterMm) / 2
    const slackMm = 0.01 * diameterMm
    return pin.wallMm !== undefined && offCentreMm < slackMm && Math.abs(edgeDistanceMm - bossWallMm) < slackMm
  })

/** Printed bosses have a rule of their own, which does not ask for a wall as thick as the hole. */
function isWebBeside(hole: Hole, features: FeatureFacts, { process }: Choice): boolean {
  const isPrinted = printing.some((known) => known === process)
  return !isBore(hole, features) && !(isPrinted && isInBoss(hole, features))
}

/** An axis below 45° gives the hole an overhanging roof (z is up). */
const isHorizontal = (hole: Hole): boolean => Math.abs(hole.axis[2]) < Math.SQRT1_2

/** Metrics of holes, pins, corners and pockets. */
export const featureMetrics = {
  'hole.minDiaMm': ({ body }) => smallest(holeSpots(body.features, (hole) => hole.diameterMm)),
  'hole.maxDepthRatio': ({ body }) =>
    largest(
      holeSpots(
        body.features,
        (hole) => ratio(hole.depthMm, hole.diameterMm),
        (hole) => hole.diameterMm,
      ),
    ),
  'hole.flatBottomBlind': ({ body }) =>
    countOf(
      confident(body.features.holes)
        .filter((hole) => !hole.through && hole.bottom === 'flat')
        .map((hole) => locationAt(hole.entry, hole.faces)),
    ),
  'hole.edgeDistanceRatio': ({ body }, choice) =>
    smallest(
      holeSpots(
        body.features,
        (hole) =>
          isWebBeside(hole, body.features, choice)
            ? ratio(hole.edgeDistanceMm ?? Number.NaN, hole.diameterMm)
            : Number.NaN,
        (hole) => hole.edgeDistanceMm,
      ),
    ),
  'channel.horizontalDiaMm': ({ body }) =>
    largest(holeSpots(body.features, (hole) => (hole.through && isHorizontal(hole) ? hole.diameterMm : Number.NaN))),
  'pin.minDiaMm': ({ body }) =>
    smallest(body.features.pins.map((pin) => ({ value: pin.diameterMm, place: pinLocation(pin) }))),
  'boss.wallMm': ({ body }) =>
    smallest(body.features.pins.map((pin) => ({ value: pin.wallMm ?? Number.NaN, place: pinLocation(pin) }))),
  'corner.minInternalRadiusMm': ({ body: { features } }) =>
    smallest(
      features.minInternalRadius
        ? [{ value: features.minInternalRadius.radiusMm, place: features.minInternalRadius.place }]
        : [],
    ),
  'corner.depthToRadius': ({ body: { features } }) => {
    const spots: Spot[] = confident(features.pockets).map((pocket) => ({
      value: ratio(pocket.depthMm, pocket.cornerRadiusMm),
      place: locationAt(pocket.at, pocket.faces),
      sizeMm: pocket.cornerRadiusMm,
    }))
    const corner = features.minInternalRadius
    if (corner) {
      const { depthMm, radiusMm, place } = corner
      spots.push({ value: ratio(depthMm, radiusMm), place, sizeMm: radiusMm })
    }

    return largest(spots)
  },
  'corner.sharpInternalCount': ({ body }) => countOf(body.features.sharpInternalCorners),
  'pocket.depthToWidth': ({ body }) =>
    largest(
      confident(body.features.pockets).map((pocket) => ({
        value: ratio(pocket.depthMm, pocket.widthMm),
        place: locationAt(pocket.at, pocket.faces),
        sizeMm: pocket.widthMm,
      })),
    ),
} satisfies { [M in MetricName]?: Measure }
