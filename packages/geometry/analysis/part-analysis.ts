import type { Box, Vec3 } from '../math/vector.ts'
import type { BodyFacts, DisplayMesh, FailedBody, LeftOut } from '../model/facts.ts'

/**
 * Raised when facts change their meaning or shape, so that a stored analysis of an earlier release
 * is not taken for a new upload of the same bytes.
 */
export const analysisVersion = 4

export type PartFormat = 'stl-binary' | 'stl-ascii' | 'step'

/** Known as soon as the file is read, and enough for a first price. */
export interface PartSummary {
  format: PartFormat
  unit: {
    /** `mm`, `inch` …, or the file's own name of an unknown unit. */
    name: string
    millimetres: number
    /** STEP files state their unit. For STL the customer chose one or millimetres were assumed. */
    source: 'file' | 'chosen' | 'assumed'
    /** The file uses several units. */
    mixed: boolean
    /** The size suggests that another unit was meant. */
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
  /** Number of solids and surfaces, copies included. */
  bodyCount: number
  /** Faces of a STEP file that belong to no solid. */
  looseFaces: number
  /** Analyses that an earlier release stored have none. */
  leftOut?: LeftOut
}

/** `display` is for the viewer, `thumbnail` for a small picture. */
export type ShownMesh = 'display' | 'thumbnail'

export interface AnalysedBody extends BodyFacts {
  /** Present only if requested. */
  display?: DisplayMesh
  thumbnail?: DisplayMesh
}

/** The full analysis of a file, with one entry per distinct body. */
export interface PartAnalysis extends PartSummary {
  /** Sides of the smallest box around all bodies, longest first. */
  orientedSizeMm: Vec3
  bodies: AnalysedBody[]
  failed: FailedBody[]
}
