import { f32, f64, num, u32 } from '../math/typed-access.ts'
import type { Box, Vec3 } from '../math/vector.ts'
import type { MassFacts } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'

/** Sums per shell, at the offsets below; see `addTriangles`. */
export const sumsPerShell = 14

const volume6 = 0
const momentX = 1
const momentY = 2
const momentZ = 3
const area2 = 4
const vectorX = 5
const vectorY = 6
const vectorZ = 7
const lowX = 8
const lowY = 9
const lowZ = 10
const highX = 11
const highY = 12
const highZ = 13

/** Sums for `shells` shells, with empty boxes. */
export function emptySums(shells: number): Float64Array {
  const sums = new Float64Array(shells * sumsPerShell)
  for (let at = 0; at < sums.length; at += sumsPerShell) {
    sums.fill(Number.POSITIVE_INFINITY, at + lowX, at + highX)
    sums.fill(Number.NEGATIVE_INFINITY, at + highX, at + sumsPerShell)
  }
  return sums
}

/** The box of all used vertices. */
export function boxOf({ positions, indices }: TriangleMesh): Box {
  const low = [Infinity, Infinity, Infinity] as [number, number, number]
  const high = [-Infinity, -Infinity, -Infinity] as [number, number, number]
  for (let i = 0; i < indices.length; i++) {
    const at = 3 * u32(indices, i)
    for (let axis = 0; axis < 3; axis++) {
      const value = f32(positions, at + axis)
      if (value < num(low, axis)) low[axis] = value
      if (value > num(high, axis)) high[axis] = value
    }
  }

  return indices.length > 0 ? { min: low, max: high } : { min: [0, 0, 0], max: [0, 0, 0] }
}

export const centreOfBox = ({ min, max }: Box): Vec3 => [
  min[0] / 2 + max[0] / 2,
  min[1] / 2 + max[1] / 2,
  min[2] / 2 + max[2] / 2,
]

/**
 * Adds triangles `first` to `end` to the sums at `offsetOf(triangle)`. Coordinates are relative to
 * `origin`, because the volume of a part far from zero would be lost in the difference of huge
 * tetrahedra. The tetrahedron (origin, a, b, c) has the volume a · (b × c) / 6 and its centre of
 * mass at (a + b + c) / 4.
 */
export function addTriangles(
  { positions, indices }: TriangleMesh,
  [ox, oy, oz]: Vec3,
  first: number,
  end: number,
  sums: Float64Array,
  offsetOf: (triangle: number) => number,
  sign: (triangle: number) => number,
): void {
  for (let t = first; t < end; t++) {
    const into = offsetOf(t)
    if (into < 0) continue

    const a = 3 * u32(indices, 3 * t)
    const b = 3 * u32(indices, 3 * t + 1)
    const c = 3 * u32(indices, 3 * t + 2)

    const ax = f32(positions, a) - ox
    const ay = f32(positions, a + 1) - oy
    const az = f32(positions, a + 2) - oz
    const bx = f32(positions, b) - ox
    const by = f32(positions, b + 1) - oy
    const bz = f32(positions, b + 2) - oz
    const cx = f32(positions, c) - ox
    const cy = f32(positions, c + 1) - oy
    const cz = f32(positions, c + 2) - oz

    const ux = bx - ax
    const uy = by - ay
    const uz = bz - az
    const vx = cx - ax
    const vy = cy - ay
    const vz = cz - az

    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const turn = sign(t)
    const volume = turn * (ax * nx + ay * ny + az * nz)

    add(sums, into + volume6, volume)
    add(sums, into + momentX, volume * (ax + bx + cx))
    add(sums, into + momentY, volume * (ay + by + cy))
    add(sums, into + momentZ, volume * (az + bz + cz))
    add(sums, into + area2, Math.sqrt(nx * nx + ny * ny + nz * nz))
    add(sums, into + vectorX, turn * nx)
    add(sums, into + vectorY, turn * ny)
    add(sums, into + vectorZ, turn * nz)
    widen(sums, into + lowX, ax, bx, cx)
    widen(sums, into + lowY, ay, by, cy)
    widen(sums, into + lowZ, az, bz, cz)
  }
}

function add(sums: Float64Array, at: number, value: number): void {
  sums[at] = f64(sums, at) + value
}

