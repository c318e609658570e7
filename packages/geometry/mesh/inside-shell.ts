import { f32, u32 } from '../math/typed-access.ts'
import type { Box, Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'

const maxCells = 1024

/** One closed shell of a mesh: its triangles, and which triangles of the mesh are reversed. */
export interface ShellTriangles {
  mesh: TriangleMesh
  triangles: Uint32Array
  turned: Uint8Array | undefined
  box: Box
}

/**
 * Returns a test whether a point lies inside a closed shell, by the winding number along a ray in
 * x. Triangles are sorted into cells of the y-z plane, so that a ray meets few of them.
 */
export function insideShell(shell: ShellTriangles): (point: Vec3) => boolean {
  const { box } = shell
  const cells = cellsOf(shell)

  return ([x, y, z]) => {
    if (y < box.min[1] || y > box.max[1] || z < box.min[2] || z > box.max[2]) return false
    const cell = cells.column(y) * cells.side + cells.row(z)
    let winding = 0
    for (let i = u32(cells.starts, cell); i < u32(cells.starts, cell + 1); i++) {
      winding += crossing(shell, u32(cells.members, i), x, y, z)
    }
    return winding !== 0
  }
}

interface Cells {
  side: number
  column(y: number): number
  row(z: number): number
  starts: Uint32Array
  members: Uint32Array
}

function cellsOf(shell: ShellTriangles): Cells {
  const { box, triangles } = shell
  let side = Math.min(maxCells, Math.ceil(Math.sqrt(triangles.length)))
  for (;;) {
    const scale = (low: number, high: number) => {
      const perUnit = high > low ? side / (high - low) : 0
      return (value: number) => Math.max(0, Math.min(side - 1, Math.floor((value - low) * perUnit)))
    }
    const column = scale(box.min[1], box.max[1])
    const row = scale(box.min[2], box.max[2])
    const starts = new Uint32Array(side * side + 1)

    // Long triangles lie in many cells. Coarser cells keep the total size linear.
    const maxEntries = 4 * triangles.length + 64
    let entries = 0
    for (let i = 0; i < triangles.length && entries <= maxEntries; i++) {
      visitCells(shell, u32(triangles, i), side, column, row, (cell) => {
        starts[cell + 1] = u32(starts, cell + 1) + 1
        entries++
        return entries <= maxEntries
      })
    }

    if (entries > maxEntries && side > 1) {
      side = side >> 1
      continue
    }

    for (let cell = 0; cell < side * side; cell++) {
      starts[cell + 1] = u32(starts, cell + 1) + u32(starts, cell)
    }

    const members = new Uint32Array(entries)
    const next = starts.slice()
    for (const triangle of triangles) {
      visitCells(shell, triangle, side, column, row, (cell) => {
        const at = u32(next, cell)
        members[at] = triangle
        next[cell] = at + 1
        return true
      })
    }

    return { side, column, row, starts, members }
  }
}

function visitCells(
  { mesh: { positions, indices } }: ShellTriangles,
  triangle: number,
  side: number,
  column: (y: number) => number,
  row: (z: number) => number,
  visit: (cell: number) => boolean,
): void {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * u32(indices, 3 * triangle + corner)) as [number, number, number]
  const ya = f32(positions, a + 1)
  const yb = f32(positions, b + 1)
  const yc = f32(positions, c + 1)
  const za = f32(positions, a + 2)
  const zb = f32(positions, b + 2)
  const zc = f32(positions, c + 2)
  const lastColumn = column(Math.max(ya, yb, yc))
  const lastRow = row(Math.max(za, zb, zc))

  for (let i = column(Math.min(ya, yb, yc)); i <= lastColumn; i++) {
    for (let j = row(Math.min(za, zb, zc)); j <= lastRow; j++) if (!visit(i * side + j)) return
  }
}

/** +1 if a ray from the point along x leaves through the triangle, -1 if it enters, else 0. */
function crossing(shell: ShellTriangles, triangle: number, x: number, y: number, z: number): number {
  const { positions, indices } = shell.mesh
  const a = 3 * u32(indices, 3 * triangle)
  const b = 3 * u32(indices, 3 * triangle + 1)
  const c = 3 * u32(indices, 3 * triangle + 2)
  const ay = f32(positions, a + 1)
  const az = f32(positions, a + 2)
  const by = f32(positions, b + 1)
  const bz = f32(positions, b + 2)
  const cy = f32(positions, c + 1)
  const cz = f32(positions, c + 2)
  const within = (above(ay, az, by, bz, y, z) !== above(by, bz, cy, cz, y, z)) !== above(cy, cz, ay, az, y, z)
  if (!within) return 0

  const ax = f32(positions, a)
  const ux = f32(positions, b) - ax
  const vx = f32(positions, c) - ax
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay)
  const ny = (bz - az) * vx - ux * (cz - az)
  const nz = ux * (cy - ay) - (by - ay) * vx
  if (nx === 0 || ax - (ny * (y - ay) + nz * (z - az)) / nx <= x) return 0

  return nx > 0 === !shell.turned?.[triangle] ? 1 : -1
}

/**
 * Whether the edge passes above the point in the y-z plane. Both triangles of an edge compute the
 * same number, lower end first, so that a ray never slips between them or counts both.
 */
function above(y1: number, z1: number, y2: number, z2: number, y: number, z: number): boolean {
  if (y1 > y === y2 > y) return false
  return y1 < y2 ? z < z1 + ((y - y1) * (z2 - z1)) / (y2 - y1) : z < z2 + ((y - y2) * (z1 - z2)) / (y1 - y2)
}
