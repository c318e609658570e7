import { f64, i32, item, num, u32 } from '../math/typed-access.ts'
import { type Facets, facetAcross, turnCosine } from './facets.ts'
import type { Sample } from './fit-surface.ts'
import { alike, maxTurnCosine } from './seed-patches.ts'
import { type Fineness, fineness, freedomsOf, type Surface, signedDistance, toleranceOf } from './surface.ts'
import { Foot, noDirection } from './surface-foot.ts'

/**
 * A surface and the side its material is on: 1 when the normals of the triangles point away from
 * axis or centre.
 */
export interface Hypothesis {
  surface: Surface
  sign: 1 | -1
  /** Largest angle (radians) allowed between a facet and the surface at its vertices. */
  reach: number
  level: Fineness
}

export interface Grown {
  facets: Uint32Array
  area: number
  /** Growth ended at the limit, not at the end of the surface. */
  cut: boolean
}

/** Half the arc of one facet of an eight-sided hole, with some tolerance. */
const maxReach = (23.3 * Math.PI) / 180
const planeReach = (3 * Math.PI) / 180

/** Facets that turn by less continue each other, as on a freeform body. */
export const gentleCosine = Math.cos((25 * Math.PI) / 180)

/** A fit uses at most this many facets of a region, and triangles of each. */
const sampledFacets = 200
const sampledTriangles = 16

/** Vertices of an exact region are off by less than this share of the tolerance. */
const exactShare = 0.15

/** Relative area below which a facet's normal is meaningless. */
export const blankArea = 1e-14

/**
 * Height of the arc over a facet that leans by this cosine against the surface at its ends; not
 * computed for a cone, where it is small.
 */
function chordHeight({ kind, radius, minor }: Surface, cosine: number): number {
  if (kind === 'cone' || kind === 'plane') return 0
  return (kind === 'torus' ? minor : radius) * (1 - cosine)
}

/**
 * Grows regions of facets over surfaces. Its stamps make each growth cost no more than the facets
 * it touches.
 */
export class Grower {
  readonly #facets: Facets
  readonly #stamps: Int32Array
  readonly #vertexStamps: Int32Array
  readonly #queue: Uint32Array
  /** Vertices checked so far. */
  work = 0
  readonly #foot = new Foot()
  readonly #found = new Float64Array(9 * sampledFacets * sampledTriangles)
  readonly #middles = new Float64Array(3 * sampledFacets)
  readonly #directions = new Float64Array(3 * sampledFacets)
  #stamp = 0
  #vertexStamp = 0

  constructor(facets: Facets) {
    this.#facets = facets
    this.#stamps = new Int32Array(facets.count)
    this.#vertexStamps = new Int32Array(facets.points.length / 3)
    this.#queue = new Uint32Array(facets.count)
  }

