import { unwatched, type Watch } from '../control/watch.ts'
import { f32, u32 } from '../math/typed-access.ts'
import { lengthOf, sizeOf } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { boxOf } from './measure-mesh.ts'
import { type MeshTopology, topologyOf } from './topology.ts'

/** Shares of the box' diagonal: exporters that round each triangle on its own differ in the last of 24 bits or two. */
const tolerances = [1e-6, 1e-5] as const

/** A surface with more is a heap or a scan, not a part with cracks; the search must not outlast its use. */
const mostOpenEdges = 50_000

export interface NearWeld {
  mesh: TriangleMesh
  topology: MeshTopology
  /** How far apart vertices were that became one (mm); 0 when only equal ones did. */
  toleranceMm: number
}

/**
 * Closes cracks between vertices that are nearly in one place. Only corners of open edges may move, and the result is kept only
 * when fewer edges are open and no edge became crowded, so that a fine detail is never welded shut.
 */
export function weldNear(mesh: TriangleMesh, topology: MeshTopology, watch: Watch = unwatched): NearWeld {
  let best: NearWeld = { mesh, topology, toleranceMm: 0 }
  if (topology.facts.openEdges === 0 || topology.facts.openEdges > mostOpenEdges) return best

  const diagonal = lengthOf(sizeOf(boxOf(mesh)))
  for (const share of tolerances) {
    const toleranceMm = share * diagonal
    const indices = weldedIndices(best.mesh, best.topology, toleranceMm)
    if (!indices) continue

    const welded = { positions: mesh.positions, indices }
    const after = topologyOf(welded, watch)
    const was = best.topology.facts
    const is = after.facts
    if (is.openEdges >= was.openEdges || is.nonManifoldEdges > was.nonManifoldEdges) continue

    best = { mesh: welded, topology: after, toleranceMm }
    if (is.openEdges === 0) break
  }

  return best
}

/** Corners with each rim vertex replaced by the first one within reach; undefined when none is. */
function weldedIndices(mesh: TriangleMesh, { matching }: MeshTopology, reach: number): Uint32Array | undefined {
  const { positions, indices } = mesh
  if (!(reach > 0)) return undefined

  const cells = new Map<string, number[]>()
  const moved = new Map<number, number>()
  const seen = new Set<number>()
  const place = (vertex: number): void => {
    if (seen.has(vertex)) return

    seen.add(vertex)

    const at = [0, 1, 2].map((axis) => f32(positions, 3 * vertex + axis)) as [number, number, number]
    const cell = at.map((value) => Math.floor(value / reach)) as [number, number, number]
    const near = nearest(positions, cells, cell, at, reach)
    if (near !== undefined) {
      moved.set(vertex, near)
      return
    }

    const key = cell.join(' ')
    const list = cells.get(key)
    if (list) list.push(vertex)
    else cells.set(key, [vertex])
  }
  matching.open.visit((side) => {
    const at = 3 * (side >>> 2)
    place(u32(indices, at + (side & 3)))
    place(u32(indices, at + (((side & 3) + 1) % 3)))
    return true
  })
  if (moved.size === 0) return undefined

  return indices.map((vertex) => moved.get(vertex) ?? vertex)
}

function nearest(
  positions: Float32Array,
  cells: Map<string, number[]>,
  [i, j, k]: [number, number, number],
  [x, y, z]: [number, number, number],
  reach: number,
): number | undefined {
  for (let a = i - 1; a <= i + 1; a++) {
    for (let b = j - 1; b <= j + 1; b++) {
      for (let c = k - 1; c <= k + 1; c++) {
        for (const other of cells.get(`${a} ${b} ${c}`) ?? []) {
          const dx = f32(positions, 3 * other) - x
          const dy = f32(positions, 3 * other + 1) - y
          const dz = f32(positions, 3 * other + 2) - z
          if (Math.hypot(dx, dy, dz) <= reach) return other
        }
      }
    }
  }
  return undefined
}
