import type { OpenCascadeInstance, TopoDS_Face } from 'replicad-opencascadejs'
import { add, cross, distance, lengthOf, scale, subtract, type Vec3 } from '../math/vector.ts'
import { type ExactMass, type FaceMass, volumeOf } from './brep-mass.ts'
import type { FaceSurface } from './brep-surfaces.ts'
import { scoped, toVec3AndFree } from './kernel-scope.ts'
import { subshapesOf } from './placed-shapes.ts'

/** No part has a narrower slit in a torus or a sphere. */
const maxWidthMm = 0.01

const pointsPerEdge = 16

/** Area and volume of a whole torus or sphere; undefined for surfaces that do not close. */
function wholeOf({ kind, radiusMm, minorRadiusMm }: FaceSurface): { areaMm2: number; volumeMm3: number } | undefined {
  if (kind === 'sphere') return { areaMm2: 4 * Math.PI * radiusMm ** 2, volumeMm3: (4 / 3) * Math.PI * radiusMm ** 3 }
  if (kind !== 'torus') return undefined
  return {
    areaMm2: 4 * Math.PI ** 2 * radiusMm * minorRadiusMm,
    volumeMm3: 2 * Math.PI ** 2 * radiusMm * minorRadiusMm ** 2,
  }
}

/**
 * Points along the border of a face, edge by edge in its direction. Edges with the face on both
 * sides are seams, or lines drawn on it, and no border.
 */
const borderOf = (occ: OpenCascadeInstance, face: TopoDS_Face): Vec3[][] =>
  scoped((keep) => {
    const edges = subshapesOf(occ, face, 'TopAbs_EDGE', 'TopAbs_SHAPE', keep).map((edge) => keep(occ.TopoDS.Edge(edge)))
    const lines: Vec3[][] = []

    for (const edge of edges) {
      const isOnBothSides = edges.some((other) => other !== edge && other.IsSame(edge))
      if (isOnBothSides || occ.BRep_Tool.Degenerated(edge)) continue

      const curve = keep(new occ.BRepAdaptor_Curve(edge))
      const first = curve.FirstParameter()
      const span = (curve.LastParameter() - first) / pointsPerEdge
      const line = Array.from({ length: pointsPerEdge + 1 }, (_, i) => toVec3AndFree(curve.EvalD0(first + i * span)))
      lines.push(edge.Orientation() === 'TopAbs_REVERSED' ? line.reverse() : line)
    }

    return lines
  })

/** The area inside a border and its length. */
function sizeOfBorder(lines: readonly Vec3[][], around: Vec3): { areaMm2: number; lengthMm: number } {
  let vector: Vec3 = [0, 0, 0]
  let lengthMm = 0
  for (const line of lines) {
    for (const [i, to] of line.entries()) {
      const from = line[i - 1]
      if (!from) continue
      vector = add(vector, cross(subtract(from, around), subtract(to, around)))
      lengthMm += distance(from, to)
    }
  }

  return { areaMm2: lengthOf(vector) / 2, lengthMm }
}

/**
 * The sliver that a face is meant to be, if the kernel took all of its torus or sphere but that.
 */
function sliverOf(
  occ: OpenCascadeInstance,
  face: TopoDS_Face,
  surface: FaceSurface,
  areaMm2: number,
): { mass: FaceMass; volumeMm3: number; centre: Vec3 } | undefined {
  const whole = wholeOf(surface)
  if (!whole || areaMm2 < whole.areaMm2 / 2) return undefined

  const border = borderOf(occ, face)
  const centroid = border[0]?.[0]
  if (!centroid) return undefined

  const sliver = sizeOfBorder(border, centroid)
  if (2 * sliver.areaMm2 > maxWidthMm * sliver.lengthMm) return undefined

  return { mass: { areaMm2: sliver.areaMm2, centroid }, volumeMm3: whole.volumeMm3, centre: surface.origin }
}

export interface WithoutSlivers {
  mass: ExactMass
  inverted: ReadonlySet<number>
  /** Area that the kernel counted too much. */
  excessMm2: number
}

/**
 * Finds faces that the kernel turned inside out, and the mass of the body without them. The border
 * of a sliver, a few µm wide, is too thin to tell its inside from its outside. On a torus or sphere
 * the kernel may take the outside: 802 mm² instead of 0.001 mm², and a volume that is not there.
 */
export function withoutInvertedSlivers(
  occ: OpenCascadeInstance,
  faces: readonly TopoDS_Face[],
  surfaces: readonly FaceSurface[],
  exact: ExactMass,
): WithoutSlivers {
  const masses = [...exact.faces]
  const inverted = new Set<number>()
  let { volumeMm3 } = exact
  let moment = scale(exact.centre, volumeMm3)
  let excessMm2 = 0

  for (const [i, face] of faces.entries()) {
    const areaMm2 = masses[i]?.areaMm2 ?? 0
    const sliver = sliverOf(occ, face, surfaces[i] as FaceSurface, areaMm2)
    if (!sliver) continue

    excessMm2 += areaMm2 - sliver.mass.areaMm2
    const excessMm3 = Math.sign(volumeOf(occ, face, true).volumeMm3) * sliver.volumeMm3
    volumeMm3 -= excessMm3
    moment = subtract(moment, scale(sliver.centre, excessMm3))
    masses[i] = sliver.mass
    inverted.add(i)
  }

  // A ring that is really slit would be nothing without its surface.
  const isPlausible = Math.abs(volumeMm3) > Math.abs(exact.volumeMm3) / 2
  if (inverted.size === 0 || !isPlausible) return { mass: exact, inverted: new Set(), excessMm2: 0 }

  const centre = scale(moment, 1 / volumeMm3)
  return { mass: { volumeMm3, centre, faces: masses }, inverted, excessMm2 }
}
