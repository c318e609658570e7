import { u8, u32 } from '../math/typed-access.ts'
import type { BodyGeometry } from '../model/facts.ts'
import { triangleCount } from '../model/triangle-mesh.ts'

/** How finely bodies are triangulated. */
export interface MeshQuality {
  /** Largest distance from the surface, as a share of the body's diagonal. */
  deflectionShare: number
  /** Bounds of that distance. */
  minDeflectionMm: number
  maxDeflectionMm: number
  angleRad: number
}

export const defaultMeshQuality: MeshQuality = {
  deflectionShare: 0.001,
  minDeflectionMm: 1e-6,
  maxDeflectionMm: 0.2,
  angleRad: 0.35,
}

/**
 * Hull, smallest box and shadows of curved surfaces are computed from these triangles, with an
 * error of 0.05 % on a sphere. Details that are small compared to the body may stay coarse.
 */
const outlineQuality: MeshQuality = { ...defaultMeshQuality, deflectionShare: 7e-5 }

/** The curved faces of a body with more triangles are relatively small, and refining it is slow. */
const maxTrianglesToRefine = 100_000

/** A body whose usual triangles took longer is not refined. */
const maxUsualMs = 5000

/**
 * The kernel needs 250 µs for a triangle on the freeform face of a modelled thread, and its call
 * cannot be interrupted. A body with more such triangles is refined to 10 µm only, and not at all if
 * that would take longer than `maxRefiningMs`.
 */
const maxFreeformTriangles = 1000
const minFreeformDeflectionMm = 0.01
const maxRefiningMs = 10_000

/** Measured on modelled threads: the time grows faster than the number of triangles. */
const refiningExponent = 1.4

function countFreeformTriangles({ faces, triangleFaces }: BodyGeometry): number {
  const isFreeform = Uint8Array.from(faces.faces, ({ kind }) => (kind === 'freeform' ? 1 : 0))
  let count = 0
  for (let t = 0; t < triangleFaces.length; t++) count += u8(isFreeform, u32(triangleFaces, t))
  return count
}

/** Largest distance (mm) of the triangles from the surface of a body with this diagonal. */
export const deflectionMm = (
  { deflectionShare, minDeflectionMm, maxDeflectionMm }: MeshQuality,
  diagonalMm: number,
): number => Math.min(maxDeflectionMm, Math.max(minDeflectionMm, deflectionShare * diagonalMm))

/** The triangles that a body has, and how they were made. */
export interface UsualMesh {
  geometry: BodyGeometry
  quality: MeshQuality
  diagonalMm: number
  /** Processor time that they took; 0 if unknown. */
  usedMs: number
}

/** How finely to triangulate a body for its outline; undefined if that would take too long. */
export function outlineQualityOf({ geometry, quality, diagonalMm, usedMs }: UsualMesh): MeshQuality | undefined {
  if (triangleCount(geometry.mesh) > maxTrianglesToRefine || usedMs > maxUsualMs) return undefined
  if (countFreeformTriangles(geometry) <= maxFreeformTriangles) return outlineQuality

  const bounded = { ...outlineQuality, minDeflectionMm: minFreeformDeflectionMm }
  const finer = deflectionMm(quality, diagonalMm) / deflectionMm(bounded, diagonalMm)
  return usedMs * finer ** refiningExponent <= maxRefiningMs ? bounded : undefined
}
