import type { Box, Vec3 } from '../math/vector.ts'
import type { BodyFacts, DisplayMesh } from '../model/facts.ts'

export const partFormats = ['stl-binary', 'stl-ascii', 'step'] as const
export type PartFormat = (typeof partFormats)[number]

/** What is known of a whole file as soon as it is read: enough for a first price. Lengths in mm. */
export interface PartSummary {
  format: PartFormat
  unit: {
    /** `mm`, `inch` …; a unit that has no name here keeps the file's own. */
    name: string
    millimetres: number
    /** STEP states its unit; for STL one was chosen by the customer, or millimetres were assumed. */
    source: 'file' | 'chosen' | 'assumed'
    /** The file's parts are drawn in several units. */
    mixed: boolean
    /** The largest side is so small or so large that another unit was probably meant. */
    implausible: boolean
  }
  box: Box
  sizeMm: Vec3
  volumeMm3: number
  areaMm2: number
  triangles: number
  watertight: boolean
  openEdges: number
  nonManifoldEdges: number
  shells: number
  /** Separate solids and surfaces, equal ones counted each. */
  bodyCount: number
  /** Faces of a STEP file that belong to no solid. */
  looseFaces: number
}

/** `display` for the viewer, `thumbnail` for a small picture. */
export const shownMeshes = ['display', 'thumbnail'] as const
export type ShownMesh = (typeof shownMeshes)[number]

export interface AnalysedBody extends BodyFacts {
  /** Absent where not asked for. */
  display?: DisplayMesh
  thumbnail?: DisplayMesh
}

/** All that is known of a file: its sums, and one entry per distinct solid. */
export interface PartAnalysis extends PartSummary {
  /** Of the smallest box around all bodies as placed, longest side first. */
  orientedSizeMm: Vec3
  bodies: AnalysedBody[]
}
