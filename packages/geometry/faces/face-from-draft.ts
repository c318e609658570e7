import { eigenOf3 } from '../math/eigen.ts'
import { f64, num, u32 } from '../math/typed-access.ts'
import { add, cross, dot, lengthOf, scale, subtract, unit, type Vec3, vec3At } from '../math/vector.ts'
import type { Face } from '../model/face-graph.ts'
import { areaVector, type Facets } from './facets.ts'
import type { FaceDraft } from './leftovers.ts'
import { acrossOf, type Surface, signedDistance, toleranceOf } from './surface.ts'

const degrees = 180 / Math.PI

/** Bins around the axis in which `sweepOf` looks for the widest gap. */
const bins = 720

/** Beyond this reach, that of a 17-sided hole, the strips of a surface may be meant as flats. */
const uncertainReach = 0.4

/** The face made of these triangles, measured in mm. */
export function faceFromDraft(facets: Facets, id: number, draft: FaceDraft, triangles: Uint32Array): Face {
  const { surface, sign } = draft
  const base = measured(facets, triangles)
  const plain: Face = {
    id,
    kind: 'freeform',
    areaMm2: base.area * facets.diagonalMm ** 2,
    centroid: inMm(facets, base.centroid),
    box: { min: inMm(facets, base.min), max: inMm(facets, base.max) },
    origin: inMm(facets, base.centroid),
    axis: unit(base.facing),
    radiusMm: 0,
    minorRadiusMm: 0,
    halfAngleDeg: 0,
    axialRange: [0, 0],
    sweepDeg: 0,
    concave: false,
    confidence: 0.5,
  }
  if (!surface) return plain

  const confidence = confidenceOf(facets, draft, surface, triangles)
  if (surface.kind === 'plane') {
    return { ...plain, kind: 'plane', axis: scale(surface.axis, sign), confidence }
  }

  const measures = measuresAboutAxis(facets, surface, base, triangles)
  return { ...plain, kind: surface.kind, concave: sign < 0, confidence, ...measures }
}

const inMm = ({ diagonalMm, centreMm }: Facets, point: Vec3): Vec3 => add(scale(point, diagonalMm), centreMm)

const vertexAt = ({ points, indices }: Facets, corner: number): Vec3 => vec3At(points, 3 * u32(indices, corner))

interface Measured {
  area: number
  centroid: Vec3
  /** Sum of the normals times area. */
  facing: Vec3
  min: Vec3
  max: Vec3
}

function measured(facets: Facets, triangles: Uint32Array): Measured {
  const { indices, points } = facets
  const vector = new Float64Array(3)
  const facing = [0, 0, 0]
  const weighted = [0, 0, 0]
  const plain = [0, 0, 0]
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  let area = 0

  for (const t of triangles) {
    areaVector(indices, points, t, vector)

    const size = Math.hypot(f64(vector, 0), f64(vector, 1), f64(vector, 2)) / 2
    area += size

    for (let k = 0; k < 3; k++) {
      facing[k] = num(facing, k) + f64(vector, k)

      let sum = 0
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
        const value = f64(points, 3 * u32(indices, corner) + k)
        sum += value / 3
        if (value < num(min, k)) min[k] = value
        if (value > num(max, k)) max[k] = value
      }

      weighted[k] = num(weighted, k) + sum * size
      plain[k] = num(plain, k) + sum / triangles.length
    }
  }

  const vec = (v: number[]): Vec3 => [num(v, 0), num(v, 1), num(v, 2)]
  const centroid = area > 0 ? scale(vec(weighted), 1 / area) : vec(plain)
  return { area, centroid, facing: vec(facing), min: vec(min), max: vec(max) }
}

/** 1 while the vertices lie well within the tolerance of the fit, 0.5 when they use all of it. */
function confidenceOf(facets: Facets, draft: FaceDraft, surface: Surface, triangles: Uint32Array): number {
  const stride = Math.max(1, Math.floor(triangles.length / 2000))
  let sum = 0
  let count = 0
  for (let i = 0; i < triangles.length; i += stride) {
    for (let corner = 0; corner < 3; corner++) {
      const [x, y, z] = vertexAt(facets, 3 * u32(triangles, i) + corner)
      sum += signedDistance(surface, x, y, z) ** 2
      count++
    }
  }

  const meanSquare = sum / Math.max(1, count)
  const usedShare = meanSquare / toleranceOf(surface, facets.noise, 'loose') ** 2
  const certainty = draft.reach > uncertainReach ? 0.8 : 1
  return certainty / (1 + Math.min(3, usedShare))
}

type MeasuresAboutAxis = Pick<
  Face,
  'origin' | 'axis' | 'radiusMm' | 'minorRadiusMm' | 'halfAngleDeg' | 'axialRange' | 'sweepDeg'
>

