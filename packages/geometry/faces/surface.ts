import { f64 } from '../math/typed-access.ts'
import { add, cross, perpendicular, scale, unit, type Vec3 } from '../math/vector.ts'
import type { SurfaceKind } from '../model/face-graph.ts'

export type FittedKind = Exclude<SurfaceKind, 'freeform'>

/**
 * A surface in the relative lengths of `Facets`. `radius` is the radius of a cylinder or sphere and
 * the major radius of a torus; `minor` is the radius of the torus' tube; `slope` the angle between
 * a cone's axis and its surface. A cone's `origin` is its apex, and its axis points to the wide
 * end.
 */
export interface Surface {
  kind: FittedKind
  origin: Vec3
  axis: Vec3
  radius: number
  minor: number
  slope: number
}

/**
 * Distance of a point from the surface, positive on the side its normal points to (away from axis,
 * centre or tube).
 */
export function signedDistance(surface: Surface, x: number, y: number, z: number): number {
  const { origin, axis } = surface
  const dx = x - origin[0]
  const dy = y - origin[1]
  const dz = z - origin[2]
  if (surface.kind === 'sphere') return Math.sqrt(dx * dx + dy * dy + dz * dz) - surface.radius

  const along = dx * axis[0] + dy * axis[1] + dz * axis[2]
  if (surface.kind === 'plane') return along

  const rx = dx - along * axis[0]
  const ry = dy - along * axis[1]
  const rz = dz - along * axis[2]
  const across = Math.sqrt(rx * rx + ry * ry + rz * rz)
  if (surface.kind === 'cylinder') return across - surface.radius
  if (surface.kind === 'cone') return across * Math.cos(surface.slope) - along * Math.sin(surface.slope)

  const out = across - surface.radius
  return Math.sqrt(out * out + along * along) - surface.minor
}

/** Signed distances of the points (x, y, z, …) from the surface. */
export function distancesInto(surface: Surface, points: Float64Array, out: Float64Array): void {
  for (let p = 0, i = 0; p < points.length; p += 3, i++) {
    out[i] = signedDistance(surface, f64(points, p), f64(points, p + 1), f64(points, p + 2))
  }
}

/** Two unit vectors perpendicular to a unit vector and to each other. */
export function acrossOf(axis: Vec3): readonly [Vec3, Vec3] {
  const u = perpendicular(axis)
  return [u, unit(cross(axis, u))]
}

/**
 * The number of a surface's free parameters, in this sequence: shift across the axis ×2, shift
 * along it (except the cylinder), tilt ×2 (except the sphere), radius (except the cone), then the
 * torus' minor radius or the cone's slope.
 */
export const freedomsOf: Record<FittedKind, number> = { plane: 0, sphere: 4, cylinder: 5, cone: 6, torus: 7 }

/** The surface after a change of its free parameters. */
export function changedBy(surface: Surface, by: Float64Array): Surface {
  const { kind, origin, axis } = surface
  const [u, v] = acrossOf(axis)
  let next = 0
  const take = (): number => f64(by, next++)
  const shift = add(scale(u, take()), scale(v, take()))
  const along = kind === 'cylinder' ? 0 : take()
  const tilt = kind === 'sphere' ? undefined : add(scale(u, take()), scale(v, take()))

  return {
    kind,
    origin: add(origin, add(shift, scale(axis, along))),
    axis: tilt ? unit(add(axis, tilt)) : axis,
    radius: kind === 'cone' ? surface.radius : surface.radius + take(),
    minor: kind === 'torus' ? surface.minor + take() : surface.minor,
    slope: kind === 'cone' ? surface.slope + take() : surface.slope,
  }
}

/**
 * Derivatives of `distancesInto` by the free parameters, row by row. With e the unit vector from
 * the axis to the point, a shift by s changes the distance from the axis by -e·s and the height by
 * -a·s; a tilt towards u changes them by -height (e·u) and by across (e·u).
 */
