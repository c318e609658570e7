import type { BodyFacts, Region } from '../model/facts.ts'
import { type Measure, type Measured, placeAt, ratio, type Spot, smallest, whole } from './measured.ts'
import type { MetricName } from './rules/metric-names.ts'

const regionSpots = (regions: readonly Region[]): Spot[] =>
  regions.map(({ valueMm, at, faces, areaMm2 }) => ({ value: valueMm, place: placeAt(at, faces, areaMm2) }))

/** Regions whose value is no value of the metric: they show where, not how much. */
const regionPlaces = (regions: readonly Region[]): Spot[] =>
  regions.map(({ at, faces, areaMm2 }) => ({ place: placeAt(at, faces, areaMm2) }))

/** A thickness, where rays measured any: no sample is no thin wall. */
const thickness = ({ walls }: BodyFacts, value: number, spots: Spot[] = []): Measured | undefined =>
  walls.samples > 0 ? whole(value, spots) : undefined

const detailSpots = ({ details }: BodyFacts): Spot[] => (details.place ? [{ place: placeAt(details.place) }] : [])

/** What rays and visibility tell: walls, gaps, ways in and out. */
export const spaceMetrics = {
  'wall.minMm': ({ body }) => {
    const { thinRegions, minMm, minPlace } = body.walls
    const spots = regionSpots(thinRegions)
    // Regions were gathered under a threshold of their own: the thinnest place of all may lie in none of them.
    if (!thinRegions.some(({ valueMm }) => valueMm <= minMm)) spots.push({ value: minMm, place: placeAt(minPlace) })
    return thickness(body, minMm, spots)
  },
  'wall.maxMm': ({ body }) => thickness(body, body.walls.maxMm),
  'wall.maxToMin': ({ body }) =>
    thickness(body, ratio(body.walls.maxMm, body.walls.minMm), [{ place: placeAt(body.walls.minPlace) }]),
  'wall.heightToThickness': ({ body }) => thickness(body, body.walls.heightToThickness),
  'gap.minMm': ({ body: { walls } }) => walls.gap && whole(walls.gap.minMm, regionSpots(walls.gap.regions)),
  'detail.minMm': ({ body }) => whole(body.details.minMm, detailSpots(body)),
  'detail.strokeMm': ({ body }) => whole(body.details.strokeMm, detailSpots(body)),
  'cavity.escapeDiaMm': ({ body }) =>
    smallest(
      body.cavities.escapes.map(({ openingDiameterMm, at }) => ({ value: openingDiameterMm, place: placeAt(at) })),
    ),
  'support.trapped': ({ body: { cavities } }) =>
    whole(
      cavities.supportsTrapped,
      [...cavities.enclosed, ...cavities.escapes].map(({ at }) => ({ place: placeAt(at) })),
    ),
  'overhang.areaBelow45Pct': ({ body: { overhang } }) => whole(overhang.areaBelow45Pct, regionPlaces(overhang.regions)),
  'access.unreachableAreaPct': ({ body: { access } }) =>
    whole(access.unreachableAreaPct, regionPlaces(access.unreachable)),
  'access.undercutPct': ({ body }) => whole(body.access.undercutPct),
  'access.setups': ({ body }) => whole(body.access.setupDirections.length),
} satisfies { [M in MetricName]?: Measure }
