import type { MeshBVH } from 'three-mesh-bvh'
import { f32, f64, u32 } from '../math/typed-access.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { type FlatTree, flatTreeOf, maxDepth } from './flat-tree.ts'

/** Which sides of the surface a ray may hit. */
type Side = 'both' | 'front' | 'back'

/** The last hit, overwritten by every cast. `back` means that the ray leaves the material there. */
export interface RayHit {
  distance: number
  triangle: number
  back: boolean
}

/** The last nearest point, overwritten by every search. */
export interface NearestPoint {
  distance: number
  triangle: number
  x: number
  y: number
  z: number
}

/**
 * 1 / value, but huge and finite for 0: with an infinite one the slab test would compute 0 · ∞ =
 * NaN.
 */
const reciprocal = (value: number): number => (value === 0 ? 1e200 : 1 / value)

/** `part / whole` clamped to 0 … 1; 0 for a side without length. */
const fractionOf = (part: number, whole: number): number => (whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0)

/**
 * Slab test: the distance at which a ray from o enters a box, Infinity when it misses the box
 * between `near` and `far`. With the reciprocal direction i the ray crosses the two planes of an
 * axis at (min − o) · i and (max − o) · i. It is inside the box between the last of the three first
 * crossings and the first of the three last ones.
 *
 * Plain arguments stay in registers: this is most of the work of a cast.
 */
function entryOf(
  bounds: Float32Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  near: number,
  far: number,
): number {
  const x1 = (f32(bounds, at) - ox) * ix
  const x2 = (f32(bounds, at + 3) - ox) * ix
  const y1 = (f32(bounds, at + 1) - oy) * iy
  const y2 = (f32(bounds, at + 4) - oy) * iy
  const z1 = (f32(bounds, at + 2) - oz) * iz
  const z2 = (f32(bounds, at + 5) - oz) * iz
  const enter = Math.max(Math.min(x1, x2), Math.min(y1, y2), Math.min(z1, z2))
  const leave = Math.min(Math.max(x1, x2), Math.max(y1, y2), Math.max(z1, z2))

  // Rounded outwards: a hit in a box without thickness must not be lost to the last bit.
  return enter <= leave + 1e-9 * Math.abs(leave) && leave >= near && enter <= far ? enter : Infinity
}

/** Square of the distance from p to a box; 0 inside. */
function squareDistanceToBox(bounds: Float32Array, at: number, px: number, py: number, pz: number): number {
  const x = Math.max(f32(bounds, at) - px, px - f32(bounds, at + 3), 0)
  const y = Math.max(f32(bounds, at + 1) - py, py - f32(bounds, at + 4), 0)
  const z = Math.max(f32(bounds, at + 2) - pz, pz - f32(bounds, at + 5), 0)
  return x * x + y * y + z * z
}

/**
 * Casts rays at a mesh and finds nearest points on it. Results are written into `hit` and `near`,
 * and coordinates are passed one by one: an analysis casts millions of rays and must not allocate.
 */
export class RayCaster {
  readonly hit: RayHit = { distance: 0, triangle: 0, back: false }
  readonly near: NearestPoint = { distance: 0, triangle: 0, x: 0, y: 0, z: 0 }
  readonly #tree: FlatTree | undefined
  readonly #stack = new Uint32Array(2 * maxDepth + 4)
  readonly #entries = new Float64Array(2 * maxDepth + 4)
  /** Origin and direction of the current ray, or the current point. */
  readonly #ray = new Float64Array(6)

  constructor(mesh: TriangleMesh, bvh: MeshBVH | undefined) {
    this.#tree = bvh && flatTreeOf(bvh, mesh)
  }

