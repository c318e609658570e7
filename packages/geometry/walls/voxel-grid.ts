import { sortedByKey } from '../math/counting-sort.ts'
import { f32, num, u8, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import { step, type Watch } from '../model/watch.ts'
import type { RayScene } from './ray-scene.ts'

export const empty = 0

/** Crossed by the surface. */
const skin = 1
const solid = 2

/** The part as cubes with two layers of empty ones around it, x running fastest. */
export interface VoxelGrid {
  cellMm: number
  size: readonly [number, number, number]
  /** Corner of the first cell. */
  origin: Vec3
  cells: Uint8Array
}

export function cellCentre({ size, origin, cellMm }: VoxelGrid, cell: number): Vec3 {
  const x = cell % size[0]
  const y = Math.floor(cell / size[0]) % size[1]
  const z = Math.floor(cell / (size[0] * size[1]))
  return [origin[0] + (x + 0.5) * cellMm, origin[1] + (y + 0.5) * cellMm, origin[2] + (z + 0.5) * cellMm]
}

/** The cell a point lies in; -1 outside the grid. */
export function cellAt({ size, origin, cellMm }: VoxelGrid, point: Vec3): number {
  const [x = -1, y = -1, z = -1] = point.map((value, k) => Math.floor((value - num(origin, k)) / cellMm))
  if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) return -1
  return x + size[0] * (y + size[1] * z)
}

/**
 * A part's triangles cover each line a few times; many part-sized triangles would take forever, so
 * such a mesh is given up.
 */
const maxTests = 1e8
const maxCrossings = 5e6

/** Where the lines through the cells' centres along one axis cross the surface. */
interface Crossings {
  count: number
  /** Line of each, numbered with the axis after `axis` running fastest. */
  columns: Uint32Array
  /** In cells; negative where the line leaves the material. */
  depths: Float32Array
}

/** The same crossings with twice the capacity. */
function grown({ count, columns, depths }: Crossings): Crossings {
  const more = { count, columns: new Uint32Array(2 * columns.length), depths: new Float32Array(2 * depths.length) }
  more.columns.set(columns)
  more.depths.set(depths)
  return more
}

/**
 * Every crossing of the surface with the lines through the cells' centres along `axis`: each
 * triangle is rasterised onto the plane across that axis. The lines are slightly off the centres,
 * so that none runs exactly along an edge. Undefined beyond the budget.
 */
function crossingsAlong(scene: RayScene, grid: VoxelGrid, axis: number, watch: Watch): Crossings | undefined {
  const { positions, indices } = scene.mesh
  const p = (axis + 1) % 3
  const q = (axis + 2) % 3
  const ps = num(grid.size, p)
  const qs = num(grid.size, q)
  const perMm = 1 / grid.cellMm
  const po = num(grid.origin, p) + (0.5 + 1.3e-4 * Math.SQRT2) * grid.cellMm
  const qo = num(grid.origin, q) + (0.5 + 1.1e-4 * Math.E) * grid.cellMm
  const ao = num(grid.origin, axis)
  let found: Crossings = { count: 0, columns: new Uint32Array(4 * ps * qs), depths: new Float32Array(4 * ps * qs) }
  let tests = 0

  for (let corner = 0; corner < indices.length; corner += 3) {
    if (corner % 12288 === 0) step(watch, 'walls', 0.86)

    const a = 3 * u32(indices, corner)
    const b = 3 * u32(indices, corner + 1)
    const c = 3 * u32(indices, corner + 2)
    const ax = (f32(positions, a + p) - po) * perMm
    const bx = (f32(positions, b + p) - po) * perMm
    const cx = (f32(positions, c + p) - po) * perMm
    const fromX = Math.max(0, Math.ceil(Math.min(ax, bx, cx)))
    const toX = Math.min(ps - 1, Math.floor(Math.max(ax, bx, cx)))
    if (fromX > toX) continue

    const ay = (f32(positions, a + q) - qo) * perMm
    const by = (f32(positions, b + q) - qo) * perMm
    const cy = (f32(positions, c + q) - qo) * perMm
    const fromY = Math.max(0, Math.ceil(Math.min(ay, by, cy)))
    const toY = Math.min(qs - 1, Math.floor(Math.max(ay, by, cy)))
    if (fromY > toY) continue

    tests += (toX - fromX + 1) * (toY - fromY + 1)
    if (tests > maxTests || found.count > maxCrossings) return undefined

    const twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if (twice === 0) continue

    const az = (f32(positions, a + axis) - ao) * perMm
    const bz = (f32(positions, b + axis) - ao) * perMm
    const cz = (f32(positions, c + axis) - ao) * perMm
    for (let y = fromY; y <= toY; y++) {
      for (let x = fromX; x <= toX; x++) {
        const s = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / twice
        const r = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / twice
        if (s < 0 || r < 0 || s + r > 1) continue
        if (found.count === found.columns.length) found = grown(found)
        const depth = az + s * (bz - az) + r * (cz - az)
        found.columns[found.count] = x + ps * y
        found.depths[found.count++] = twice > 0 ? -depth : depth
      }
    }
  }

  return found
}

/** Cell at depth 0 of a line along `axis`. */
function footOf({ size }: VoxelGrid, axis: number, column: number): number {
  const [nx, ny] = size
  const width = num(size, (axis + 1) % 3)
  const p = column % width
  const q = (column - p) / width
  if (axis === 0) return nx * (p + ny * q)
  return axis === 1 ? q + nx * ny * p : p + nx * q
}

