import type { Box, Vec3 } from '../math/vector.ts'

export const surfaceKinds = ['plane', 'cylinder', 'cone', 'sphere', 'torus', 'freeform'] as const
export type SurfaceKind = (typeof surfaceKinds)[number]

/**
 * One face of a part, from the B-rep or fitted to triangles. All directions are unit vectors.
 * - plane: `axis` is the outward normal.
 * - cylinder, cone, torus: `axis` passes through `origin`; `radiusMm` is the cylinder's radius, the
 *   cone's largest or the torus' major radius.
 * - sphere: `origin` is the centre.
 */
export interface Face {
  /** Index in `FaceGraph.faces`; `triangleFaces` of the mesh refers to it. */
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
  /** Cylinder, cone, torus: extent along the axis, relative to `origin`. */
  axialRange: readonly [from: number, to: number]
  /** Cylinder, cone, sphere, torus: angle covered around the axis; 360 is closed. */
  sweepDeg: number
  /** The material lies outside the curved surface, as in a hole or an inner fillet. */
  concave: boolean
  /** 1 from a B-rep; from triangles, the quality of fit (1: within the tessellation error). */
  confidence: number
}

/** The border between two faces (`a` < `b`): all their connected common edges. */
export interface FaceEdge {
  a: number
  b: number
  lengthMm: number
  /** convex: outer corner, material under 180°; concave: inner corner; smooth: tangent faces. */
  convexity: 'convex' | 'concave' | 'smooth'
  /** Angle between the two outward normals, in degrees, 0 when tangent. */
  turnDeg: number
  kind: 'line' | 'circle' | 'other'
  /** Radius of a circle, else 0. */
  radiusMm: number
  /** The edges form a closed loop, such as the rim of a hole. */
  closed: boolean
  midpoint: Vec3
}

export interface FaceGraph {
  source: 'brep' | 'mesh'
  faces: Face[]
  edges: FaceEdge[]
}
