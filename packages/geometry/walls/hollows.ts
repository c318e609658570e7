import { i32, num, u16, u32 } from '../math/typed-access.ts'
import { step, type Watch } from '../model/watch.ts'
import { empty, type VoxelGrid } from './voxel-grid.ts'

/** A space that is wider inside than its exit. */
export interface Hollow {
  cells: number
  /** Cell farthest from any wall. */
  deepest: number
  /** The narrowest cell of the widest way out; -1 when the grid has none. */
  neckCell: number
  neckRadiusCells: number
  openings: number
}

/** Clearances are in quarters of a cell, so that the flood can use one bucket for each. */
const levelsPerCell = 4
const levels = 1024

function relax(distance: Uint16Array, reach: Int32Array, weights: Int32Array, cell: number): void {
  let best = u16(distance, cell)
  if (best === 0) return
  for (let k = 0; k < 13; k++) {
    const through = u16(distance, cell + i32(reach, k)) + i32(weights, k)
    if (through < best) best = through
  }
  distance[cell] = best
}

/**
 * Distance of every empty cell to the nearest filled one, in quarters of a cell, by a 3-4-5 chamfer
 * in two sweeps (within 8 %). The outermost layer is skipped: it is outside, and all other cells
 * then have all their neighbours.
 */
export function clearanceOf({ size, cells }: VoxelGrid): Uint16Array {
  const [nx, ny, nz] = size
  const far = 60_000
  const distance = new Uint16Array(cells.length)
  for (let i = 0; i < cells.length; i++) distance[i] = cells[i] === empty ? far : 0

  const offsets = new Int32Array(13)
  const reach = new Int32Array(13)
  const weights = new Int32Array(13)
  for (let k = 0; k < 13; k++) {
    const dx = (k % 3) - 1
    const dy = (Math.floor(k / 3) % 3) - 1
    const dz = Math.floor(k / 9) - 1
    offsets[k] = dx + nx * (dy + ny * dz)
    weights[k] = 2 + Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
  }

  for (let sweep = 0; sweep < 2; sweep++) {
    const sign = sweep === 0 ? 1 : -1
    for (let k = 0; k < 13; k++) reach[k] = sign * i32(offsets, k)

    for (let layer = 1; layer < nz - 1; layer++) {
      const z = sweep === 0 ? layer : nz - 1 - layer
      for (let row = 1; row < ny - 1; row++) {
        const y = sweep === 0 ? row : ny - 1 - row
        const from = nx * (y + ny * z) + (sweep === 0 ? 1 : nx - 2)
        for (let k = 0; k < nx - 2; k++) relax(distance, reach, weights, from + sign * k)
      }
    }
  }

  for (let i = 0; i < distance.length; i++) {
    distance[i] = Math.min(levels - 1, Math.round((u16(distance, i) * levelsPerCell) / 3))
  }

  return distance
}

interface Flood {
  /** The widest clearance with which a cell can be left to the outside. */
  key: Uint16Array
  /** The cell that limits it. */
  neck: Int32Array
  /** The previous cell on that way; itself for cells of the border; -1 when not reached. */
  before: Int32Array
  sequence: Uint32Array
  reached: number
}

/**
 * The six steps to neighbouring cells. From a border cell some lead to another border cell or out
 * of the array, which is harmless.
 */
const neighbourSteps = ([nx, ny]: VoxelGrid['size']): readonly number[] => [-1, 1, -nx, nx, -nx * ny, nx * ny]

function borderCells([nx, ny, nz]: VoxelGrid['size']): number[] {
  const border: number[] = []
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      const inner = z > 0 && z < nz - 1 && y > 0 && y < ny - 1
      for (let x = 0; x < nx; x += inner ? nx - 1 : 1) border.push(x + nx * (y + ny * z))
    }
  }

  return border
}

/**
 * Floods the empty cells from outside, widest way first, across cell faces only: a wall thinner
 * than a cell still separates. Each cell gets the narrowest cell of its widest way out.
 */
function floodOf(grid: VoxelGrid, clearance: Uint16Array, watch: Watch): Flood {
  const total = grid.cells.length
  const heads = new Int32Array(levels).fill(-1)
  const next = new Int32Array(total)
  const key = new Uint16Array(total)
  const neck = new Int32Array(total).fill(-1)
  const before = new Int32Array(total).fill(-1)
  const sequence = new Uint32Array(total)
  const push = (cell: number, level: number): void => {
    key[cell] = level
    next[cell] = i32(heads, level)
    heads[level] = cell
  }

  for (const cell of borderCells(grid.size)) {
    before[cell] = cell
    push(cell, levels - 1)
  }

  const steps = neighbourSteps(grid.size)
  let reached = 0
  for (let level = levels - 1; level >= 0; level--) {
    for (let cell = i32(heads, level); cell >= 0; cell = i32(heads, level)) {
      heads[level] = i32(next, cell)
      if (reached % 65536 === 0) step(watch, 'walls', 0.9)
      sequence[reached++] = cell

      for (let k = 0; k < 6; k++) {
        const neighbour = cell + num(steps, k)
        if (grid.cells[neighbour] !== empty || i32(before, neighbour) >= 0) continue
        const room = u16(clearance, neighbour)
        before[neighbour] = cell
        neck[neighbour] = room < level ? neighbour : i32(neck, cell)
        push(neighbour, Math.min(level, room))
      }
    }
  }

  return { key, neck, before, sequence, reached }
}