/** From one cell to the next along an axis. */
function strideOf({ size }: VoxelGrid, axis: number): number {
  if (axis === 0) return 1
  return axis === 1 ? size[0] : size[0] * size[1]
}

function drawSkin(grid: VoxelGrid, axis: number, { count, columns, depths }: Crossings): void {
  const stride = strideOf(grid, axis)
  const last = num(grid.size, axis) - 1
  for (let i = 0; i < count; i++) {
    const depth = Math.min(last, Math.floor(Math.abs(f32(depths, i))))
    grid.cells[footOf(grid, axis, u32(columns, i)) + stride * depth] = skin
  }
}

/** Depths of the crossings line by line: those of line c are at `starts[c]` to `starts[c + 1]`. */
function byColumn(lines: number, { count, columns, depths }: Crossings): { starts: Uint32Array; depths: Float32Array } {
  const { starts, sorted } = sortedByKey(columns.subarray(0, count), lines)
  const sortedDepths = new Float32Array(count)
  for (let i = 0; i < count; i++) sortedDepths[i] = depths[sorted[i] as number] as number

  return { starts, depths: sortedDepths }
}

const byDepth = (a: number, b: number): number => Math.abs(a) - Math.abs(b)

/**
 * Fills the cells between entering and leaving along z; a column with unequal numbers of both (an
 * open mesh) is left empty.
 */
function fillInside(grid: VoxelGrid, crossings: Crossings): void {
  const lines = grid.size[0] * grid.size[1]
  const { starts, depths } = byColumn(lines, crossings)
  for (let column = 0; column < lines; column++) {
    const from = u32(starts, column)
    const to = u32(starts, column + 1)
    if (from === to) continue

    const sorted = depths.subarray(from, to)
    if (to - from > 2 || byDepth(f32(sorted, 0), f32(sorted, sorted.length - 1)) > 0) sorted.sort(byDepth)

    let sum = 0
    for (let i = from; i < to; i++) sum += Math.sign(f32(depths, i))
    if (sum !== 0) continue

    let inside = 0
    for (let i = from; i + 1 < to; i++) {
      inside += Math.sign(f32(depths, i))
      if (inside <= 0) continue
      const end = Math.abs(f32(depths, i + 1))
      for (let z = Math.ceil(Math.abs(f32(depths, i)) - 0.5); z + 0.5 < end; z++) {
        const cell = column + lines * z
        if (grid.cells[cell] === empty) grid.cells[cell] = solid
      }
    }
  }
}

/**
 * The part as cubes, `cellsAcross` along its longest side: those crossed by the surface, also by
 * walls thinner than a cell, and those inside. Undefined for a part without extent and for a mesh
 * beyond the budget.
 */
export function voxelGridOf(scene: RayScene, cellsAcross: number, watch: Watch): VoxelGrid | undefined {
  const extent = scene.box.max.map((value, k) => value - num(scene.box.min, k))
  const cellMm = Math.max(...extent) / cellsAcross
  if (!(cellMm > 0) || !Number.isFinite(1 / cellMm)) return undefined

  const across = (k: number): number => Math.ceil(num(extent, k) / cellMm) + 5
  const size = [across(0), across(1), across(2)] as const
  const at = (k: number): number => num(scene.box.min, k) - 2 * cellMm
  const grid = {
    cellMm,
    size,
    origin: [at(0), at(1), at(2)] as const,
    cells: new Uint8Array(size[0] * size[1] * size[2]),
  }

  for (let axis = 0; axis < 3; axis++) {
    const crossings = crossingsAlong(scene, grid, axis, watch)
    if (!crossings) return undefined
    drawSkin(grid, axis, crossings)
    if (axis === 2) fillInside(grid, crossings)
  }

  return grid
}

function markSeen(grid: VoxelGrid, seen: Uint8Array, axis: number): void {
  const stride = strideOf(grid, axis)
  const length = num(grid.size, axis)
  const lines = grid.cells.length / length
  for (let column = 0; column < lines; column++) {
    const foot = footOf(grid, axis, column)
    const top = foot + stride * (length - 1)
    for (let cell = foot; cell <= top && grid.cells[cell] === empty; cell += stride) seen[cell] = 1
    for (let cell = top; cell >= foot && grid.cells[cell] === empty; cell -= stride) seen[cell] = 1
  }
}

/**
 * Whether some empty cell among empty ones is visible from none of the six sides of the grid.
 * Behind a neck there always is one. Around a convex part, in pockets and in holes along the axes
 * there is none, and the flood can be skipped.
 */
export function hasHiddenRoom(grid: VoxelGrid): boolean {
  const { cells, size } = grid
  const seen = new Uint8Array(cells.length)
  for (let axis = 0; axis < 3; axis++) markSeen(grid, seen, axis)

  const row = size[0]
  const layer = size[0] * size[1]
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] === 1 || cells[i] !== empty) continue
    // The outermost cells are all visible, so every other cell has its six neighbours. Single cells
    // are artefacts of the grid.
    const beside = u8(cells, i - 1) + u8(cells, i + 1)
    const around = beside + u8(cells, i - row) + u8(cells, i + row)
    if (around + u8(cells, i - layer) + u8(cells, i + layer) === 0) return true
  }

  return false
}
