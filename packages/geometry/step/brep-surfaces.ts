import type { BRepAdaptor_Surface, OpenCascadeInstance, TopoDS_Face } from 'replicad-opencascadejs'
import { add, cross, dot, lengthOf, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { SurfaceKind } from '../model/face-graph.ts'
import { scoped, toVec3AndFree } from './kernel-scope.ts'

/** The surface of a face; fields as in `Face`. The axis of a cone points to its wide end. */
export interface FaceSurface {
  kind: SurfaceKind
  origin: Vec3
  axis: Vec3
  radiusMm: number
  minorRadiusMm: number
  halfAngleDeg: number
  axialRange: readonly [from: number, to: number]
  sweepDeg: number
}

const kinds: Record<string, SurfaceKind> = {
  GeomAbs_Plane: 'plane',
  GeomAbs_Cylinder: 'cylinder',
  GeomAbs_Cone: 'cone',
  GeomAbs_Sphere: 'sphere',
  GeomAbs_Torus: 'torus',
}

export const freeform: FaceSurface = {
  kind: 'freeform',
  origin: [0, 0, 0],
  axis: [0, 0, 1],
  radiusMm: 0,
  minorRadiusMm: 0,
  halfAngleDeg: 0,
  axialRange: [0, 0],
  sweepDeg: 0,
}

/** Parameter bounds of a face; infinite ones are clamped. */
interface Bounds {
  u: readonly [number, number]
  v: readonly [number, number]
}

const maxParameter = 1e6
const clamp = (value: number): number =>
  Number.isFinite(value) ? Math.min(maxParameter, Math.max(-maxParameter, value)) : 0

const degrees = (radians: number): number => (radians * 180) / Math.PI
const middle = (a: Vec3, b: Vec3): Vec3 => scale(add(a, b), 0.5)

/** Distance of points that define an axis: far enough to ignore rounding, yet near the part. */
const reach = 100

function planeOf(at: (u: number, v: number) => Vec3): FaceSurface {
  const origin = at(0, 0)
  const x = subtract(at(reach, 0), origin)
  const y = subtract(at(0, reach), origin)
  return { ...freeform, kind: 'plane', origin, axis: unit(cross(x, y)) }
}

/** Cylinder and cone are both `radius(v)` around an axis; a cylinder has a constant radius. */
function coneOf(at: (u: number, v: number) => Vec3, { u, v }: Bounds, kind: 'cylinder' | 'cone'): FaceSurface {
  const near = at(0, 0)
  const nearAcross = at(Math.PI, 0)
  const far = at(0, reach)
  const farAcross = at(Math.PI, reach)

  const origin = middle(near, nearAcross)
  const along = subtract(middle(far, farAcross), origin)
  const axis = unit(along)

  const outward = unit(subtract(lengthOf(subtract(near, origin)) > 1e-9 ? near : far, origin))
  const radius = dot(subtract(near, origin), outward)
  const growth = kind === 'cylinder' ? 0 : (dot(subtract(far, origin), outward) - radius) / reach

  const perV = lengthOf(along) / reach
  const ends = [radius + growth * v[0], radius + growth * v[1]].map(Math.abs)
  const range = [v[0] * perV, v[1] * perV] as const
  const widens = growth >= 0

  return {
    kind,
    origin,
    axis: widens ? axis : scale(axis, -1),
    radiusMm: kind === 'cylinder' ? radius : Math.max(...ends),
    minorRadiusMm: kind === 'cylinder' ? 0 : Math.min(...ends),
    halfAngleDeg: kind === 'cylinder' ? 0 : degrees(Math.atan2(Math.abs(growth), perV)),
    axialRange: widens ? range : [-range[1], -range[0]],
    sweepDeg: Math.min(360, degrees(u[1] - u[0])),
  }
}

/** Lowest and highest `radius · sin(v)` over a range of angles. */
function sineRange(radius: number, [from, to]: readonly [number, number]): readonly [number, number] {
  const reaches = (angle: number) => Math.ceil((from - angle) / (2 * Math.PI)) * 2 * Math.PI + angle <= to
  const ends = [radius * Math.sin(from), radius * Math.sin(to)]
  return [reaches(-Math.PI / 2) ? -radius : Math.min(...ends), reaches(Math.PI / 2) ? radius : Math.max(...ends)]
}

function sphereOf(at: (u: number, v: number) => Vec3, { u, v }: Bounds): FaceSurface {
  const south = at(0, -Math.PI / 2)
  const north = at(0, Math.PI / 2)
  const radius = lengthOf(subtract(north, south)) / 2

  return {
    ...freeform,
    kind: 'sphere',
    origin: middle(south, north),
    axis: unit(subtract(north, south)),
    radiusMm: radius,
    axialRange: sineRange(radius, v),
    sweepDeg: Math.min(360, degrees(u[1] - u[0])),
  }
}

function torusOf(at: (u: number, v: number) => Vec3, { u, v }: Bounds): FaceSurface {
  const outer = at(0, 0)
  const across = at(Math.PI, 0)
  const top = at(0, Math.PI / 2)
  const topAcross = at(Math.PI, Math.PI / 2)
  const origin = middle(outer, across)
  const up = subtract(middle(top, topAcross), origin)
  const minor = lengthOf(up)

  return {
    ...freeform,
    kind: 'torus',
    origin,
    axis: unit(up),
    radiusMm: lengthOf(subtract(top, topAcross)) / 2,
    minorRadiusMm: minor,
    axialRange: sineRange(minor, v),
    sweepDeg: Math.min(360, degrees(u[1] - u[0])),
  }
}

/**
 * Reads the surface of a face. Its parameters are computed from points, which works for any
 * location, scale or handedness; this build of the kernel has no access to cones and tori.
 */
export const surfaceOf = (occ: OpenCascadeInstance, face: TopoDS_Face): FaceSurface =>
  scoped((keep) => {
    const surface: BRepAdaptor_Surface = keep(new occ.BRepAdaptor_Surface(face, true))
    const kind = kinds[surface.GetType()] ?? 'freeform'
    if (kind === 'freeform') return freeform

    const at = (u: number, v: number): Vec3 => toVec3AndFree(surface.EvalD0(u, v))
    if (kind === 'plane') return planeOf(at)

    const bounds: Bounds = {
      u: [clamp(surface.FirstUParameter()), clamp(surface.LastUParameter())],
      v: [clamp(surface.FirstVParameter()), clamp(surface.LastVParameter())],
    }
    if (kind === 'sphere') return sphereOf(at, bounds)

    return kind === 'torus' ? torusOf(at, bounds) : coneOf(at, bounds, kind)
  })

/** Normal of a plane, or direction away from axis, centre or tube; undefined if freeform. */
export function normalAt(surface: FaceSurface, point: Vec3): Vec3 | undefined {
  const { kind, origin, axis } = surface
  if (kind === 'freeform') return undefined
  if (kind === 'plane') return axis

  const from = subtract(point, origin)
  if (kind === 'sphere') return unit(from)

  const outward = subtract(from, scale(axis, dot(from, axis)))
  const radial = lengthOf(outward) > 1e-12 ? unit(outward) : perpendicular(axis)
  if (kind === 'cylinder') return radial
  if (kind === 'torus') return unit(subtract(from, scale(radial, surface.radiusMm)))

  const slope = (surface.halfAngleDeg * Math.PI) / 180
  return subtract(scale(radial, Math.cos(slope)), scale(axis, Math.sin(slope)))
}
