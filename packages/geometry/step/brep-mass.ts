import type { OpenCascadeInstance, TopoDS_Face, TopoDS_Shape } from 'replicad-opencascadejs'
import type { Vec3 } from '../math/vector.ts'
import { sumsOf } from '../mesh/measure-mesh.ts'
import type { MassCheck } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { refuse } from '../model/verdict.ts'
import { scoped, toVec3AndFree } from './kernel-scope.ts'

/** Largest relative error of the integral over a face. Without one a ground spring is 4 % off. */
const integrationError = 1e-5

export interface FaceMass {
  areaMm2: number
  centroid: Vec3
}

/** Exact area and centre of a face; undefined without a surface to integrate (tessellated). */
export const massOfFace = (occ: OpenCascadeInstance, face: TopoDS_Face): FaceMass | undefined =>
  scoped((keep) => {
    if (!occ.BRep_Tool.IsGeometric(face)) return undefined

    const properties = keep(new occ.GProp_GProps())
    occ.BRepGProp.SurfaceProperties(face, properties, integrationError, false)

    const areaMm2 = properties.Mass()
    const centroid = toVec3AndFree(properties.CentreOfMass())
    const isUsable = Number.isFinite(areaMm2) && centroid.every(Number.isFinite) && areaMm2 > 0
    return isUsable ? { areaMm2, centroid } : undefined
  })

/** Signed volume of a body, or of the cone from the origin of its location to a face. */
export const volumeOf = (
  occ: OpenCascadeInstance,
  shape: TopoDS_Shape,
  geometric: boolean,
): { volumeMm3: number; centre: Vec3 } =>
  scoped((keep) => {
    const properties = keep(new occ.GProp_GProps())
    if (geometric) occ.BRepGProp.VolumeProperties(shape, properties, integrationError, false, false)
    else occ.BRepGProp.VolumeProperties(shape, properties, false, false, true)

    const volumeMm3 = properties.Mass()
    const centre = toVec3AndFree(properties.CentreOfMass())
    if (!Number.isFinite(volumeMm3)) refuse('not-finite')
    return { volumeMm3, centre }
  })

/** What the kernel integrated. */
export interface ExactMass {
  /** Negative if the body is inside out. */
  volumeMm3: number
  centre: Vec3
  faces: readonly (FaceMass | undefined)[]
}

/** Volume and area by integration and by triangles may differ by this share. */
const maxDifference = 0.005

/** Arcs of 20° are 0.5 % longer than their chords: 1 % for the area of a face bent in two ways. */
const facetedArea = 0.01

/** Length of the sum of all area vectors of a closed mesh, as a share of its area: rounding. */
const vectorRounding = 1e-4

/** None for the volume of an open surface. */
const differenceOf = (exact: number, meshed: number): number => (exact > 0 && meshed > 0 ? exact / meshed - 1 : 0)

export interface Figures {
  volumeMm3: number
  areaMm2: number
  centre: Vec3
}

/** The finest triangles of a body. */
export interface MeshToCompare {
  mesh: TriangleMesh
  /** How far they may be off the surface. */
  deflectionMm: number
  /** Area of the curved faces. */
  curvedMm2: number
}

/**
 * Compares exact figures with those of the triangles, and returns the better founded ones. Within
 * what facets explain, these are the exact ones. Beyond it the triangles are, if they are closed
 * and the areas agree: they meet at the borders, and the surfaces do not. If the areas differ too,
 * either the mesh cuts corners or a face is wrong, and the kernel's check of the body decides.
 * `integrated` are the exact figures before any face was repaired.
 */
export function checkedFigures(
  { exact, integrated }: { exact: Figures; integrated: Figures },
  { mesh, deflectionMm, curvedMm2 }: MeshToCompare,
  isValid: boolean,
): { figures: Figures; check: MassCheck } {
  const { mass: meshed, vectorAreaMm2 } = sumsOf(mesh)
  const meshedVolumeMm3 = Math.abs(meshed.volumeMm3)
  const differencesOf = ({ volumeMm3, areaMm2 }: Figures) => ({
    volumeDifference: differenceOf(Math.abs(volumeMm3), meshedVolumeMm3),
    areaDifference: differenceOf(areaMm2, meshed.areaMm2),
  })

  // Twice the deflection, because the mesher does not always keep to it on freeform faces.
  const facetedVolume = (2 * curvedMm2 * deflectionMm) / meshedVolumeMm3
  const { volumeDifference, areaDifference } = differencesOf(exact)
  const volumesAgree = Math.abs(volumeDifference) <= maxDifference + facetedVolume
  const areasAgree = Math.abs(areaDifference) <= maxDifference + facetedArea
  const isMeshSound = vectorAreaMm2 <= vectorRounding * meshed.areaMm2 && (areasAgree || !isValid)

  if ((volumesAgree && areasAgree) || !isMeshSound) {
    const source = integrated === exact ? 'brep' : 'repaired'
    return { figures: exact, check: { source, ...differencesOf(integrated) } }
  }

  const areaMm2 = areasAgree ? exact.areaMm2 : meshed.areaMm2
  const figures = { volumeMm3: meshed.volumeMm3, areaMm2, centre: meshed.centreOfMass }
  return { figures, check: { source: 'triangles', ...differencesOf(integrated) } }
}
