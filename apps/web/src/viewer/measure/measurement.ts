import { cross, distance, dot, type FaceForm, lengthOf, subtract, type Vec3 } from '@cotation/geometry'

/** A measured point; `form` if it is on a face, not on a corner or an edge. */
export interface MeasuredPoint {
  at: Vec3
  form: FaceForm | undefined
}

export type Measure =
  | { kind: 'diameter'; mm: number }
  /**
   * Between parallel faces, between the axes of two round faces, or from an axis to a parallel
   * face.
   */
  | { kind: 'planes' | 'axes' | 'axisToPlane'; mm: number }
  /** Between the points themselves, and along x, y and z. */
  | { kind: 'points'; mm: number; along: Vec3 }

/** Directions that differ by less than 0.3° count as parallel. */
const parallel = Math.cos((0.3 * Math.PI) / 180)
const square = Math.sin((0.3 * Math.PI) / 180)

function betweenForms(one: FaceForm, other: FaceForm): Measure | undefined {
  const apart = subtract(other.at, one.at)
  if (one.kind === 'plane' && other.kind === 'plane') {
    return Math.abs(dot(one.normal, other.normal)) > parallel
      ? { kind: 'planes', mm: Math.abs(dot(apart, one.normal)) }
      : undefined
  }

  if (one.kind === 'cylinder' && other.kind === 'cylinder') {
    return Math.abs(dot(one.axis, other.axis)) > parallel
      ? { kind: 'axes', mm: lengthOf(cross(apart, one.axis)) }
      : undefined
  }

  const [round, flat] = one.kind === 'cylinder' ? [one, other] : [other, one]
  if (round.kind !== 'cylinder' || flat.kind !== 'plane') return undefined

  return Math.abs(dot(round.axis, flat.normal)) < square
    ? { kind: 'axisToPlane', mm: Math.abs(dot(apart, flat.normal)) }
    : undefined
}

/**
 * The measures of one or two points, in mm: diameters of round faces, distance of the faces,
 * distance of the points.
 */
export function measuresOf(points: readonly MeasuredPoint[]): Measure[] {
  const diameters = points.flatMap(({ form }): Measure[] =>
    form?.kind === 'cylinder' ? [{ kind: 'diameter', mm: form.diameterMm }] : [],
  )
  const [one, other] = points
  if (!one || !other) return diameters

  const faces = one.form && other.form && betweenForms(one.form, other.form)
  const along = subtract(other.at, one.at).map(Math.abs) as unknown as Vec3
  const direct: Measure = { kind: 'points', mm: distance(one.at, other.at), along }

  // Both points are on the same face.
  const between = faces && faces.mm > 1e-6 * direct.mm ? [faces] : []
  return [...diameters, ...between, direct]
}

/** A third point starts a new measurement. */
export const withPoint = (points: readonly MeasuredPoint[], next: MeasuredPoint): readonly MeasuredPoint[] =>
  points.length >= 2 ? [next] : [...points, next]
