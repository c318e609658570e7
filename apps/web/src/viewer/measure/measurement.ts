import { cross, distance, dot, type FaceForm, lengthOf, subtract, type Vec3 } from '@cotation/geometry'

/** A place that somebody measures from; `form` where it was pointed at as a face, not as a corner or an edge. */
export interface MeasuredPlace {
  at: Vec3
  form: FaceForm | undefined
}

export type Measure =
  | { kind: 'diameter'; mm: number }
  /** Square to both, between parallel faces; between the axes of two round ones; from an axis to a face along it. */
  | { kind: 'planes' | 'axes' | 'axisToPlane'; mm: number }
  /** Between the points themselves, and along x, y and z. */
  | { kind: 'points'; mm: number; along: Vec3 }

/** Directions that lean by less than 0.3° against each other are drawn as parallel. */
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

/** What one or two places say, in mm: the diameter of each round face, the distance between the faces, then between the points. */
export function measuresOf(places: readonly MeasuredPlace[]): Measure[] {
  const diameters = places.flatMap(({ form }): Measure[] =>
    form?.kind === 'cylinder' ? [{ kind: 'diameter', mm: form.diameterMm }] : [],
  )
  const [one, other] = places
  if (!one || !other) return diameters

  const faces = one.form && other.form && betweenForms(one.form, other.form)
  const along = subtract(other.at, one.at).map(Math.abs) as unknown as Vec3
  const points: Measure = { kind: 'points', mm: distance(one.at, other.at), along }

  // Both on one face that has no thickness between itself and itself.
  const between = faces && faces.mm > 1e-6 * points.mm ? [faces] : []
  return [...diameters, ...between, points]
}

/** A third place begins anew. */
export const withPlace = (places: readonly MeasuredPlace[], next: MeasuredPlace): readonly MeasuredPlace[] =>
  places.length >= 2 ? [next] : [...places, next]
