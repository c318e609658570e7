import type { Box, Vec3 } from '../math/vector.ts'
import type { FaceGraph, SurfaceKind } from './face-graph.ts'
import type { TriangleMesh } from './triangle-mesh.ts'
import type { Refusal } from './verdict.ts'

/** The facts about a part, one interface per section. Lengths in mm, angles in degrees. */

/** A point on the model, with the faces to highlight if known. */
export interface ModelLocation {
  at: Vec3
  /** Area of the highlighted patch. */
  areaMm2?: number
  faces?: number[]
}

/** How the exact figures of a B-rep compare with those of its triangles. */
export interface MassCheck {
  /** `repaired`: exact, except for faces that are invalid and contradict their triangles. */
  source: 'brep' | 'repaired' | 'triangles'
  /** Share by which the exact figure exceeds that of the triangles, before any replacement. */
  volumeDifference: number
  areaDifference: number
}

export interface MassFacts {
  volumeMm3: number
  areaMm2: number
  box: Box
  centreOfMass: Vec3
  exactness: 'brep' | 'triangles'
  /** Missing for a mesh, and in analyses made before 2026-11-16. */
  check?: MassCheck
}

export interface OrientedBox {
  centre: Vec3
  /** Right-handed unit vectors of the sides, in the sequence of `sizeMm`. */
  axes: readonly [Vec3, Vec3, Vec3]
  /** Longest first. */
  sizeMm: Vec3
}

export interface ShapeFacts {
  orientedBox: OrientedBox
  hullVolumeMm3: number
  /** Projected area along x, y and z. */
  projectedAreasMm2: Vec3
  /** Area of surfaces that face downwards (z is up). */
  downwardAreaMm2: number
  /**
   * Measured on the triangles of the display, because finer ones would have taken too long: curved
   * outlines may be up to 1 % too small. Missing in facts that an earlier release stored.
   */
  isCoarse?: boolean
}

export interface Shell {
  id: number
  triangles: number
  /** After orientation: positive for a body, negative for a cavity. */
  signedVolumeMm3: number
  areaMm2: number
  box: Box
  watertight: boolean
  role: 'body' | 'cavity'
  /** The shell directly around it. */
  parent: number | undefined
  /** Its triangles were flipped to face out of the material. */
  flipped: boolean
}

export interface TopologyFacts {
  watertight: boolean
  openEdges: number
  nonManifoldEdges: number
  /** Edges whose two triangles have opposite orientations. Counted before repair. */
  misorientedEdges: number
  duplicateTriangles: number
  degenerateTriangles: number
  /** Up to 100 of each, in the sequence of the file. */
  openPlaces: Vec3[]
  nonManifoldPlaces: Vec3[]
  /** Before repair: negative if the part is inside out. */
  signedVolumeMm3: number
  shells: Shell[]
}

export interface Hole {
  diameterMm: number
  depthMm: number
  through: boolean
  axis: Vec3
  /** Centre of the rim where a drill enters. */
  entry: Vec3
  bottom: 'open' | 'flat' | 'cone' | 'round' | 'other'
  counterbore: { diameterMm: number; depthMm: number } | undefined
  countersink: { diameterMm: number; angleDeg: number } | undefined
  /** Metric coarse threads with this tapping or nominal diameter, best first: `M6`. */
  threadCandidates: string[]
  /** Distance from wall to nearest outer side, across the axis; undefined if none is near. */
  edgeDistanceMm: number | undefined
  faces: number[]
  confidence: number
}

export interface Pocket {
  depthMm: number
  widthMm: number
  lengthMm: number
  cornerRadiusMm: number
  axis: Vec3
  through: boolean
  at: Vec3
  faces: number[]
  confidence: number
}

export interface TurningFacts {
  /** Share (0 to 1) of the surface that is round about the best axis, or of its sides if less. */
  rotationalScore: number
  turned: boolean
  axis: Vec3
  origin: Vec3
  barDiameterMm: number
  barLengthMm: number
  /** Number of round faces about the axis, outside and inside. */
  roundFaces: number
  /** Number of planes along the axis, outside of holes and pockets. Missing in older analyses. */
  flats?: number
  /**
   * Stretches of the outside that are turned below the bar's own diameter, slenderest first. A rod
   * cut from ground bar has none. Missing in older analyses.
   */
  stretches?: { lengthMm: number; diameterMm: number }[]
}

/** A thread that is drawn with its helix. */
export interface ModelledThread {
  /** Over the crests of an outer thread, of the bore of an inner one. */
  diameterMm: number
  internal: boolean
  /** Area of the flanks and the root. */
  areaMm2: number
  /** Flanks, root, and the bore of an inner thread. */
  faces: number[]
}

export interface FeatureFacts {
  source: 'brep' | 'mesh'
  confidence: number
  faceCount: number
  areaByKindMm2: Record<SurfaceKind, number>
  smallestFaceMm2: number
  largestFaceMm2: number
  freeformShare: number
  holes: Hole[]
  pockets: Pocket[]
  /** Round bosses and pins. */
  pins: { diameterMm: number; heightMm: number; wallMm: number | undefined; at: Vec3; faces: number[] }[]
  fillets: { radiusMm: number; concave: boolean; areaMm2: number; faces: number[] }[]
  /** Smallest radius of an inner corner that a milling tool must follow. */
  minInternalRadius: { radiusMm: number; depthMm: number; place: ModelLocation } | undefined
  /** Inner corners between walls without any radius. */
  sharpInternalCorners: ModelLocation[]
  sharpOuterEdgesMm: number
  /** Up to 100 acute outer edges, sharpest first: they cut, chip or cannot be made. */
  knifeEdges: { angleDeg: number; lengthMm: number; place: ModelLocation }[]
  /** Smallest draft of the side walls relative to the best pull direction. */
  minDraftDeg: number | undefined
  turning: TurningFacts
  /** Missing in older analyses. */
  modelledThreads?: ModelledThread[]
}