  /**
   * The hypothesis that the patch supports; undefined when a facet of the patch is off the surface.
   */
  hypothesisOn(surface: Surface, patch: readonly number[], level: Fineness): Hypothesis | undefined {
    const first = num(patch, 0)
    this.#foot.setSurface(surface)
    this.#foot.setDirection(this.#facets.normals, 3 * first)
    this.#foot.measure(this.#facets.centroids, 3 * first)

    const sign = this.#foot.cosine < 0 ? -1 : 1
    const limit = surface.kind === 'plane' ? planeReach : maxReach
    const tolerance = toleranceOf(surface, this.#facets.noise, level)
    let reach = 0

    for (const f of patch) {
      const angle = this.#reachOn(surface, sign, f, limit, tolerance, 1)
      if (angle < 0) return undefined
      reach = Math.max(reach, angle)
    }

    return { surface, sign, reach: Math.min(limit, 2.2 * reach + 0.01), level }
  }

  /** All free facets on the surface that are connected to the seed, up to `limit`. */
  grow(
    { surface, sign, reach, level }: Hypothesis,
    seed: number,
    taken: Int32Array,
    limit: number,
    pause: () => void,
  ): Grown {
    const { starts, members, areas } = this.#facets
    const stamps = this.#stamps
    const queue = this.#queue
    const stamp = ++this.#stamp

    this.#foot.setSurface(surface)
    stamps[seed] = stamp
    queue[0] = seed

    let filled = 1
    let area = f64(areas, seed)
    const tolerance = toleranceOf(surface, this.#facets.noise, level)
    const { lean } = fineness[level]
    const widest = Math.min(lean * reach, maxReach)

    for (let head = 0; head < filled && filled < limit; head++) {
      if ((head & 0x3fff) === 0x3fff) pause()

      const f = u32(queue, head)
      for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
        const t = 3 * u32(members, m)
        for (let h = t; h < t + 3; h++) {
          const g = facetAcross(this.#facets, h)
          if (g < 0 || stamps[g] === stamp || i32(taken, g) >= 0) continue

          const blank = f64(areas, g) < blankArea
          // Not marked as seen: another edge of the same facet may still be smooth.
          if (!blank && turnCosine(this.#facets, f, g) < maxTurnCosine) continue

          stamps[g] = stamp

          if (blank) {
            if (!this.#touches(g, tolerance)) continue
          } else if (this.#reachOn(surface, sign, g, widest, tolerance, lean) < 0) continue

          queue[filled++] = g
          area += f64(areas, g)
        }
      }
    }

    this.work += 4 * filled
    return { facets: queue.slice(0, filled), area, cut: filled >= limit }
  }

  /**
   * The patch and, up to `limit`, the facets connected to it over gentle turns that are about as
   * large as its first.
   */
  vicinityOf(patch: ArrayLike<number>, open: (facet: number) => boolean, limit: number): Uint32Array {
    const { starts, members, areas } = this.#facets
    const stamps = this.#stamps
    const queue = this.#queue
    const stamp = ++this.#stamp
    const area = f64(areas, item(patch, 0))
    let filled = 0

    for (let i = 0; i < patch.length; i++) {
      stamps[item(patch, i)] = stamp
      queue[filled++] = item(patch, i)
    }

    for (let head = 0; head < filled && filled < limit; head++) {
      const f = u32(queue, head)
      for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
        const t = 3 * u32(members, m)
        for (let h = t; h < t + 3; h++) {
          const g = facetAcross(this.#facets, h)
          if (g < 0 || stamps[g] === stamp || !open(g) || turnCosine(this.#facets, f, g) < gentleCosine) continue
          const ratio = f64(areas, g) / area
          if (ratio > alike || ratio < 1 / alike) continue
          stamps[g] = stamp
          queue[filled++] = g
        }
      }
    }

    return queue.subarray(0, filled)
  }

  /**
   * Whether the region ends at edges, at taken facets or at far larger ones all round: no richer
   * surface can contain more of it.
   */
  enclosed(region: Uint32Array, taken: Int32Array): boolean {
    const { starts, members, areas } = this.#facets
    const stamp = ++this.#stamp
    for (const f of region) this.#stamps[f] = stamp

    for (const f of region) {
      for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
        const t = 3 * u32(members, m)
        for (let h = t; h < t + 3; h++) {
          const g = facetAcross(this.#facets, h)
          if (g < 0 || this.#stamps[g] === stamp || i32(taken, g) >= 0) continue
          if (f64(areas, g) > 4 * f64(areas, f)) continue
          if (turnCosine(this.#facets, f, g) >= maxTurnCosine) return false
        }
      }
    }

    return true
  }

  /**
   * Share of the region's vertices that lie on the surface, not on chords, and whether they do so
   * exactly.
   */
  onSurface({ surface, level }: Hypothesis, region: Uint32Array): { share: number; exact: boolean } {
    const { points } = this.sampleOf(region)
    const tolerance = toleranceOf(surface, this.#facets.noise, level)
    let near = 0
    let sum = 0

    for (let p = 0; p < points.length; p += 3) {
      const off = signedDistance(surface, f64(points, p), f64(points, p + 1), f64(points, p + 2))
      if (!(Math.abs(off) <= tolerance)) continue
      near++
      sum += off * off
    }

    // Vertices that only resemble the surface use up the tolerance before they leave it.
    const exact = near > 3 * freedomsOf[surface.kind] && sum < near * (exactShare * tolerance) ** 2
    return { share: (3 * near) / points.length, exact }
  }

  /** Vertices and facets to fit to, from at most about 200 facets spread evenly over the region. */
  sampleOf(region: ArrayLike<number>): Sample {
    const { starts, members, indices, points, centroids, normals } = this.#facets
    const stamp = ++this.#vertexStamp
    const stride = Math.max(1, Math.ceil(region.length / sampledFacets))
    const found = this.#found
    const middles = this.#middles
    const directions = this.#directions
    let filled = 0
    let facetsFilled = 0

    for (let i = 0; i < region.length; i += stride) {
      const f = item(region, i)
      for (let k = 3 * f; k < 3 * f + 3; k++) {
        middles[facetsFilled] = f64(centroids, k)
        directions[facetsFilled++] = f64(normals, k)
      }

      const last = Math.min(u32(starts, f + 1), u32(starts, f) + sampledTriangles)
      for (let m = u32(starts, f); m < last; m++) {
        for (let corner = 3 * u32(members, m); corner < 3 * u32(members, m) + 3; corner++) {
          const vertex = u32(indices, corner)
          if (this.#vertexStamps[vertex] === stamp) continue
          this.#vertexStamps[vertex] = stamp
          found[filled++] = f64(points, 3 * vertex)
          found[filled++] = f64(points, 3 * vertex + 1)
          found[filled++] = f64(points, 3 * vertex + 2)
        }
      }
    }

    return {
      points: found.slice(0, filled),
      centroids: middles.slice(0, facetsFilled),
      normals: directions.slice(0, facetsFilled),
    }
  }

  /**
   * The angle between facet and surface at the facet's vertices, or -1 when the facet is not on the
   * surface.
   */
  #reachOn(surface: Surface, sign: number, f: number, reach: number, tolerance: number, lean: number): number {
    const { starts, members, indices, points, centroids } = this.#facets
    const foot = this.#foot
    const minCosine = Math.cos(reach)
    let lowest = 1
    let low = 0
    let high = 0

    foot.setDirection(this.#facets.normals, 3 * f)

    for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
      const t = 3 * u32(members, m)
      for (let corner = t; corner < t + 3; corner++) {
        foot.measure(points, 3 * u32(indices, corner))
        if (foot.off < low) low = foot.off
        if (foot.off > high) high = foot.off
        if (foot.cosine === noDirection) continue
        const cosine = foot.cosine * sign
        if (cosine < minCosine) return -1
        if (cosine < lowest) lowest = cosine
      }

      if (high > tolerance) return -1
    }

    // Exporters put extra vertices on chords where strips meet a finer border: inside the arc, by
    // no more than its height.
    const chord = chordHeight(surface, lowest)
    if (!(low >= -tolerance - chord && high <= tolerance)) return -1

    const angle = Math.acos(Math.min(1, lowest))
    foot.measure(centroids, 3 * f)

    // A chord has the direction of the middle of its arc; a facet of a tangent neighbour does not.
    const allowed = Math.max(0.6 * angle, lean * (surface.kind === 'plane' ? planeReach : 0.012))
    return foot.cosine === noDirection || foot.cosine * sign >= Math.cos(allowed) ? angle : -1
  }

  #touches(f: number, tolerance: number): boolean {
    const { starts, members, indices, points } = this.#facets
    const t = 3 * u32(members, u32(starts, f))
    for (let corner = t; corner < t + 3; corner++) {
      this.#foot.measure(points, 3 * u32(indices, corner))
      if (!(Math.abs(this.#foot.off) <= tolerance)) return false
    }
    return true
  }
}
