import { areaBelowMm2 } from '../model/area-by-thickness.ts'
import type { BodyFacts, Region, ThinRegion } from '../model/facts.ts'
import {
  largest,
  locationAt,
  type Measure,
  type Measurement,
  partRatio,
  partValue,
  ratio,
  type Spot,
  smallest,
} from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'
import type { Extent } from './rules/rule.ts'

const regionSpots = (regions: readonly Region[]): Spot[] =>
  regions.map(({ valueMm, at, faces, areaMm2 }) => ({ value: valueMm, place: locationAt(at, faces, areaMm2) }))

/** Regions without their values, which are not values of the metric. */
const regionLocations = (regions: readonly Region[]): Spot[] =>
  regions.map(({ at, faces, areaMm2 }) => ({ place: locationAt(at, faces, areaMm2) }))

/** A thickness, unless no ray measured one: no sample does not mean a thin wall. */
const ifMeasured = ({ walls }: BodyFacts, measured: Measurement | undefined): Measurement | undefined =>
  walls.samples > 0 ? measured : undefined

/** The area of a wall (mm²): half of the surface measured on both of its sides. */
const wallArea = (surfaceMm2: number): number => surfaceMm2 / 2

const thinSpots = (regions: readonly ThinRegion[]): Spot[] =>
  regions.map(({ valueMm, at, faces, areaMm2, areaBelowMm2: areas }) => ({
    value: valueMm,
    place: locationAt(at, faces, wallArea(areaMm2)),
    areaBeyondMm2: (limitMm) => wallArea(areas ? areaBelowMm2(areas, limitMm) : areaMm2),
  }))

/** How much of the part is thinner than a limit (mm). Older analyses did not measure it. */
function thinExtent({ walls, mass }: BodyFacts, limitMm: number): Extent | undefined {
  if (!walls.areaBelowMm2) return undefined

  const surfaceMm2 = areaBelowMm2(walls.areaBelowMm2, limitMm)
  return { areaMm2: wallArea(surfaceMm2), sharePct: mass.areaMm2 > 0 ? (100 * surfaceMm2) / mass.areaMm2 : 0 }
}

/** A recess without any mouth is as deep as one with a mouth that no tool enters. */
const minMouthMm = 0.1

/** Metrics of walls, gaps, cavities and tool access. */
export const spaceMetrics = {
  'wall.minMm': ({ body }) => {
    const { thinRegions, minMm, minPlace } = body.walls
    const spots = thinSpots(thinRegions)
    // Regions are collected below a fixed threshold: the thinnest point may lie in none of them.
    if (!thinRegions.some(({ valueMm }) => valueMm <= minMm)) spots.push({ value: minMm, place: locationAt(minPlace) })
    return ifMeasured(body, { value: minMm, spots, extentBeyond: (limitMm) => thinExtent(body, limitMm) })
  },
  'wall.maxMm': ({ body }) => ifMeasured(body, partValue(body.walls.maxMm)),
  'wall.maxToMin': ({ body }) => {
    const { minMm, maxMm, minPlace } = body.walls
    return ifMeasured(body, partRatio(ratio(maxMm, minMm), maxMm, locationAt(minPlace)))
  },
  'wall.heightToThickness': ({ body }) => {
    const { heightToThickness, slimmestWall } = body.walls
    if (!slimmestWall) return ifMeasured(body, partValue(heightToThickness))
    return ifMeasured(body, partRatio(heightToThickness, slimmestWall.thicknessMm, locationAt(slimmestWall.at)))
  },
  'gap.minMm': ({ body: { walls } }) => walls.gap && partValue(walls.gap.minMm, regionSpots(walls.gap.regions)),
  'detail.minMm': ({ body: { details } }) => {
    const { minMm, place, faces } = details
    if (minMm === undefined) return undefined
    return partValue(minMm, place ? [{ value: minMm, place: locationAt(place, faces) }] : [])
  },
  'detail.strokeMm': ({ body: { details } }) => {
    const { strokeMm, place, narrowest } = details
    if (strokeMm === undefined) return undefined

    const location = narrowest ?? (place && locationAt(place))
    return partValue(strokeMm, location ? [{ value: strokeMm, place: location }] : [])
  },
  'cavity.escapeDiaMm': ({ body }) =>
    smallest(
      body.cavities.escapes.map(({ openingDiameterMm, at }) => ({ value: openingDiameterMm, place: locationAt(at) })),
    ),
  'support.trapped': ({ body: { cavities } }) =>
    partValue(
      cavities.supportsTrapped,
      [...cavities.enclosed, ...cavities.escapes].map(({ at }) => ({ place: locationAt(at) })),
    ),
  'overhang.areaBelow45Pct': ({ body: { overhang } }) =>
    partValue(overhang.areaBelow45Pct, regionLocations(overhang.regions)),
  'access.unreachableAreaPct': ({ body: { access } }) =>
    partValue(access.unreachableAreaPct, regionLocations(access.unreachable)),
  'access.undercutPct': ({ body }) => partValue(body.access.undercutPct),
  'access.setups': ({ body }) => partValue(body.access.setupDirections.length),
  // An end mill would have to be as long as the slot, or half of it where it enters from both ends.
  'slot.reachToWidth': ({ body: { access } }) =>
    largest(
      (access.undercutSlots ?? []).map(({ lengthMm, openEnds = 2, widthMm, at, faces, areaMm2 }) => ({
        value: ratio(lengthMm / openEnds, widthMm),
        place: locationAt(at, faces, areaMm2),
        sizeMm: widthMm,
      })),
    ),
  'turning.recessToMouth': ({ body: { access, cavities } }) =>
    largest(
      (access.latheRecesses ?? [])
        // Closed voids have their own rule.
        .filter(({ mouthMm }) => mouthMm > 0 || cavities.enclosed.length === 0)
        .map(({ depthMm, mouthMm, at, faces, areaMm2 }) => ({
          value: depthMm / Math.max(mouthMm, minMouthMm),
          place: locationAt(at, faces, areaMm2),
          sizeMm: depthMm,
        })),
    ),
} satisfies { [M in MetricName]?: Measure }
