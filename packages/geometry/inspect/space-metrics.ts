import type { BodyFacts, Region } from '../model/facts.ts'
import { locationAt, type Measure, type Measurement, partValue, ratio, type Spot, smallest } from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'

const regionSpots = (regions: readonly Region[]): Spot[] =>
  regions.map(({ valueMm, at, faces, areaMm2 }) => ({ value: valueMm, place: locationAt(at, faces, areaMm2) }))

/** Regions without their values, which are not values of the metric. */
const regionLocations = (regions: readonly Region[]): Spot[] =>
  regions.map(({ at, faces, areaMm2 }) => ({ place: locationAt(at, faces, areaMm2) }))

/** A thickness, unless no ray measured one: no sample does not mean a thin wall. */
const thickness = ({ walls }: BodyFacts, value: number, spots: Spot[] = []): Measurement | undefined =>
  walls.samples > 0 ? partValue(value, spots) : undefined

const detailSpots = ({ details }: BodyFacts): Spot[] => (details.place ? [{ place: locationAt(details.place) }] : [])

/** Metrics of walls, gaps, cavities and tool access. */
export const spaceMetrics = {
  'wall.minMm': ({ body }) => {
    const { thinRegions, minMm, minPlace } = body.walls
    const spots = regionSpots(thinRegions)
    // Regions are collected below a fixed threshold: the thinnest point may lie in none of them.
    if (!thinRegions.some(({ valueMm }) => valueMm <= minMm)) spots.push({ value: minMm, place: locationAt(minPlace) })
    return thickness(body, minMm, spots)
  },
  'wall.maxMm': ({ body }) => thickness(body, body.walls.maxMm),
  'wall.maxToMin': ({ body }) =>
    thickness(body, ratio(body.walls.maxMm, body.walls.minMm), [{ place: locationAt(body.walls.minPlace) }]),
  'wall.heightToThickness': ({ body }) => thickness(body, body.walls.heightToThickness),
  'gap.minMm': ({ body: { walls } }) => walls.gap && partValue(walls.gap.minMm, regionSpots(walls.gap.regions)),
  'detail.minMm': ({ body }) => partValue(body.details.minMm, detailSpots(body)),
  'detail.strokeMm': ({ body }) => partValue(body.details.strokeMm, detailSpots(body)),
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
} satisfies { [M in MetricName]?: Measure }