  /**
   * Whether the ray from o along the unit vector d hits the surface between `near` and `far`; sets
   * `hit`.
   */
  cast(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    near: number,
    far: number,
    side: Side = 'both',
  ): boolean {
    const tree = this.#tree
    if (!tree) return false

    const { bounds, count, link } = tree
    const ray = this.#ray
    ray[0] = ox
    ray[1] = oy
    ray[2] = oz
    ray[3] = dx
    ray[4] = dy
    ray[5] = dz

    const stack = this.#stack
    const entries = this.#entries
    const ix = reciprocal(dx)
    const iy = reciprocal(dy)
    const iz = reciprocal(dz)
    let nearest = far
    let height = 0
    let node = 0

    if (entryOf(bounds, 0, ox, oy, oz, ix, iy, iz, near, nearest) === Infinity) return false

    for (;;) {
      if (u32(count, node) > 0) {
        nearest = this.#nearestHitInLeaf(tree, node, near, nearest, side)
      } else {
        const left = node + 1
        const right = u32(link, node)
        const leftEntry = entryOf(bounds, 6 * left, ox, oy, oz, ix, iy, iz, near, nearest)
        const rightEntry = entryOf(bounds, 6 * right, ox, oy, oz, ix, iy, iz, near, nearest)
        const leftFirst = leftEntry <= rightEntry

        if (leftEntry < Infinity && rightEntry < Infinity) {
          entries[height] = leftFirst ? rightEntry : leftEntry
          stack[height++] = leftFirst ? right : left
        }

        if (leftEntry < Infinity || rightEntry < Infinity) {
          node = leftFirst ? left : right
          continue
        }
      }
      do {
        if (height === 0) return nearest < far
        node = u32(stack, --height)
      } while (f64(entries, height) > nearest)
    }
  }

  /**
   * The distance of the nearest hit among the triangles of a leaf, `far` when there is none.
   *
   * Möller–Trumbore in 64 bits. A triangle has the corner a and the sides u and v from it;
   * n = u × v and w = a − o. The ray o + distance · d meets the plane of the triangle at
   *
   *   distance = (w · n) / (d · n)
   *
   * and the hit is a + s·u + t·v with, for c = d × w,
   *
   *   s = −(c · v) / (d · n)      t = (c · u) / (d · n)
   *
   * It is inside the triangle where s ≥ 0, t ≥ 0 and s + t ≤ 1. A positive d · n means that the ray
   * leaves the material.
   */
  #nearestHitInLeaf(tree: FlatTree, node: number, near: number, far: number, side: Side): number {
    const { corners, triangles } = tree
    const ray = this.#ray
    const ox = f64(ray, 0)
    const oy = f64(ray, 1)
    const oz = f64(ray, 2)
    const dx = f64(ray, 3)
    const dy = f64(ray, 4)
    const dz = f64(ray, 5)
    const first = u32(tree.link, node)
    const end = first + u32(tree.count, node)
    let nearest = far

    for (let i = first; i < end; i++) {
      const at = 9 * i
      const ax = f32(corners, at)
      const ay = f32(corners, at + 1)
      const az = f32(corners, at + 2)

      const ux = f32(corners, at + 3) - ax
      const uy = f32(corners, at + 4) - ay
      const uz = f32(corners, at + 5) - az
      const vx = f32(corners, at + 6) - ax
      const vy = f32(corners, at + 7) - ay
      const vz = f32(corners, at + 8) - az

      const nx = uy * vz - uz * vy
      const ny = uz * vx - ux * vz
      const nz = ux * vy - uy * vx
      const along = dx * nx + dy * ny + dz * nz

      // Grazing: the position of the hit would be noise.
      if (along * along <= 1e-12 * (nx * nx + ny * ny + nz * nz)) continue
      if (side !== 'both' && along > 0 !== (side === 'back')) continue

      const wx = ax - ox
      const wy = ay - oy
      const wz = az - oz
      const distance = (wx * nx + wy * ny + wz * nz) / along
      if (!(distance >= near && distance < nearest)) continue

      const cx = dy * wz - dz * wy
      const cy = dz * wx - dx * wz
      const cz = dx * wy - dy * wx
      const s = -(cx * vx + cy * vy + cz * vz) / along
      const t = (cx * ux + cy * uy + cz * uz) / along
      if (s < -1e-9 || t < -1e-9 || s + t > 1 + 1e-9) continue

      nearest = distance
      this.hit.distance = distance
      this.hit.triangle = u32(triangles, i)
      this.hit.back = along > 0
    }