function measuresAboutAxis(
  facets: Facets,
  surface: Surface,
  base: Measured,
  triangles: Uint32Array,
): MeasuresAboutAxis {
  const axis = axisOf(facets, surface, base, triangles)
  const { low, high, narrow, wide } = extentOf(facets, surface.origin, axis, triangles)
  const mm = facets.diagonalMm
  const isCylinder = surface.kind === 'cylinder'
  const isCone = surface.kind === 'cone'

  return {
    origin: inMm(facets, isCylinder ? add(surface.origin, scale(axis, low)) : surface.origin),
    axis,
    radiusMm: (isCone ? wide : surface.radius) * mm,
    minorRadiusMm: (isCone ? narrow : surface.minor) * mm,
    halfAngleDeg: isCone ? surface.slope * degrees : 0,
    axialRange: isCylinder ? [0, (high - low) * mm] : [low * mm, high * mm],
    sweepDeg: sweepOf(facets, surface.origin, axis, triangles),
  }
}

/**
 * The axis of the surface, with its largest component positive. A cone's axis points to its wide
 * end; a sphere's goes through the middle of its cap.
 */
function axisOf(facets: Facets, surface: Surface, base: Measured, triangles: Uint32Array): Vec3 {
  if (surface.kind === 'cone') return surface.axis

  let axis = surface.axis
  if (surface.kind === 'sphere') {
    // The normals of a flat face, times area, sum to twice its area.
    axis = lengthOf(base.facing) > 0.02 * base.area ? unit(base.facing) : zoneAxis(facets, triangles)
  }

  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) + 1e-9 ? value : best), 0)
  return largest < 0 ? scale(axis, -1) : axis
}

/**
 * The axis of a spherical zone that closes on itself: the direction its normals favour or avoid; z
 * for a whole sphere.
 */
function zoneAxis({ indices, points }: Facets, triangles: Uint32Array): Vec3 {
  const m = new Float64Array(9)
  const vector = new Float64Array(3)
  for (const t of triangles) {
    areaVector(indices, points, t, vector)
    const size = Math.hypot(f64(vector, 0), f64(vector, 1), f64(vector, 2)) || 1
    for (let i = 0; i < 9; i++) {
      m[i] = f64(m, i) + (f64(vector, (i / 3) | 0) * f64(vector, i % 3)) / size
    }
  }

  const { values, vectors } = eigenOf3(m)
  if (values[2] - values[0] < 1e-3 * values[2]) return [0, 0, 1]

  return values[1] - values[0] > values[2] - values[1] ? vectors[0] : vectors[2]
}

/** Extent of the triangles along the axis, and their smallest and largest distance from it. */
function extentOf(facets: Facets, origin: Vec3, axis: Vec3, triangles: Uint32Array) {
  let low = Infinity
  let high = -Infinity
  let narrow = Infinity
  let wide = 0

  for (const t of triangles) {
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const d = subtract(vertexAt(facets, corner), origin)
      const along = dot(d, axis)
      const across = lengthOf(cross(d, axis))
      low = Math.min(low, along)
      high = Math.max(high, along)
      narrow = Math.min(narrow, across)
      wide = Math.max(wide, across)
    }
  }

  return { low, high, narrow, wide }
}

/**
 * The angle around the axis that the triangles cover, in degrees: a full turn minus the widest gap.
 */
function sweepOf(facets: Facets, origin: Vec3, axis: Vec3, triangles: Uint32Array): number {
  const [u, v] = acrossOf(axis)
  const covered = new Uint8Array(bins)
  const angles = new Float64Array(3)

  // Writes the angles (in turns) of the triangle's corners that are off the axis; returns how many.
  const readAngles = (t: number): number => {
    let count = 0
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const d = subtract(vertexAt(facets, corner), origin)
      const x = dot(d, u)
      const y = dot(d, v)
      if (x * x + y * y > 1e-16) angles[count++] = Math.atan2(y, x) / (2 * Math.PI) + 0.5
    }

    return count
  }

  for (const t of triangles) {
    const count = readAngles(t)
    if (count === 0) continue

    const first = f64(angles, 0)
    let low = 0
    let high = 0
    for (let i = 1; i < count; i++) {
      const turn = f64(angles, i) - first
      const near = turn - Math.round(turn)
      low = Math.min(low, near)
      high = Math.max(high, near)
    }

    for (let b = Math.floor((first + low) * bins); b <= Math.floor((first + high) * bins); b++) {
      covered[((b % bins) + bins) % bins] = 1
    }
  }

  const gap = widestGap(covered)
  if (gap.length < 2) return 360

  // Bins are coarse, so the ends of the gap come from the vertices.
  const middle = (gap.start + gap.length / 2) / bins
  let low = 1
  let high = 0
  for (const t of triangles) {
    const count = readAngles(t)
    for (let i = 0; i < count; i++) {
      const turn = f64(angles, i) - middle
      const fromMiddle = turn - Math.floor(turn)
      low = Math.min(low, fromMiddle)
      high = Math.max(high, fromMiddle)
    }
  }

  return Math.max(0, high - low) * 360
}

function widestGap(covered: Uint8Array): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let run = 0
  for (let i = 0; i < 2 * bins; i++) {
    run = covered[i % bins] ? 0 : run + 1
    if (run > best.length) best = { start: i - run + 1, length: run }
    if (run >= bins) break
  }

  return best
}