/** At least 3 cells from a wall, and 1.5 times as wide as the narrowest cell of the way out. */
const isCore = (clearance: number, key: number): boolean =>
  clearance >= 3 * levelsPerCell && clearance > 1.5 * key + levelsPerCell

/**
 * The necks with a hollow space behind them. Each space has one: the flood goes through a neck into
 * everything wider before it reaches another neck of that width.
 */
function hollowNecks(clearance: Uint16Array, flood: Flood): { isNeck: Uint8Array; any: boolean } {
  const isNeck = new Uint8Array(clearance.length)
  let any = false
  for (let i = 0; i < flood.reached; i++) {
    const cell = u32(flood.sequence, i)
    if (!isCore(u16(clearance, cell), u16(flood.key, cell))) continue
    isNeck[i32(flood.neck, cell)] = 1
    any = true
  }

  return { isNeck, any }
}

/** Collects the empty cells that no way leads to, one space after another. */
function closedSpaces(grid: VoxelGrid, clearance: Uint16Array, before: Int32Array, labels: Uint8Array): Hollow[] {
  const found: Hollow[] = []
  const seen = new Uint8Array(grid.cells.length)
  const steps = neighbourSteps(grid.size)
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || grid.cells[start] !== empty || i32(before, start) >= 0) continue

    const space = [start]
    seen[start] = 1

    let deepest = start
    for (let i = 0; i < space.length; i++) {
      const cell = num(space, i)
      if (u16(clearance, cell) > u16(clearance, deepest)) deepest = cell
      for (const by of steps) {
        if (seen[cell + by] || grid.cells[cell + by] !== empty) continue
        seen[cell + by] = 1
        space.push(cell + by)
      }
    }

    if (u16(clearance, deepest) < 3 * levelsPerCell) continue

    for (const cell of space) labels[cell] = 1
    found.push({ cells: space.length, deepest, neckCell: -1, neckRadiusCells: 0, openings: 0 })
  }

  return found
}

/** How many separate patches of a hollow's cells touch the space outside it. */
function openingsOf(grid: VoxelGrid, spaceOf: Int32Array, space: number, members: readonly number[]): number {
  const rim = new Set<number>()
  const steps = neighbourSteps(grid.size)
  for (const cell of members) {
    for (let k = 0; k < 6; k++) {
      const other = cell + num(steps, k)
      if (grid.cells[other] === empty && spaceOf[other] !== space) rim.add(cell)
    }
  }

  const [nx, ny] = grid.size
  let openings = 0
  for (const start of rim) {
    openings++

    const patch = [start]
    rim.delete(start)

    for (const cell of patch) {
      for (let k = 0; k < 27; k++) {
        const other = cell + ((k % 3) - 1) + nx * ((Math.floor(k / 3) % 3) - 1 + ny * (Math.floor(k / 9) - 1))
        if (rim.delete(other)) patch.push(other)
      }
    }
  }

  return openings
}

/** The hollow spaces of a grid; `labels` is 1 on each of their cells. */
export function hollowsOf(
  grid: VoxelGrid,
  clearance: Uint16Array,
  watch: Watch,
): { hollows: Hollow[]; labels: Uint8Array } {
  const flood = floodOf(grid, clearance, watch)
  const { isNeck, any } = hollowNecks(clearance, flood)
  const labels = new Uint8Array(grid.cells.length)
  const spaceOf = new Int32Array(grid.cells.length).fill(-1)
  const members = new Map<number, number[]>()

  // A cell belongs to the space of the previous cell on its way out, which the flood reached before
  // it.
  for (let i = 0; any && i < flood.reached; i++) {
    const cell = u32(flood.sequence, i)
    const space = isNeck[cell] === 1 ? cell : i32(spaceOf, i32(flood.before, cell))
    if (space < 0) continue

    spaceOf[cell] = space
    labels[cell] = 1

    const list = members.get(space)
    if (list) list.push(cell)
    else members.set(space, [cell])
  }

  const open = [...members].map(([space, cells]): Hollow => {
    const deepest = cells.reduce((a, b) => (u16(clearance, b) > u16(clearance, a) ? b : a))
    const neckCell = i32(flood.neck, deepest)
    const openings = openingsOf(grid, spaceOf, space, cells)
    const neckRadiusCells = u16(flood.key, deepest) / levelsPerCell
    return { cells: cells.length, deepest, neckCell, neckRadiusCells, openings }
  })

  return { hollows: [...open, ...closedSpaces(grid, clearance, flood.before, labels)], labels }
}
