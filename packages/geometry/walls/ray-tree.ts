import { BufferAttribute, BufferGeometry } from 'three'
import { CENTER, MeshBVH } from 'three-mesh-bvh'
import { f32, f64, i32, u32 } from '../math/typed-access.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'

export const sides = ['both', 'front', 'back'] as const
export type Side = (typeof sides)[number]

/** The last hit, overwritten by every cast: callers copy what they keep. `back` means the ray left the material. */
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
 * The library's hierarchy laid out flat. `MeshBVH.raycastFirst` builds an intersection object with normal and barycentric
 * coordinates for every candidate triangle and takes 6 to 15 µs a ray, its nearest point as long; this layout takes a fraction and allocates nothing.
 * Nodes are in depth-first order, so the left child of node i is i + 1.
 */
interface FlatTree {
  bounds: Float32Array
  /** Inner node: its right child. Leaf: its first triangle in `corners`. */
  link: Uint32Array
  /** Triangles of a leaf; 0 for an inner node. */
  count: Uint32Array
  /** Nine coordinates of each triangle, in the order of the leaves. */
  corners: Float32Array
  /** Triangle of the mesh at each place of `corners`. */
  triangles: Uint32Array
}

const maxDepth = 48

/** The library's hierarchy over the mesh, which itself is left as it is (`indirect`). Undefined without triangles. */
export function bvhOf(mesh: TriangleMesh): MeshBVH | undefined {
  if (triangleCount(mesh) < 1) return undefined

  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3))
  geometry.setIndex(new BufferAttribute(mesh.indices, 1))

  return new MeshBVH(geometry, {
    strategy: CENTER,
    indirect: true,
    targetLeafSize: 8,
    maxDepth,
    setBoundingBox: false,
    verbose: false,
  })
}

function leafCorners(mesh: TriangleMesh, triangles: Uint32Array): Float32Array {
  const { positions, indices } = mesh
  const corners = new Float32Array(9 * triangles.length)
  for (let i = 0; i < triangles.length; i++) {
    const first = 3 * u32(triangles, i)
    for (let k = 0; k < 3; k++) {
      const vertex = 3 * u32(indices, first + k)
      corners[9 * i + 3 * k] = f32(positions, vertex)
      corners[9 * i + 3 * k + 1] = f32(positions, vertex + 1)
      corners[9 * i + 3 * k + 2] = f32(positions, vertex + 2)
    }
  }

  return corners
}

function flatTreeOf(bvh: MeshBVH, mesh: TriangleMesh): FlatTree {
  let nodes = 0
  bvh.traverse(() => {
    nodes++
  })

  const bounds = new Float32Array(6 * nodes)
  const link = new Uint32Array(nodes)
  const count = new Uint32Array(nodes)

  // The inner node last seen at each depth, still waiting for its right child.
  const waiting = new Int32Array(maxDepth + 2).fill(-1)
  let node = 0
  let leaf = -1
  bvh.traverse((depth, isLeaf, box, offsetOrSplit) => {
    for (let k = 0; k < 6; k++) bounds[6 * node + k] = f32(box, k)

    const parent = depth > 0 ? i32(waiting, depth - 1) : -1
    if (parent >= 0 && node > parent + 1) {
      link[parent] = node
      waiting[depth - 1] = -1
    }

    if (isLeaf) {
      link[node] = offsetOrSplit
      // The library keeps a leaf's count in 16 bits; a soup of equal triangles has more. Leaves follow one another.
      if (leaf >= 0) count[leaf] = offsetOrSplit - u32(link, leaf)
      leaf = node
    } else waiting[depth] = node

    node++
  })

  const triangles = new Uint32Array(triangleCount(mesh))
  if (leaf >= 0) count[leaf] = triangles.length - u32(link, leaf)
  for (let i = 0; i < triangles.length; i++) triangles[i] = bvh.resolveTriangleIndex(i)

  return { bounds, link, count, corners: leafCorners(mesh, triangles), triangles }
}

/** A ray along an axis has no reciprocal there; a huge finite one keeps 0 · ∞ = NaN out of the slab test. */
const reciprocal = (value: number): number => (value === 0 ? 1e200 : 1 / value)

/** How far along a side of square length `whole` a foot lies, kept to the side; 0 on a side without length. */
const share = (part: number, whole: number): number => (whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0)