function widen(sums: Float64Array, at: number, a: number, b: number, c: number): void {
  const low = Math.min(a, b, c)
  const high = Math.max(a, b, c)
  if (low < f64(sums, at)) sums[at] = low
  if (high > f64(sums, at + 3)) sums[at + 3] = high
}

export interface ShellSums {
  volumeMm3: number
  areaMm2: number
  /** Length of the sum of all area vectors: zero for a closed surface. */
  vectorAreaMm2: number
  box: Box
}

/** Converts the sums at `into`; the box is in the coordinates of the mesh. */
export function readSums(sums: Float64Array, into: number, [ox, oy, oz]: Vec3): ShellSums {
  const of = (at: number): number => f64(sums, into + at)
  return {
    volumeMm3: of(volume6) / 6,
    areaMm2: of(area2) / 2,
    vectorAreaMm2: Math.hypot(of(vectorX), of(vectorY), of(vectorZ)) / 2,
    box: {
      min: [of(lowX) + ox, of(lowY) + oy, of(lowZ) + oz],
      max: [of(highX) + ox, of(highY) + oy, of(highZ) + oz],
    },
  }
}

/** Sums of all triangles with the orientation of the file. */
export interface MeshSums {
  mass: MassFacts
  vectorAreaMm2: number
  /** Triangles without area: two equal corners, or all three on a line. */
  flatTriangles: number
}

/** Centre of mass of a volume; the centre of the box if the volume is too small to have one. */
export function centreOf(volume6: number, moment4: Vec3, origin: Vec3, box: Box): Vec3 {
  const centre = ([0, 1, 2] as const).map((axis) => origin[axis] + moment4[axis] / volume6 / 4)
  const within = centre.every((at, axis) => at >= num(box.min, axis) && at <= num(box.max, axis))
  return within ? [num(centre, 0), num(centre, 1), num(centre, 2)] : centreOfBox(box)
}

const blockTriangles = 4096

/** Sums of all triangles, in blocks: ten million small terms in one total lose precision. */
export function sumsOf(mesh: TriangleMesh): MeshSums {
  const box = boxOf(mesh)
  const origin = centreOfBox(box)
  const triangles = triangleCount(mesh)
  const total = emptySums(1)
  const block = emptySums(1)
  const start = () => 0
  const plus = () => 1

  for (let first = 0; first < triangles; first += blockTriangles) {
    block.fill(0, 0, lowX)
    addTriangles(mesh, origin, first, Math.min(triangles, first + blockTriangles), block, start, plus)
    for (let at = 0; at < lowX; at++) add(total, at, f64(block, at))
  }

  const { volumeMm3, areaMm2, vectorAreaMm2 } = readSums(total, 0, origin)
  const moment4: Vec3 = [f64(total, momentX), f64(total, momentY), f64(total, momentZ)]

  return {
    mass: {
      volumeMm3,
      areaMm2,
      box,
      centreOfMass: centreOf(f64(total, volume6), moment4, origin, box),
      exactness: 'triangles',
    },
    vectorAreaMm2,
    flatTriangles: visitFlat(mesh, () => undefined),
  }
}

/**
 * Volume (negative if inside out), area, box and centre of mass of all triangles. An open mesh is
 * measured as if closed towards the centre of its box.
 */
export const massOf = (mesh: TriangleMesh): MassFacts => sumsOf(mesh).mass

/** Calls back for each triangle without area and returns their number. */
export function visitFlat({ positions, indices }: TriangleMesh, callback: (triangle: number) => void): number {
  let count = 0
  for (let at = 0; at < indices.length; at += 3) {
    const a = 3 * u32(indices, at)
    const b = 3 * u32(indices, at + 1)
    const c = 3 * u32(indices, at + 2)
    const ux = f32(positions, b) - f32(positions, a)
    const uy = f32(positions, b + 1) - f32(positions, a + 1)
    const uz = f32(positions, b + 2) - f32(positions, a + 2)
    const vx = f32(positions, c) - f32(positions, a)
    const vy = f32(positions, c + 1) - f32(positions, a + 1)
    const vz = f32(positions, c + 2) - f32(positions, a + 2)

    if (uy * vz === uz * vy && uz * vx === ux * vz && ux * vy === uy * vx) {
      count++
      callback(at / 3)
    }
  }

  return count
}
