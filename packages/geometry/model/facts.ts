import type { Box, Vec3 } from '../math/vector.ts'
import type { FaceGraph, SurfaceKind } from './face-graph.ts'
import type { TriangleMesh } from './triangle-mesh.ts'

/** What is known of a part: the sections of one report, each filled by the folder of its name. Lengths in mm, angles in degrees. */

/** A place on the model to point at: a point, and the faces or triangles to highlight where known. */
export interface ModelLocation {
  at: Vec3
  /** Of the highlighted patch, where it has an extent. */
  areaMm2?: number
  faces?: number[]
}

export interface MassFacts {
  volumeMm3: number
  areaMm2: number
  box: Box
  centreOfMass: Vec3
  exactness: 'brep' | 'triangles'
}

export interface OrientedBox {
  centre: Vec3
  /** Unit vectors of the box' sides, right-handed, in the order of `sizeMm`. */
  axes: readonly [Vec3, Vec3, Vec3]
  /** Longest first. */
  sizeMm: Vec3
}

export interface ShapeFacts {
  orientedBox: OrientedBox
  hullVolumeMm3: number
  /** Area of the shadow cast along x, y and z. */
  projectedAreasMm2: Vec3
  /** Surface whose normal points below the horizon, as drawn (z up). */
  downwardAreaMm2: number
}

export interface Shell {
  id: number
  triangles: number
  /** Positive once oriented outwards; a cavity's is negative. */
  signedVolumeMm3: number
  areaMm2: number
  box: Box
  watertight: boolean
  role: 'body' | 'cavity'
  /** The shell directly around it, if any. */
  parent: number | undefined
  /** Its triangles were turned over to face outwards (or, in a cavity, inwards). */
  flipped: boolean
}

export interface TopologyFacts {
  watertight: boolean
  openEdges: number
  nonManifoldEdges: number
  /** Edges whose two triangles run the same way: one of them is inside out. Counted before repair. */
  misorientedEdges: number
  duplicateTriangles: number
  degenerateTriangles: number
  /** Up to 100 of each, in the order of the file. */
  openPlaces: Vec3[]
  nonManifoldPlaces: Vec3[]
  /** As the file has it, before repair: negative when the part is inside out. */
  signedVolumeMm3: number
  shells: Shell[]
}

export interface Hole {
  diameterMm: number
  depthMm: number
  through: boolean
  axis: Vec3
  /** Middle of the rim where a drill enters. */
  entry: Vec3
  bottom: 'open' | 'flat' | 'cone' | 'round' | 'other'
  counterbore: { diameterMm: number; depthMm: number } | undefined
  countersink: { diameterMm: number; angleDeg: number } | undefined
  /** Metric coarse threads whose tapping or nominal diameter this is, best first: `M6`. */
  threadCandidates: string[]
  /** From the hole's wall to the nearest outer side, measured across its axis; undefined where nothing is near. */
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
  /** Share of the surface, and of the sides alone (whichever is smaller), that turns with the best axis, 0 to 1. */
  rotationalScore: number
  turned: boolean
  axis: Vec3
  origin: Vec3
  barDiameterMm: number
  barLengthMm: number
  /** Round faces about the axis, outside and inside: what a lathe cuts one after the other. */
  roundFaces: number
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
  /** Round bosses and pins standing out of the part. */
  pins: { diameterMm: number; heightMm: number; wallMm: number | undefined; at: Vec3; faces: number[] }[]
  fillets: { radiusMm: number; concave: boolean; areaMm2: number; faces: number[] }[]
  /** Smallest radius of an inner corner a milling tool must follow; undefined when there is none. */
  minInternalRadius: { radiusMm: number; depthMm: number; place: ModelLocation } | undefined
  /** Inner corners between walls, with no radius at all. */
  sharpInternalCorners: ModelLocation[]
  sharpOuterEdgesMm: number
  /** Outer edges where the material comes to a point, sharpest first, up to 100: they cut, chip, or do not come out. */
  knifeEdges: { angleDeg: number; lengthMm: number; place: ModelLocation }[]
  /** Smallest draft of the side walls against the best pulling direction. */
  minDraftDeg: number | undefined
  turning: TurningFacts
}

export interface Region {
  /** The thinnest (or closest) value found in it. */
  valueMm: number
  areaMm2: number
  at: Vec3
  faces: number[]
}

export interface WallFacts {
  minMm: number
  maxMm: number
  minPlace: Vec3
  /** Share of the surface by thickness; `edgesMm` has one entry more than `shares`. */
  histogram: { edgesMm: number[]; shares: number[] }
  /** Patches thinner than the asked threshold, thinnest first. */
  thinRegions: Region[]
  /** Empty space between facing surfaces. */
  gap: { minMm: number; regions: Region[] } | undefined
  /** Height over thickness of the slimmest free-standing wall. */
  heightToThickness: number
  samples: number
}

export interface DetailFacts {
  /** Smallest width or depth of engraved or embossed detail; undefined when there is none. */
  minMm: number | undefined
  strokeMm: number | undefined
  place: Vec3 | undefined
}

export interface OverhangFacts {
  /** Area (mm²) of downward surface whose angle to the horizontal is below 10, 20, … 90 degrees, cumulative; drawn z up. */
  areaBelowDegMm2: number[]
  areaBelow45Pct: number
  regions: Region[]
  longestBridgeMm: number
}

export interface CavityFacts {
  /** Closed voids: no way out for powder or resin. */
  enclosed: { volumeMm3: number; at: Vec3 }[]
  /** Hollow spaces with a way out: the widest opening each. */
  escapes: { volumeMm3: number; openingDiameterMm: number; openings: number; at: Vec3 }[]
  supportsTrapped: boolean
}

export interface AccessFacts {
  /** The fewest of the candidate directions from which all reachable faces are seen. */
  setupDirections: Vec3[]
  /** Surface that a tool sees from none of the six main directions, in percent. */
  unreachableAreaPct: number
  /** Surface not seen along the best pulling direction, either way, in percent. */
  undercutPct: number
  pullDirection: Vec3
  unreachable: Region[]
}

/** A mesh to show: per-vertex normals, and `groups` of triangles that belong to one face. */
export interface DisplayMesh {
  positions: Float32Array
  normals: Float32Array
  indices: Uint32Array
  /** `[face, firstIndex, indexCount]` flattened; faces as in `FaceGraph`. */
  groups: Uint32Array
}

/** One distinct solid (or open surface) of a file. */
export interface BodyFacts {
  name: string
  /** How many equal ones the file holds. */
  count: number
  colour: Vec3 | undefined
  kind: 'solid' | 'surface'
  /** Rotation- and translation-invariant; equal solids have equal ones. */
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

/** The geometry a body's facts are taken from. */
export interface BodyGeometry {
  mesh: TriangleMesh
  /** Face of each triangle. */
  triangleFaces: Uint32Array
  faces: FaceGraph
}