/**
 * Where a ray from o with the reciprocal direction i enters a box between `near` and `far`; Infinity when it misses it. All
 * are plain arguments, which stay in registers: this is most of the work of a cast.
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

/** Square of the distance from p to a box. */
function apartOf(bounds: Float32Array, at: number, px: number, py: number, pz: number): number {
  const x = Math.max(f32(bounds, at) - px, px - f32(bounds, at + 3), 0)
  const y = Math.max(f32(bounds, at + 1) - py, py - f32(bounds, at + 4), 0)
  const z = Math.max(f32(bounds, at + 2) - pz, pz - f32(bounds, at + 5), 0)
  return x * x + y * y + z * z
}

/** Casts rays at the mesh: distance, triangle and side of the first hit between `near` and `far`. */
export class RayCaster {
  readonly hit: RayHit = { distance: 0, triangle: 0, back: false }
  readonly near: NearestPoint = { distance: 0, triangle: 0, x: 0, y: 0, z: 0 }
  readonly #tree: FlatTree | undefined
  readonly #stack = new Uint32Array(2 * maxDepth + 4)
  readonly #entries = new Float64Array(2 * maxDepth + 4)
  /** Origin and direction of the ray under way. */
  readonly #ray = new Float64Array(6)

  constructor(mesh: TriangleMesh, bvh: MeshBVH | undefined) {
    this.#tree = bvh && flatTreeOf(bvh, mesh)
  }

  /** Whether the ray from o along the unit vector d meets the surface; `hit` then says where. */
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
        nearest = this.#leaf(tree, node, near, nearest, side)
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

  /** Möller–Trumbore over the triangles of a leaf, in 64 bits: the distance of the nearest hit, `far` when there is none. */
  #leaf(tree: FlatTree, node: number, near: number, far: number, side: Side): number {
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

      // Grazing: the place of the hit would be noise.
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

  /** Whether the surface comes within a distance of p; `near` then says where it is nearest. */
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

    if (apartOf(tree.bounds, 0, px, py, pz) >= best) return false

    for (;;) {
      if (u32(tree.count, node) > 0) {
        const nearest = this.#nearestOf(tree, node, best)
        if (nearest < best) {
          best = nearest
          found = true
        }
      } else {
        const left = node + 1
        const right = u32(tree.link, node)
        const leftApart = apartOf(tree.bounds, 6 * left, px, py, pz)
        const rightApart = apartOf(tree.bounds, 6 * right, px, py, pz)
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
   * Square of the distance from p to the nearest triangle of a leaf, if below `best`. With w = a − p and the nearest point
   * a + s·u + t·v, the minimum is inside where s, t ≥ 0 and s + t ≤ 1 solve the normal equations, else on one of the sides.
   */
  #nearestOf(tree: FlatTree, node: number, best: number): number {
    const { corners, triangles } = tree
    const near = this.near
    const ray = this.#ray
    const px = f64(ray, 0)
    const py = f64(ray, 1)
    const pz = f64(ray, 2)
    const first = u32(tree.link, node)
    const end = first + u32(tree.count, node)
    let least = best

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
        // Each side's own nearest point: along u, along v, and along v − u from the end of u.
        const alongU = share(-uw, uu)
        const alongV = share(-vw, vv)
        const alongUv = share(uu - uv + uw - vw, uu - 2 * uv + vv)
        const onU = alongU * (alongU * uu + 2 * uw)
        const onV = alongV * (alongV * vv + 2 * vw)
        const onUv = uu + 2 * uw + alongUv * (alongUv * (uu - 2 * uv + vv) - 2 * (uu - uv + uw - vw))

        s = onU <= onV && onU <= onUv ? alongU : onV <= onUv ? 0 : 1 - alongUv
        t = onU <= onV && onU <= onUv ? 0 : onV <= onUv ? alongV : alongUv
      }

      const x = wx + s * ux + t * vx
      const y = wy + s * uy + t * vy
      const z = wz + s * uz + t * vz
      const square = x * x + y * y + z * z
      if (!(square < least)) continue

      least = square
      near.x = px + x
      near.y = py + y
      near.z = pz + z
      near.triangle = u32(triangles, i)
    }

    return least
  }
}
