import { dot, type Vec3 } from '../math/vector.ts'
import type { FeatureFacts, ModelLocation, TurningFacts } from '../model/facts.ts'
import { fitOf, longestFirst } from './envelope.ts'
import type { InspectedBody } from './inspection-request.ts'
import { countOf, countSpots, locationAt, type Measure, partRatio, partValue, ratio } from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'

/**
 * Sides of the oriented box (mm), longest first. The box as drawn would make a part larger, flatter
 * or more expensive when its file is rotated.
 */
const sides = ({ body }: InspectedBody): Vec3 => longestFirst(body.shape.orientedBox.sizeMm)

/** Longest side (mm); wall limits depend on it. */
export const longestSideMm = (part: InspectedBody): number => sides(part)[0]

const extensionOf = (name: string): string => `.${name.trim().toLowerCase().replace(/^\.+/, '')}`

const barRatio = ({ barLengthMm, barDiameterMm }: TurningFacts): number => ratio(barLengthMm, barDiameterMm)

/** Slenderness of what is turned below the bar's diameter; older analyses only know the bar. */
function turnedRatio({ stretches }: TurningFacts): number {
  if (!stretches) return Number.POSITIVE_INFINITY
  return stretches.reduce((most, { lengthMm, diameterMm }) => Math.max(most, ratio(lengthMm, diameterMm)), 0)
}

/** Cosines of 5 and 85°: live tools of a lathe stand along or across its axis. */
const along = 0.996
const across = 0.087

/** Holes and pockets of a turned part that stand askew to its axis. */
function slantedFeatures({ turning, holes, pockets }: FeatureFacts): ModelLocation[] {
  const isSlanted = (axis: Vec3): boolean => {
    const cosine = Math.abs(dot(axis, turning.axis))
    return cosine > across && cosine < along
  }

  return [
    ...holes.filter(({ axis }) => isSlanted(axis)).map(({ entry, faces }) => locationAt(entry, faces)),
    ...pockets.filter(({ axis }) => isSlanted(axis)).map(({ at, faces }) => locationAt(at, faces)),
  ]
}

/** Metrics of the file, its mesh and the overall shape. */
export const shapeMetrics = {
  'file.extension': ({ file }) => partValue(extensionOf(file.extension)),
  'file.kind': ({ file }) => partValue(file.kind),
  'file.fragments': ({ file }) => partValue(file.leftOut?.fragments ?? 0),
  'file.openSurfaces': ({ file }) => partValue(file.leftOut?.openSurfaces ?? 0),
  'mesh.openEdges': ({ body: { topology } }) =>
    partValue(
      topology.openEdges,
      topology.openPlaces.map((at) => ({ place: locationAt(at) })),
    ),
  'mesh.nonManifoldEdges': ({ body: { topology } }) =>
    partValue(
      topology.nonManifoldEdges,
      topology.nonManifoldPlaces.map((at) => ({ place: locationAt(at) })),
    ),
  // The zero volume of an open surface does not mean inverted normals.
  'mesh.signedVolume': ({ body }) => partValue(body.kind === 'solid' ? body.topology.signedVolumeMm3 : undefined),
  'mesh.shells': ({ file }) => partValue(file.bodies),
  // How far the exact figures were off, if others replaced them.
  'mass.replacedPct': ({ body: { mass } }) => {
    const { check } = mass
    if (!check || check.source === 'brep') return undefined
    return partValue(100 * Math.max(Math.abs(check.volumeDifference), Math.abs(check.areaDifference)))
  },
  'bbox.maxMm': (part) => partValue(longestSideMm(part)),
  'bbox.minMm': (part) => partValue(sides(part)[2]),
  'bbox.fitsEnvelope': ({ body }, { material, process }) => {
    const fit = fitOf(body, material.envelopes, process)
    return fit && { value: fit.fits, spots: [], compared: { sizeMm: fit.sizeMm, limitMm: fit.limitMm } }
  },
  // Mean of the two long sides over the short one: 40 for a plate of 100 × 60 × 2 mm. Warping grows
  // with the length.
  'shape.flatness': (part) => {
    const [long, middle, short] = sides(part)
    return partRatio(ratio((long + middle) / 2, short), long)
  },
  // Longest over second side, so that a rod is slender and a plate is not. What bends is the section.
  'shape.slenderness': (part) => {
    const [long, middle] = sides(part)
    return partRatio(ratio(long, middle), middle)
  },
  // Share of the stock block that becomes chips; a short part has no room to distort.
  'stock.removalPct': ({ body }) => {
    const [a, b, c] = body.shape.orientedBox.sizeMm
    if (body.kind === 'surface' || !(body.mass.volumeMm3 > 0)) return undefined
    return partRatio(Math.max(0, 100 * (1 - ratio(body.mass.volumeMm3, a * b * c))), a)
  },
  'turning.rotationalScore': ({ body }) => partValue(body.features.turning.rotationalScore),
  // What is turned below the bar's diameter bends, and never more than the bar as a whole.
  'turning.lengthToDiameter': ({ body: { features } }) =>
    partValue(Math.min(barRatio(features.turning), turnedRatio(features.turning))),
  // A bar that is only cut to length; its own slenderness matters for its straightness alone.
  'turning.plainBarRatio': ({ body: { features } }) =>
    turnedRatio(features.turning) < barRatio(features.turning) ? partValue(barRatio(features.turning)) : undefined,
  'turning.slantedFeatures': ({ body: { features } }) => countOf(slantedFeatures(features)),
  'draft.minDeg': ({ body }) => partValue(body.features.minDraftDeg),
  'cavity.enclosedCount': ({ body }) =>
    countSpots(
      body.cavities.enclosed.map(({ at, volumeMm3, thicknessMm }) => ({
        place: locationAt(at),
        sizeMm: thicknessMm ?? Math.cbrt(volumeMm3),
      })),
    ),
  always: () => partValue(true),
} satisfies { [M in MetricName]?: Measure }
