import { f32 } from '../math/typed-access.ts'
import { lengthOf, sizeOf } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import { endOf, startOf } from './edge-matching.ts'
import { boxOf } from './measure-mesh.ts'
import { type MeshTopology, topologyOf } from './topology.ts'

/** Shares of the box diagonal: rounding per triangle changes the last one or two of 24 bits. */
const tolerances = [1e-6, 1e-5] as const

/** A surface with more is a scan or loose triangles, and searching it would take too long. */
const maxOpenEdges = 50_000

export interface NearWeld {
  mesh: TriangleMesh
  topology: MeshTopology
  /** Distance within which vertices were merged; 0 if only equal ones were. */
  toleranceMm: number
}

/**
 * Closes cracks between vertices that are almost equal. Only vertices of open edges may move, and
 * the result is used only if fewer edges are open and none became non-manifold, so that fine
 * details are never welded shut.
 */
export function weldNear(mesh: TriangleMesh, topology: MeshTopology, watch: Watch = unwatched): NearWeld {
  let best: NearWeld = { mesh, topology, toleranceMm: 0 }
  if (topology.facts.openEdges === 0 || topology.facts.openEdges > maxOpenEdges) return best

  const diagonal = lengthOf(sizeOf(boxOf(mesh)))
  for (const share of tolerances) {
    const toleranceMm = share * diagonal
    const indices = weldedIndices(best.mesh, best.topology, toleranceMm)
    if (!indices) continue

    const welded = { positions: mesh.positions, indices }
    const after = topologyOf(welded, watch)
    const { openEdges, nonManifoldEdges } = best.topology.facts
    if (after.facts.openEdges >= openEdges || after.facts.nonManifoldEdges > nonManifoldEdges) continue

    best = { mesh: welded, topology: after, toleranceMm }
    if (after.facts.openEdges === 0) break
  }

  return best
}

/** Replaces each vertex of an open edge by the first within reach; undefined if there is none. */
function weldedIndices(mesh: TriangleMesh, { matching }: MeshTopology, reachMm: number): Uint32Array | undefined {
  const { positions, indices } = mesh
  // A mesh without extent has no tolerance.
  if (!(reachMm > 0)) return undefined

  const cells = new Map<string, number[]>()
  const moved = new Map<number, number>()
  const seen = new Set<number>()
  const weld = (vertex: number): void => {
    if (seen.has(vertex)) return
    seen.add(vertex)

    const point = [0, 1, 2].map((axis) => f32(positions, 3 * vertex + axis)) as [number, number, number]
    const cell = point.map((value) => Math.floor(value / reachMm)) as [number, number, number]
    const near = findVertexWithin(reachMm, positions, cells, cell, point)
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
    weld(startOf(mesh, side))
    weld(endOf(mesh, side))
    return true
  })
  if (moved.size === 0) return undefined

  return indices.map((vertex) => moved.get(vertex) ?? vertex)
}

function findVertexWithin(
  reachMm: number,
  positions: Float32Array,
  cells: Map<string, number[]>,
  [i, j, k]: [number, number, number],
  [x, y, z]: [number, number, number],
): number | undefined {
  for (let a = i - 1; a <= i + 1; a++) {
    for (let b = j - 1; b <= j + 1; b++) {
      for (let c = k - 1; c <= k + 1; c++) {
        for (const other of cells.get(`${a} ${b} ${c}`) ?? []) {
          const dx = f32(positions, 3 * other) - x
          const dy = f32(positions, 3 * other + 1) - y
          const dz = f32(positions, 3 * other + 2) - z
          if (Math.hypot(dx, dy, dz) <= reachMm) return other
        }
      }
    }
  }
  return undefined
}
