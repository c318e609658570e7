import type { Box, Vec3 } from '../math/vector.ts'

export const surfaceKinds = ['plane', 'cylinder', 'cone', 'sphere', 'torus', 'freeform'] as const
export type SurfaceKind = (typeof surfaceKinds)[number]

/**
 * One face of a part, from the B-rep or fitted to triangles. All lengths in mm, all directions unit vectors.
 * - plane: `axis` is the outward normal.
 * - cylinder, cone, torus: `axis` through `origin`; `radiusMm` is the cylinder's, the cone's largest, the torus' major radius.
 * - sphere: `origin` is the centre.
 */
export interface Face {
  /** Its place in `FaceGraph.faces`; `triangleFaces` of the mesh points here. */
  id: number
  kind: SurfaceKind
  areaMm2: number
  centroid: Vec3
  box: Box
  origin: Vec3
  axis: Vec3
  radiusMm: number
  /** Torus: radius of the tube. Cone: smallest radius. */
  minorRadiusMm: number
  /** Cone: angle between axis and surface, in degrees (a 118° drill tip has 59). */
  halfAngleDeg: number
  /** Cylinder, cone, torus: from where to where along the axis, measured from `origin`. */
  axialRange: readonly [from: number, to: number]
  /** Cylinder, cone, sphere, torus: how far round the axis it goes; 360 is closed. */
  sweepDeg: number
  /** The material lies outside the curved surface, as in a hole or an inner fillet. */
  concave: boolean
  /** 1 from a B-rep; from triangles, how well the surface fits (1 = within the tessellation's own error). */
  confidence: number
}

/** The border between two faces (`a` < `b`), gathered over all their common edges that touch. */
export interface FaceEdge {
  a: number
  b: number
  lengthMm: number
  /** convex: the material fills less than half a turn (an outer corner); concave: an inner corner; smooth: tangent faces. */
  convexity: 'convex' | 'concave' | 'smooth'
  /** Angle between the two outward normals, in degrees, 0 when tangent. */
  turnDeg: number
  kind: 'line' | 'circle' | 'other'
  /** Circle: its radius; 0 otherwise. */
  radiusMm: number
  /** The edges close upon themselves: the rim of a hole. */
  closed: boolean
  midpoint: Vec3
}

export interface FaceGraph {
  source: 'brep' | 'mesh'
  faces: Face[]
  edges: FaceEdge[]
}