export interface Region {
  /** The smallest value in the region. */
  valueMm: number
  areaMm2: number
  at: Vec3
  faces: number[]
}

/**
 * Surface (mm²) below each of the thicknesses 0.05, 0.1, 0.15 … mm, knife edges left out: how much
 * of a part is too thin depends on the limit of the process.
 */
export type AreaByThickness = number[]

export interface ThinRegion extends Region {
  /** Up to 1 mm. Missing in older analyses. */
  areaBelowMm2?: AreaByThickness
}

export interface WallFacts {
  minMm: number
  maxMm: number
  minPlace: Vec3
  /** Share of the surface by thickness; `edgesMm` has one more entry than `shares`. */
  histogram: { edgesMm: number[]; shares: number[] }
  /** Patches thinner than the threshold, thinnest first. */
  thinRegions: ThinRegion[]
  /** Area of the whole part by thickness, up to 3 mm. Missing in older analyses. */
  areaBelowMm2?: AreaByThickness
  /** Empty space between facing surfaces. */
  gap: { minMm: number; regions: Region[] } | undefined
  /** Height over thickness of the slimmest free-standing wall. */
  heightToThickness: number
  /** That wall. Missing if there is none, and in older analyses. */
  slimmestWall?: { heightMm: number; thicknessMm: number; at: Vec3 }
  samples: number
}

export interface DetailFacts {
  /** Smallest width or depth of engraved or embossed details. */
  minMm: number | undefined
  strokeMm: number | undefined
  place: Vec3 | undefined
  /** The faces on both sides of `place`, and the narrowest stroke. Missing in older analyses. */
  faces?: number[]
  narrowest?: ModelLocation
}

export interface OverhangFacts {
  /** Cumulative area of downward surfaces at under 10, 20, … 90° to the horizontal (z is up). */
  areaBelowDegMm2: number[]
  areaBelow45Pct: number
  regions: Region[]
  longestBridgeMm: number
}

export interface CavityFacts {
  /** Closed voids, from which powder and resin cannot escape. */
  enclosed: {
    volumeMm3: number
    at: Vec3
    /** Thickness of a slit; for a ball two thirds of its radius. Missing in older analyses. */
    thicknessMm?: number
  }[]
  /** Hollow spaces with openings; `openingDiameterMm` is the widest. */
  escapes: { volumeMm3: number; openingDiameterMm: number; openings: number; at: Vec3 }[]
  supportsTrapped: boolean
}

/** A slot with an open end and wider inside than at its mouth, such as a T-slot or a dovetail. */
export interface UndercutSlot extends ModelLocation {
  areaMm2: number
  axis: Vec3
  lengthMm: number
  /** Analyses of earlier releases measured none, and took all slots for open at both ends. */
  openEnds?: 1 | 2
  /** The narrowest width across the undercut part. */
  widthMm: number
}

/** A recess of a turned part that a tool reaches only through a narrower mouth. */
export interface LatheRecess extends ModelLocation {
  areaMm2: number
  /** Radially, beyond the mouth. */
  depthMm: number
  /** Diameter of the mouth; 0 if no tool enters. */
  mouthMm: number
}

export interface AccessFacts {
  /** The smallest set of candidate directions from which all reachable faces are visible. */
  setupDirections: Vec3[]
  /** Share of the surface that is visible from none of the six main directions. */
  unreachableAreaPct: number
  /** Share of the surface that is hidden along the best pull direction, both ways. */
  undercutPct: number
  pullDirection: Vec3
  unreachable: Region[]
  /** Largest first. Missing in older analyses. */
  undercutSlots?: UndercutSlot[]
  /** Deepest first, measured on parts that may be turned. Missing in older analyses. */
  latheRecesses?: LatheRecess[]
}

/** A mesh for rendering, with a normal per vertex and `groups` of the triangles of one face. */
export interface DisplayMesh {
  positions: Float32Array
  normals: Float32Array
  indices: Uint32Array
  /** `[face, firstIndex, indexCount]` flattened; faces as in `FaceGraph`. */
  groups: Uint32Array
}

/** What a file contains beside its parts. It is in none of the figures. */
export interface LeftOut {
  /** Shells of a mesh that are far too small for a part: slivers, doubled triangles, specks. */
  fragments: number
  /** Open surfaces of a STEP file beside its solids, such as construction planes. */
  openSurfaces: number
}

/** A body that could not be measured, while others of its file were. */
export interface FailedBody {
  name: string
  /** Number of equal bodies in the file. */
  count: number
  refusal: Refusal
}

/** One distinct solid or open surface of a file. */
export interface BodyFacts {
  name: string
  /** Number of equal bodies in the file. */
  count: number
  colour: Vec3 | undefined
  kind: 'solid' | 'surface'
  /** Equal for equal bodies, independent of rotation and translation. */
  fingerprint: string
  triangles: number
  mass: MassFacts
  shape: ShapeFacts
  topology: TopologyFacts
  features: FeatureFacts
  walls: WallFacts
  details: DetailFacts
  overhang: OverhangFacts
  cavities: CavityFacts
  access: AccessFacts
}

/** The geometry that the facts of a body are measured on. */
export interface BodyGeometry {
  mesh: TriangleMesh
  /** Face of each triangle. */
  triangleFaces: Uint32Array
  faces: FaceGraph
}
