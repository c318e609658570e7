import { nextCorner, twinsOf } from '../faces/half-edges.ts'
import { normalInto, type Surface, signedDistance } from '../faces/surface.ts'
import { i32, u32 } from '../math/typed-access.ts'
import { add, cross, dot, lengthOf, scale, subtract, type Vec3, vec3At, vec3AtF32 } from '../math/vector.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'

export type Bend = 'convex' | 'concave'

/**
 * The surfaces that the triangles of a mesh approximate, as far as they are known. Lengths in mm.
 */
export interface TrueSurfaces {
  /**
   * Undefined for a freeform face, and for a fit so coarse that its facets may be meant as flats.
   */
  at(triangle: number): Surface | undefined
  /** Largest distance of the triangle's corners from a surface: rounding, or a bad fit. */
  residualMm(triangle: number, surface: Surface): number
  /** Largest height of the bent surface over a triangle, by the angles to the next triangles. */
  bulgeMm(triangle: number, bend: Bend): number
}

/** Just above that of a fit to strips so wide that they may be meant as flats. */
const minConfidence = 0.81

/** Triangles of one face that turn more from one to the next meet in a crease. */
const maxTurn = (35 * Math.PI) / 180

/** The surface of a face, for `signedDistance` in mm. */
function surfaceOfFace({ kind, confidence, ...face }: Face): Surface | undefined {
  if (kind === 'freeform' || confidence < minConfidence) return undefined

  const slope = (face.halfAngleDeg * Math.PI) / 180
  const toApex = kind === 'cone' ? face.axialRange[1] - face.radiusMm / Math.tan(slope) : 0
  return {
    kind,
    origin: add(face.origin, scale(face.axis, toApex)),
    axis: face.axis,
    radius: face.radiusMm,
    minor: face.minorRadiusMm,
    slope,
  }
}

const unknownSurfaces: TrueSurfaces = { at: () => undefined, residualMm: () => 0, bulgeMm: () => 0 }

/** The surfaces of a mesh whose triangles belong to the faces of a graph. */
export function trueSurfacesOf(
  mesh: TriangleMesh,
  triangleFaces: Uint32Array | undefined,
  graph: FaceGraph | undefined,
): TrueSurfaces {
  if (!triangleFaces || !graph) return unknownSurfaces

  const surfaces = graph.faces.map(surfaceOfFace)
  const isPlane = graph.faces.map(({ kind }) => kind === 'plane')
  const cornerAt = (corner: number): Vec3 => vec3AtF32(mesh.positions, 3 * u32(mesh.indices, corner))

  // Built on first use: few parts have freeform walls.
  let twins: Int32Array | undefined

  return {
    at: (triangle) => surfaces[u32(triangleFaces, triangle)],
    residualMm: (triangle, surface) => {
      const offs = [0, 1, 2].map((k) => Math.abs(signedDistance(surface, ...cornerAt(3 * triangle + k))))
      return Math.max(...offs)
    },
    bulgeMm: (triangle, bend) => {
      const face = u32(triangleFaces, triangle)
      if (isPlane[face]) return 0

      twins ??= twinsOf(mesh.indices, () => undefined)
      let highest = 0
      for (let h = 3 * triangle; h < 3 * triangle + 3; h++) {
        const twin = i32(twins, h)
        if (twin < 0 || u32(triangleFaces, Math.floor(twin / 3)) !== face) continue

        const hinge: Hinge = {
          from: cornerAt(h),
          to: cornerAt(nextCorner(h)),
          apex: cornerAt(nextCorner(nextCorner(h))),
          otherApex: cornerAt(nextCorner(nextCorner(twin))),
        }
        highest = Math.max(highest, bulgeOver(hinge, bend))
      }

      return highest
    },
  }
}

/** Two triangles beside an edge. */
interface Hinge {
  from: Vec3
  to: Vec3
  apex: Vec3
  otherApex: Vec3
}

/**
 * Over two chords of the lengths h and k a surface of curvature κ turns by α = κ (h + k) / 2 from
 * one to the next. In the middle of the first its height is κ h² / 8.
 */
function bulgeOver({ from, to, apex, otherApex }: Hinge, bend: Bend): number {
  const along = subtract(to, from)
  const normal = cross(along, subtract(apex, from))
  const otherNormal = cross(subtract(otherApex, from), along)

  const isConvex = dot(subtract(otherApex, from), normal) < 0
  if (isConvex !== (bend === 'convex')) return 0

  const turn = Math.atan2(lengthOf(cross(normal, otherNormal)), dot(normal, otherNormal))
  if (turn > maxTurn) return 0

  const edgeMm = lengthOf(along)
  const chordMm = lengthOf(normal) / edgeMm
  const otherChordMm = lengthOf(otherNormal) / edgeMm
  const heightMm = (turn * chordMm * chordMm) / (4 * (chordMm + otherChordMm))

  // NaN on triangles without area.
  return heightMm > 0 ? heightMm : 0
}

const normalBuffer = new Float64Array(3)

/** Unit normal of a surface near a point; undefined on the axis or at the centre. */
function normalNear(surface: Surface, [x, y, z]: Vec3): Vec3 | undefined {
  return normalInto(surface, x, y, z, normalBuffer) ? vec3At(normalBuffer, 0) : undefined
}

const maxRounds = 12

/**
 * Distance (mm) from one surface to another along the normal of the first at the foot of a point,
 * on the side of `direction`: by Newton's method from a first guess. Undefined if it does not
 * converge.
 */
export function distanceAlongNormal(
  from: Surface,
  to: Surface,
  near: Vec3,
  direction: Vec3,
  guessMm: number,
): number | undefined {
  const normal = normalNear(from, near)
  if (!normal) return undefined

  const foot = subtract(near, scale(normal, signedDistance(from, ...near)))
  const along = dot(normal, direction) < 0 ? scale(normal, -1) : normal

  let mm = guessMm
  for (let round = 0; round < maxRounds; round++) {
    const point = add(foot, scale(along, mm))
    const off = signedDistance(to, ...point)
    if (Math.abs(off) <= 1e-7 * guessMm) return mm

    const slope = normalNear(to, point)
    if (!slope) return undefined
    mm -= off / dot(slope, along)
  }

  return undefined
}
