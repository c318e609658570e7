import { f32, u32 } from '../math/typed-access.ts'
import { sizeOf } from '../math/vector.ts'
import { boxOf } from '../mesh/measure-mesh.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'

const none = 0xffffffff
const blockSize = 1 << 20

/** Cells per side: three cell numbers fit into one exact number. */
const maxCells = 1 << 16

/**
 * Merges the vertices of each cell of a grid that leaves about `triangleBudget` triangles. Linear
 * in time and memory: for meshes that are too large for a better decimator.
 */
export function clusterVertices(mesh: TriangleMesh, triangleBudget: number, watch: Watch): TriangleMesh {
  // A closed surface crosses about 2 n² cells of an n-cell grid, with two triangles per cell.
  const cells = Math.min(maxCells, Math.max(2, Math.floor(Math.sqrt(triangleBudget / 4))))
  const firstInCell = firstVertices(mesh, cells, watch)
  const { indices } = mesh
  const kept = new Uint32Array(indices.length)
  let used = 0

  for (let t = 0; t < indices.length; t += 3) {
    if (t % (3 * blockSize) === 0) step(watch, 'faces', 0)

    const a = u32(firstInCell, u32(indices, t))
    const b = u32(firstInCell, u32(indices, t + 1))
    const c = u32(firstInCell, u32(indices, t + 2))
    if (a === b || b === c || a === c) continue

    kept[used] = a
    kept[used + 1] = b
    kept[used + 2] = c
    used += 3
  }

  return triangleCount(mesh) === 0 ? mesh : compacted(mesh.positions, kept.slice(0, used))
}

/** For each vertex, the first vertex in its cell. */
function firstVertices({ positions, indices }: TriangleMesh, cells: number, watch: Watch): Uint32Array {
  const box = boxOf({ positions, indices })
  const perMm = (cells - 1) / Math.max(...sizeOf(box), Number.MIN_VALUE)
  const count = positions.length / 3
  let slots = 1
  while (slots < 2 * count) slots *= 2

  const table = new Uint32Array(slots).fill(none)
  const keys = new Float64Array(slots)
  const first = new Uint32Array(count)
  for (let v = 0; v < count; v++) {
    if (v % blockSize === 0) step(watch, 'faces', 0)

    const x = Math.floor((f32(positions, 3 * v) - box.min[0]) * perMm)
    const y = Math.floor((f32(positions, 3 * v + 1) - box.min[1]) * perMm)
    const z = Math.floor((f32(positions, 3 * v + 2) - box.min[2]) * perMm)
    const key = (x * maxCells + y) * maxCells + z
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (slots - 1)

    while (table[slot] !== none && keys[slot] !== key) slot = (slot + 1) & (slots - 1)

    if (table[slot] === none) {
      table[slot] = v
      keys[slot] = key
    }

    first[v] = u32(table, slot)
  }

  return first
}

function compacted(positions: Float32Array, indices: Uint32Array): TriangleMesh {
  const newIndex = new Uint32Array(positions.length / 3).fill(none)
  let used = 0
  const renumbered = indices.map((vertex) => {
    if (newIndex[vertex] === none) newIndex[vertex] = used++
    return u32(newIndex, vertex)
  })

  const own = new Float32Array(3 * used)
  for (let v = 0; v < newIndex.length; v++) {
    const index = u32(newIndex, v)
    if (index !== none) own.set(positions.subarray(3 * v, 3 * v + 3), 3 * index)
  }

  return { positions: own, indices: renumbered }
}