    return nearest
  }

  /** Whether the surface comes nearer to p than `within`; sets `near` to the nearest point. */
  approach(px: number, py: number, pz: number, within: number): boolean {
    const tree = this.#tree
    if (!tree) return false

    const ray = this.#ray
    ray[0] = px
    ray[1] = py
    ray[2] = pz

    let best = within * within
    let found = false
    const stack = this.#stack
    const entries = this.#entries
    let height = 0
    let node = 0

    if (squareDistanceToBox(tree.bounds, 0, px, py, pz) >= best) return false

    for (;;) {
      if (u32(tree.count, node) > 0) {
        const nearest = this.#nearestInLeaf(tree, node, best)
        if (nearest < best) {
          best = nearest
          found = true
        }
      } else {
        const left = node + 1
        const right = u32(tree.link, node)
        const leftApart = squareDistanceToBox(tree.bounds, 6 * left, px, py, pz)
        const rightApart = squareDistanceToBox(tree.bounds, 6 * right, px, py, pz)
        const leftFirst = leftApart <= rightApart

        if ((leftFirst ? rightApart : leftApart) < best) {
          entries[height] = leftFirst ? rightApart : leftApart
          stack[height++] = leftFirst ? right : left
        }

        if ((leftFirst ? leftApart : rightApart) < best) {
          node = leftFirst ? left : right
          continue
        }
      }
      do {
        if (height === 0) {
          this.near.distance = Math.sqrt(best)
          return found
        }
        node = u32(stack, --height)
      } while (f64(entries, height) >= best)
    }
  }

  /**
   * Square of the distance from p to the nearest triangle of a leaf, `best` when none is nearer.
   *
   * A triangle has the corner a and the sides u and v from it; w = a − p. The point a + s·u + t·v
   * of its plane is nearest to p where (dots written as uu = u · u and so on)
   *
   *   s = (uv·vw − vv·uw) / det      t = (uv·uw − uu·vw) / det      det = uu·vv − uv²
   *
   * If that is outside the triangle, the nearest point is on one of its sides. On u, at
   * s = −uw / uu, the squared distance is ww + s·(s·uu + 2uw); on v likewise; on v − u, starting at
   * the end of u, likewise with the start a + u. The common ww is left out of the comparison.
   */
  #nearestInLeaf(tree: FlatTree, node: number, best: number): number {
    const { corners, triangles } = tree
    const near = this.near
    const ray = this.#ray
    const px = f64(ray, 0)
    const py = f64(ray, 1)
    const pz = f64(ray, 2)
    const first = u32(tree.link, node)
    const end = first + u32(tree.count, node)
    let nearest = best

    for (let i = first; i < end; i++) {
      const at = 9 * i
      const wx = f32(corners, at) - px
      const wy = f32(corners, at + 1) - py
      const wz = f32(corners, at + 2) - pz

      const ux = f32(corners, at + 3) - f32(corners, at)
      const uy = f32(corners, at + 4) - f32(corners, at + 1)
      const uz = f32(corners, at + 5) - f32(corners, at + 2)
      const vx = f32(corners, at + 6) - f32(corners, at)
      const vy = f32(corners, at + 7) - f32(corners, at + 1)
      const vz = f32(corners, at + 8) - f32(corners, at + 2)

      const uu = ux * ux + uy * uy + uz * uz
      const uv = ux * vx + uy * vy + uz * vz
      const vv = vx * vx + vy * vy + vz * vz
      const uw = ux * wx + uy * wy + uz * wz
      const vw = vx * wx + vy * wy + vz * wz

      const det = uu * vv - uv * uv
      let s = uv * vw - vv * uw
      let t = uv * uw - uu * vw

      if (det > 0 && s >= 0 && t >= 0 && s + t <= det) {
        s /= det
        t /= det
      } else {
        const alongU = fractionOf(-uw, uu)
        const alongV = fractionOf(-vw, vv)
        const alongUv = fractionOf(uu - uv + uw - vw, uu - 2 * uv + vv)
        const onU = alongU * (alongU * uu + 2 * uw)
        const onV = alongV * (alongV * vv + 2 * vw)
        const onUv = uu + 2 * uw + alongUv * (alongUv * (uu - 2 * uv + vv) - 2 * (uu - uv + uw - vw))

        if (onU <= onV && onU <= onUv) {
          s = alongU
          t = 0
        } else if (onV <= onUv) {
          s = 0
          t = alongV
        } else {
          s = 1 - alongUv
          t = alongUv
        }
      }

      const x = wx + s * ux + t * vx
      const y = wy + s * uy + t * vy
      const z = wz + s * uz + t * vz
      const square = x * x + y * y + z * z
      if (!(square < nearest)) continue

      nearest = square
      near.x = px + x
      near.y = py + y
      near.z = pz + z
      near.triangle = u32(triangles, i)
    }

    return nearest
  }
}
