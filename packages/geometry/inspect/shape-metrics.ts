import type { Vec3 } from '../math/vector.ts'
import { fitOf, longestFirst } from './envelope.ts'
import type { InspectedBody } from './inspection-request.ts'
import { countOf, locationAt, type Measure, partValue, ratio } from './measurement.ts'
import type { MetricName } from './rules/metric-names.ts'

/**
 * Sides of the oriented box (mm), longest first. The box as drawn would make a part larger, flatter
 * or more expensive when its file is rotated.
 */
const sides = ({ body }: InspectedBody): Vec3 => longestFirst(body.shape.orientedBox.sizeMm)

/** Longest side (mm); wall limits depend on it. */
export const longestSideMm = (part: InspectedBody): number => sides(part)[0]

const extensionOf = (name: string): string => `.${name.trim().toLowerCase().replace(/^\.+/, '')}`

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
  'bbox.maxMm': (part) => partValue(longestSideMm(part)),
  'bbox.minMm': (part) => partValue(sides(part)[2]),
  'bbox.fitsEnvelope': ({ body }, { material, process }) => {
    const fit = fitOf(body, material.envelopes, process)
    return fit && { value: fit.fits, spots: [], compared: { sizeMm: fit.sizeMm, limitMm: fit.limitMm } }
  },
  // Mean of the two long sides over the short one: 40 for a plate of 100 × 60 × 2 mm.
  'shape.flatness': (part) => {
    const [long, middle, short] = sides(part)
    return partValue(ratio((long + middle) / 2, short))
  },
  // Longest over second side, so that a rod is slender and a plate is not.
  'shape.slenderness': (part) => {
    const [long, middle] = sides(part)
    return partValue(ratio(long, middle))
  },
  // Share of the stock block that becomes chips.
  'stock.removalPct': ({ body }) => {
    const [a, b, c] = body.shape.orientedBox.sizeMm
    if (body.kind === 'surface' || !(body.mass.volumeMm3 > 0)) return undefined
    return partValue(Math.max(0, 100 * (1 - ratio(body.mass.volumeMm3, a * b * c))))
  },
  'turning.rotationalScore': ({ body }) => partValue(body.features.turning.rotationalScore),
  'turning.lengthToDiameter': ({ body: { features } }) =>
    partValue(ratio(features.turning.barLengthMm, features.turning.barDiameterMm)),
  'draft.minDeg': ({ body }) => partValue(body.features.minDraftDeg),
  'cavity.enclosedCount': ({ body }) => countOf(body.cavities.enclosed.map(({ at }) => locationAt(at))),
  always: () => partValue(true),
} satisfies { [M in MetricName]?: Measure }
