import { f64, i32, num } from '../math/typed-access.ts'
import type { Tetrahedron } from './first-corners.ts'
import type { GridPoints } from './grid-points.ts'
import { HeightQueue } from './height-queue.ts'
import { HullFaces } from './hull-faces.ts'

/**
 * A hull of this many corners is within some 10⁻⁴ of any smooth body's volume; more corners only
 * cost time.
 */
const cornerBudget = 50_000

/**
 * Tests of a point against a face. Ordinary parts need some 30 per point; hostile ones are cut off
 * here.
 */
const testBudget = 2_000_000_000

/**
 * Triangles of grid points, and how far (in cells) points are still outside: 0 unless a budget
 * ended the work.
 */
export interface GridHull {
  triangles: Uint32Array
  leftOutside: number
}

/**
 * Quickhull on integers, farthest outside point first. Sides are exact, so the faces that see a
 * point are always one patch with one rim, and no tolerance has to repair anything. Stops at a
 * budget and then reports how far points are still outside.
 */
class Growth {
  readonly faces: HullFaces
  readonly queue = new HeightQueue()
  tests = 0
  #round = 0
  #seen = new Int32Array(0)
  #hidden = new Int32Array(0)
  /** For each grid point on the current rim, the new face whose rim side starts there. */
  readonly #faceFrom: Int32Array
  readonly #tick: () => void
  #nextTick = 0

  constructor(points: GridPoints, [p, q, r, s]: Tetrahedron, tick: () => void) {
    this.faces = new HullFaces(points.cells)
    this.#faceFrom = new Int32Array(points.vertices.length)
    this.#tick = tick

    const first = [
      this.faces.create(p, q, r),
      this.faces.create(p, s, q),
      this.faces.create(q, s, r),
      this.faces.create(r, s, p),
    ]

    // Sides in the sequence of the corners: base pq qr rp; then ps sq qp, qs sr rq, rs sp pr.
    this.faces.neighbours.set([1, 2, 3, 3, 2, 0, 1, 3, 0, 2, 1, 0])
    for (let point = 0; point < points.vertices.length; point++) this.#place(point, first)
    this.#enqueue(first)
  }

  /**
   * Adds the point to the list of the first face that it is outside of; a point inside all of them
   * is dropped.
   */
  #place(point: number, candidates: readonly number[]): void {
    for (let i = 0; i < candidates.length; i++) {
      const face = num(candidates, i)
      this.tests++
      const volume = this.faces.side(face, point)
      if (volume > 0) {
        this.faces.addOutside(face, point, volume)
        break
      }
    }
    if (this.tests >= this.#nextTick) {
      this.#nextTick = this.tests + 50_000
      this.#tick()
    }
  }

  #enqueue(faces: readonly number[]): void {
    for (const face of faces) {
      const height = f64(this.faces.heights, face)
      if (height > 0) this.queue.push(face, height)
    }
  }

  #sees(face: number, point: number): boolean {
    if (face >= this.#seen.length) {
      const widen = (old: Int32Array) => {
        const wider = new Int32Array(Math.max(2 * old.length, this.faces.alive.length))
        wider.set(old)
        return wider
      }
      this.#seen = widen(this.#seen)
      this.#hidden = widen(this.#hidden)
    }

    if (this.#seen[face] === this.#round) return true
    if (this.#hidden[face] === this.#round) return false

    this.tests++

    const visible = this.faces.side(face, point) > 0
    if (visible) this.#seen[face] = this.#round
    else this.#hidden[face] = this.#round

    return visible
  }

  /** All faces that see the point, and the rim around them as [from, to, face beyond] triples. */
  #patchSeenFrom(point: number, start: number): { patch: number[]; rim: number[] } {
    this.#round++

    const { corners, neighbours } = this.faces
    this.#sees(start, point)

    const patch = [start]
    const rim: number[] = []
    for (let i = 0; i < patch.length; i++) {
      const face = num(patch, i)
      for (let k = 0; k < 3; k++) {
        const beyond = i32(neighbours, 3 * face + k)
        const known = this.#seen[beyond] === this.#round
        if (this.#sees(beyond, point)) {
          if (!known) patch.push(beyond)
        } else rim.push(i32(corners, 3 * face + k), i32(corners, 3 * face + ((k + 1) % 3)), beyond)
      }
    }

    return { patch, rim }
  }

  /** Adds the farthest point outside of `face` to the hull. */
  addFarthestOf(face: number): void {
    const faces = this.faces
    const point = i32(faces.farthest, face)
    const { patch, rim } = this.#patchSeenFrom(point, face)
    const made: number[] = []

    for (let i = 0; i < rim.length; i += 3) {
      const from = num(rim, i)
      const to = num(rim, i + 1)
      const beyond = num(rim, i + 2)
      const fresh = faces.create(from, to, point)
      faces.neighbours[3 * fresh] = beyond

      for (let k = 0; k < 3; k++) {
        if (faces.corners[3 * beyond + k] === to) faces.neighbours[3 * beyond + k] = fresh
      }

      this.#faceFrom[from] = fresh
      made.push(fresh)
    }

    for (const fresh of made) {
      const following = i32(this.#faceFrom, i32(faces.corners, 3 * fresh + 1))
      faces.neighbours[3 * fresh + 1] = following
      faces.neighbours[3 * following + 2] = fresh
    }

    for (const old of patch) {
      for (let p = i32(faces.outside, old); p >= 0; ) {
        const next = i32(faces.next, p)
        if (p !== point) this.#place(p, made)
        p = next
      }
      faces.remove(old)
    }

    this.#enqueue(made)
  }
}

/**
 * The hull of points that span a tetrahedron with the given corners (`firstCornersOf`); calls
 * `tick` now and then.
 */
export function solidHullOf(points: GridPoints, corners: Tetrahedron, tick: () => void): GridHull {
  const growth = new Growth(points, corners, tick)
  const { faces, queue } = growth
  let leftOutside = 0
  for (let added = 4; ; ) {
    const top = queue.pop()
    if (!top) break

    // A removed face, or one replaced in its slot by another, leaves its old entry behind.
    if (faces.alive[top.face] === 0 || faces.heights[top.face] !== top.height) continue

    if (added >= cornerBudget || growth.tests > testBudget) {
      leftOutside = top.height
      break
    }

    growth.addFarthestOf(top.face)
    added++
  }

  const triangles: number[] = []
  for (let face = 0; face < faces.used; face++) {
    if (faces.alive[face] === 0) continue
    for (let k = 0; k < 3; k++) triangles.push(i32(faces.corners, 3 * face + k))
  }

  return { triangles: Uint32Array.from(triangles), leftOutside }
}
