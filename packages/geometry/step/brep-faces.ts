import type { OpenCascadeInstance, TopoDS_Face } from 'replicad-opencascadejs'
import { num, u32 } from '../math/typed-access.ts'
import { add, type Box, cross, dot, lengthOf, scale, subtract, unit, type Vec3, vec3AtF32 } from '../math/vector.ts'
import type { Face } from '../model/face-graph.ts'
import { step, type Watch } from '../model/watch.ts'
import type { FaceMass } from './brep-mass.ts'
import type { BrepMesh } from './brep-mesh.ts'
import { type FaceSurface, freeform, normalAt, surfaceOf } from './brep-surfaces.ts'

/** Sums over the triangles of one face. */
interface FacePatch {
  min: [number, number, number]
  max: [number, number, number]
  /** Sum of the outward normals, whose lengths are twice the triangle areas. */
  normal: Vec3
  /** Positive if the outward side faces away from the surface's axis, centre or tube. */
  outwardness: number
  areaMm2: number
  /** Sum of triangle centres weighted by area. */
  moment: Vec3
}

const emptyPatch = (): FacePatch => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
  normal: [0, 0, 0],
  outwardness: 0,
  areaMm2: 0,
  moment: [0, 0, 0],
})

function grow(patch: FacePatch, point: Vec3): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = num(point, axis)
    if (value < num(patch.min, axis)) patch.min[axis] = value
    if (value > num(patch.max, axis)) patch.max[axis] = value
  }
}

function patchesOf({ mesh, triangleFaces }: BrepMesh, surfaces: readonly FaceSurface[]): FacePatch[] {
  const patches = surfaces.map(emptyPatch)
  const pointAt = (index: number): Vec3 => vec3AtF32(mesh.positions, 3 * u32(mesh.indices, index))

  for (let t = 0; t < triangleFaces.length; t++) {
    const face = u32(triangleFaces, t)
    const patch = patches[face] as FacePatch
    const surface = surfaces[face] as FaceSurface
    const a = pointAt(t * 3)
    const b = pointAt(t * 3 + 1)
    const c = pointAt(t * 3 + 2)

    for (const corner of [a, b, c]) grow(patch, corner)

    const normal = cross(subtract(b, a), subtract(c, a))
    const middle = scale(add(add(a, b), c), 1 / 3)
    const area = lengthOf(normal) / 2

    patch.normal = add(patch.normal, normal)
    patch.areaMm2 += area
    patch.moment = add(patch.moment, scale(middle, area))

    const outward = normalAt(surface, middle)
    if (outward) patch.outwardness += dot(normal, outward)
  }

  return patches
}

const boxOf = (patch: FacePatch, centroid: Vec3): Box =>
  patch.min[0] <= patch.max[0] ? { min: patch.min, max: patch.max } : { min: centroid, max: centroid }

/** The outward normal of a plane, the mean normal of a freeform face, else the axis. */
function axisOf({ kind, axis }: FaceSurface, patch: FacePatch): Vec3 {
  if (kind === 'freeform') return unit(patch.normal)
  return kind === 'plane' && patch.outwardness < 0 ? scale(axis, -1) : axis
}

/** The surface of each face; freeform if it is tessellated. */
export const surfacesOf = (occ: OpenCascadeInstance, shapes: readonly TopoDS_Face[], watch: Watch): FaceSurface[] =>
  shapes.map((shape, i) => {
    if (i % 256 === 0) step(watch, 'measuring', 0.5)
    return occ.BRep_Tool.IsGeometric(shape) ? surfaceOf(occ, shape) : freeform
  })

/**
 * The faces of a body in the kernel's sequence. Surfaces, areas and centres are exact. The outward
 * side, the box and the mean normal come from the triangles, which are already oriented.
 */
export function facesOfBody(
  surfaces: readonly FaceSurface[],
  { mesh, masses }: { mesh: BrepMesh; masses: readonly (FaceMass | undefined)[] },
): Face[] {
  const patches = patchesOf(mesh, surfaces)

  return surfaces.map((surface, id): Face => {
    const patch = patches[id] as FacePatch
    const middle = patch.areaMm2 > 0 ? scale(patch.moment, 1 / patch.areaMm2) : surface.origin
    const mass = masses[id] ?? { areaMm2: patch.areaMm2, centroid: middle }
    const isCurved = surface.kind !== 'plane' && surface.kind !== 'freeform'

    return {
      id,
      ...surface,
      ...mass,
      axis: axisOf(surface, patch),
      origin: surface.kind === 'freeform' ? mass.centroid : surface.origin,
      box: boxOf(patch, mass.centroid),
      concave: isCurved && patch.outwardness < 0,
      confidence: 1,
    }
  })
}