export function slopesInto(surface: Surface, points: Float64Array, out: Float64Array): void {
  const { kind, origin, axis, radius, slope } = surface
  const [u, v] = acrossOf(axis)
  const sine = Math.sin(slope)
  const cosine = Math.cos(slope)
  let i = 0

  for (let p = 0; p < points.length; p += 3) {
    const dx = f64(points, p) - origin[0]
    const dy = f64(points, p + 1) - origin[1]
    const dz = f64(points, p + 2) - origin[2]
    const height = dx * axis[0] + dy * axis[1] + dz * axis[2]
    const ru = dx * u[0] + dy * u[1] + dz * u[2]
    const rv = dx * v[0] + dy * v[1] + dz * v[2]
    const across = Math.max(Math.sqrt(ru * ru + rv * rv), 1e-12)
    const eu = ru / across
    const ev = rv / across

    if (kind === 'sphere') {
      const length = Math.max(Math.sqrt(across * across + height * height), 1e-12)
      out[i++] = -ru / length
      out[i++] = -rv / length
      out[i++] = -height / length
      out[i++] = -1
      continue
    }

    // Derivatives of the distance by the distance from the axis and by the height.
    let byAcross = 1
    let byHeight = 0
    if (kind === 'cone') {
      byAcross = cosine
      byHeight = -sine
    } else if (kind === 'torus') {
      const tube = Math.max(Math.sqrt((across - radius) * (across - radius) + height * height), 1e-12)
      byAcross = (across - radius) / tube
      byHeight = height / tube
    }

    out[i++] = -byAcross * eu
    out[i++] = -byAcross * ev
    if (kind !== 'cylinder') out[i++] = -byHeight

    const tilt = byHeight * across - byAcross * height
    out[i++] = tilt * eu
    out[i++] = tilt * ev

    if (kind === 'cone') out[i++] = -across * sine - height * cosine
    else {
      out[i++] = -byAcross
      if (kind === 'torus') out[i++] = -1
    }
  }
}

/**
 * Writes the unit normal at the foot of a point into `out`; false where there is none (on the axis,
 * at the centre).
 */
export function normalInto(surface: Surface, x: number, y: number, z: number, out: Float64Array): boolean {
  const { origin, axis } = surface
  if (surface.kind === 'plane') {
    out.set(axis)
    return true
  }

  let dx = x - origin[0]
  let dy = y - origin[1]
  let dz = z - origin[2]
  if (surface.kind !== 'sphere') {
    const along = dx * axis[0] + dy * axis[1] + dz * axis[2]
    dx -= along * axis[0]
    dy -= along * axis[1]
    dz -= along * axis[2]

    const across = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (!(across > 1e-9)) return false

    let radial = 1 / across
    let axial = 0
    if (surface.kind === 'cone') {
      radial *= Math.cos(surface.slope)
      axial = -Math.sin(surface.slope)
    } else if (surface.kind === 'torus') {
      radial *= across - surface.radius
      axial = along
    }

    dx = dx * radial + axial * axis[0]
    dy = dy * radial + axial * axis[1]
    dz = dz * radial + axial * axis[2]
  }

  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  if (!(length > 1e-12)) return false

  out[0] = dx / length
  out[1] = dy / length
  out[2] = dz / length

  return true
}

/**
 * How far a vertex may be off the surface, as a share of the part and of the smallest radius (else
 * a tiny fillet would fit anything). A modeller places vertices on its surfaces very exactly:
 * `tight` keeps a cylinder from leaking into the fillet tangent to it. `loose` is for rounded,
 * scanned or approximated meshes. `slack` only serves to check whether a surface ends where it
 * seems to, in direction (`lean`, a factor) as well as in distance.
 */
export const fineness = {
  tight: { ofPart: 1e-5, ofRadius: 0.002, lean: 1 },
  loose: { ofPart: 1e-4, ofRadius: 0.01, lean: 1 },
  slack: { ofPart: 4e-4, ofRadius: 0.04, lean: 2.5 },
} as const

export type Fineness = keyof typeof fineness

/** How far a vertex may be off the surface, never less than rounding alone explains. */
export function toleranceOf(surface: Surface, noise: number, level: Fineness): number {
  const { kind, radius, minor } = surface
  let smallest = 1
  if (kind === 'torus') smallest = minor
  else if (kind === 'cylinder' || kind === 'sphere') smallest = radius

  const { ofPart, ofRadius } = fineness[level]
  return Math.max(8 * noise, 1e-6, Math.min(ofPart, ofRadius * smallest))
}
