import { u32 } from '../math/typed-access.ts'
import { cross, dot, lengthOf, scale, subtract, unit, type Vec3, vec3At } from '../math/vector.ts'
import { edgeAt, type Facets, facetAcross, normalOf } from './facets.ts'
import type { Hypothesis } from './grow-region.ts'
import { normalInto, type Surface } from './surface.ts'
import { levelsOf } from './vertex-steps.ts'

const degree = Math.PI / 180

/** Facets that each turn by more than this are coarse. */
const coarseReach = 12 * degree

/** Share of the border that has to be tangent to what follows, as the border of a fillet is. */
const minTangentShare = 0.45

/** Each kind has 4 to 7 parameters to fit; hardly more vertices than that fit any surface. */
const minVertices = { cylinder: 6, cone: 8, sphere: 8, torus: 11 } as const

/**
 * Whether facets that lie on a curved surface also look like its tessellation. A few flats prove
 * little: three points are always on a circle, and so are the four rims of a ring with equal
 * chamfers. So the facets must make enough steps around the surface. Where they are few or coarse,
 * the steps must also be even, or the region must run tangent into its neighbours, as a fillet
 * does.
 */
export function plausible(facets: Facets, hypothesis: Hypothesis, region: Uint32Array): boolean {
  const { surface, reach } = hypothesis
  if (surface.kind === 'plane') return region.length > 1
  if (vertexCount(facets, region) < minVertices[surface.kind]) return false

  const { around, along } = levelsOf(facets, surface, region)
  const isCoarse = reach > coarseReach
  const isTangent = () => tangentShare(facets, hypothesis, region) > minTangentShare

  if (surface.kind === 'sphere') {
    if (region.length < 6 || along.count < 3) return false
    return along.count >= 5 || isTangent()
  }

  if (surface.kind === 'torus') {
    if (region.length < 4 || around.count < 3 || along.count < 3) return false
    const isRegular = along.count >= 5 && (!isCoarse || along.even)
    return isRegular || isTangent()
  }

  if (region.length < 2 || around.count < 3) return false
  if (isCoarse && !around.even) return false
  if (around.count >= 5) return true
  if (around.count === 4 && !isCoarse && around.even) return true

  return surface.kind === 'cylinder' && isTangent()
}

/** Distinct vertices of the region's first 16 facets: enough to compare with `minVertices`. */
function vertexCount({ starts, members, indices }: Facets, region: Uint32Array): number {
  const seen = new Set<number>()
  for (const f of region.subarray(0, 16)) {
    for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
      for (let k = 0; k < 3; k++) seen.add(u32(indices, 3 * u32(members, m) + k))
    }
  }
  return seen.size
}

/**
 * Whether a border edge runs along the rulings of a cylinder or cone, or around the axis of a
 * torus; `normal` is the surface's normal at the edge. Every edge counts on a sphere.
 */
function runsAlongSurface(surface: Surface, normal: Vec3, edge: Vec3): boolean {
  if (surface.kind === 'sphere') return true

  const round = cross(surface.axis, normal)
  const course = surface.kind === 'torus' ? unit(round) : unit(cross(normal, round))
  return !(Math.abs(dot(course, edge)) < 0.7 * lengthOf(edge))
}

/**
 * Whether a neighbour's normal deviates from the surface's normal by at most the angle with the
 * given sine. Only its lean across the border counts: the neighbour may be curved along the border
 * itself.
 */
function continuesSmoothly(neighbour: Vec3, normal: Vec3, edge: Vec3, maxSine: number): boolean {
  const along = unit(edge)
  const lean = subtract(neighbour, scale(along, dot(neighbour, along)))
  if (!(lengthOf(lean) > 0.5)) return false

  const across = unit(cross(edge, normal))
  return Math.abs(dot(unit(lean), across)) <= maxSine
}

/**
 * Share of the border along the surface (see `runsAlongSurface`) over which the neighbour continues
 * without a kink.
 */
function tangentShare(facets: Facets, { surface, sign, reach }: Hypothesis, region: Uint32Array): number {
  const inside = new Set(region)
  const minCosine = Math.cos(Math.max(1.5 * degree, 0.25 * reach))
  const maxSine = Math.sqrt(1 - minCosine * minCosine)
  const normalAt = new Float64Array(3)
  let total = 0
  let smooth = 0

  for (const f of region) {
    for (let m = u32(facets.starts, f); m < u32(facets.starts, f + 1); m++) {
      const t = 3 * u32(facets.members, m)
      for (let h = t; h < t + 3; h++) {
        const g = facetAcross(facets, h)
        if (inside.has(g)) continue

        const { middle, edge } = edgeAt(facets, h)
        if (!normalInto(surface, middle[0], middle[1], middle[2], normalAt)) continue

        const normal: Vec3 = vec3At(normalAt, 0)
        if (!runsAlongSurface(surface, normal, edge)) continue

        const length = lengthOf(edge)
        total += length
        if (g < 0) continue

        const neighbour = normalOf(facets, g)
        const isSameSide = dot(neighbour, normal) * sign > 0
        if (isSameSide && continuesSmoothly(neighbour, normal, edge, maxSine)) smooth += length
      }
    }
  }

  return total > 0 ? smooth / total : 0
}
