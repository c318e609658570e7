import { f32, num, u8, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'

/**
 * The points of a mesh on an integer grid around its middle: x, y, z of each in `cells`, and its
 * vertex in the mesh. With integers, the side of a plane that a point is on is exact, so a hull
 * built on them cannot contradict itself.
 */
export interface GridPoints {
  cells: Int32Array
  vertices: Uint32Array
  /** Width of one cell; a point was moved by at most √3/2 of it. */
  cellMm: number
  /**
   * How far, in cells, a point may be off its true position: rounding to the grid, and to 32 bits
   * in the file.
   */
  noiseCells: number
}

/**
 * Half the width of the grid; with 2^24 every 2 × 2 minor of coordinate differences (2^51) is an
 * exact 64-bit float.
 */
const halfCells = 2 ** 24

/** 1 for each vertex that a triangle uses and whose coordinates are finite. */
export function usedVertices({ positions, indices }: TriangleMesh): Uint8Array {
  const used = new Uint8Array(Math.floor(positions.length / 3))
  for (let i = 0; i < indices.length; i++) used[u32(indices, i)] = 1

  for (let v = 0; v < used.length; v++) {
    const sum = f32(positions, 3 * v) + f32(positions, 3 * v + 1) + f32(positions, 3 * v + 2)
    // In 64 bits three finite 32-bit floats cannot overflow, so only a non-finite one makes the sum
    // non-finite.
    if (!Number.isFinite(sum)) used[v] = 0
  }

  return used
}

function middleAndHalf(positions: Float32Array, used: Uint8Array): { middle: Vec3; half: number; reach: number } {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let v = 0; v < used.length; v++) {
    if (used[v] === 0) continue
    for (let axis = 0; axis < 3; axis++) {
      const value = f32(positions, 3 * v + axis)
      if (value < num(min, axis)) min[axis] = value
      if (value > num(max, axis)) max[axis] = value
    }
  }

  const farthest = (axis: number) => Math.max(Math.abs(num(min, axis)), Math.abs(num(max, axis)))
  const centre = (axis: number) => (num(min, axis) + num(max, axis)) / 2
  const halfOf = (axis: number) => (num(max, axis) - num(min, axis)) / 2

  return {
    middle: [centre(0), centre(1), centre(2)],
    half: Math.max(halfOf(0), halfOf(1), halfOf(2)),
    reach: Math.max(farthest(0), farthest(1), farthest(2)),
  }
}

/** The used vertices of the mesh on the grid; empty when the mesh has no usable vertex. */
export function gridPointsOf(mesh: TriangleMesh): GridPoints {
  const used = usedVertices(mesh)
  let count = 0
  for (let v = 0; v < used.length; v++) count += u8(used, v)

  const cells = new Int32Array(3 * count)
  const vertices = new Uint32Array(count)
  if (count === 0) return { cells, vertices, cellMm: 0, noiseCells: 0 }

  const { middle, half, reach } = middleAndHalf(mesh.positions, used)
  const perMm = half > 0 ? halfCells / half : 0
  for (let v = 0, p = 0; v < used.length; v++) {
    if (used[v] === 0) continue
    for (let axis = 0; axis < 3; axis++) {
      cells[3 * p + axis] = Math.round((f32(mesh.positions, 3 * v + axis) - num(middle, axis)) * perMm)
    }
    vertices[p++] = v
  }

  return { cells, vertices, cellMm: half / halfCells, noiseCells: 2 + (2 * reach * perMm) / 2 ** 24 }
}
