import type { Vec3 } from '../math/vector.ts'
import type { Inspected } from './choice.ts'
import { fitOf, longestFirst } from './envelope.ts'
import { counted, type Measure, placeAt, ratio, whole } from './measured.ts'
import type { MetricName } from './rules/metric-names.ts'

/**
 * Sides of the oriented box (mm), longest first. Oriented, not as drawn: the axes of a file are an accident of drawing, and
 * a part must not become larger, flatter or costlier by being turned.
 */
const sides = ({ body }: Inspected): Vec3 => longestFirst(body.shape.orientedBox.sizeMm)

/** Longest side of a part (mm), by which walls are judged. */
export const longestSideMm = (part: Inspected): number => sides(part)[0]

const extensionOf = (name: string): string => `.${name.trim().toLowerCase().replace(/^\.+/, '')}`

/** The file, its mesh, and the part as one block. */
export const shapeMetrics = {
  'file.extension': ({ file }) => whole(extensionOf(file.extension)),
  'file.kind': ({ file }) => whole(file.kind),
  'mesh.openEdges': ({ body: { topology } }) =>
    whole(
      topology.openEdges,
      topology.openPlaces.map((at) => ({ place: placeAt(at) })),
    ),
  'mesh.nonManifoldEdges': ({ body: { topology } }) =>
    whole(
      topology.nonManifoldEdges,
      topology.nonManifoldPlaces.map((at) => ({ place: placeAt(at) })),
    ),
  // A surface without a solid encloses nothing: its zero volume is no sign of inverted normals.
  'mesh.signedVolume': ({ body }) => whole(body.kind === 'solid' ? body.topology.signedVolumeMm3 : undefined),
  'mesh.shells': ({ file }) => whole(file.bodies),
  'bbox.maxMm': (part) => whole(longestSideMm(part)),
  'bbox.minMm': (part) => whole(sides(part)[2]),
  'bbox.fitsEnvelope': ({ body }, { material, process }) => {
    const fit = fitOf(body, material.envelopes, process)
    return fit && { value: fit.fits, spots: [], compared: { sizeMm: fit.sizeMm, limitMm: fit.limitMm } }
  },
  // Mean of the two long sides over the short one: a plate of 100 × 60 × 2 mm has 40.
  'shape.flatness': (part) => {
    const [long, middle, short] = sides(part)
    return whole(ratio((long + middle) / 2, short))
  },
  // Longest over second side: a plate is flat, not slender; a rod is slender.
  'shape.slenderness': (part) => {
    const [long, middle] = sides(part)
    return whole(ratio(long, middle))
  },
  // Share of the block it is cut from that becomes chips.
  'stock.removalPct': ({ body }) => {
    const [a, b, c] = body.shape.orientedBox.sizeMm
    if (body.kind === 'surface' || !(body.mass.volumeMm3 > 0)) return undefined
    return whole(Math.max(0, 100 * (1 - ratio(body.mass.volumeMm3, a * b * c))))
  },
  'turning.rotationalScore': ({ body }) => whole(body.features.turning.rotationalScore),
  'turning.lengthToDiameter': ({ body: { features } }) =>
    whole(ratio(features.turning.barLengthMm, features.turning.barDiameterMm)),
  'draft.minDeg': ({ body }) => whole(body.features.minDraftDeg),
  'cavity.enclosedCount': ({ body }) => counted(body.cavities.enclosed.map(({ at }) => placeAt(at))),
  always: () => whole(true),
} satisfies { [M in MetricName]?: Measure }
