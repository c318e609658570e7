import { sortedByKey } from '../math/counting-sort.ts'
import { u32 } from '../math/typed-access.ts'
import { EdgeKernel, type OddSides } from '../mesh-kernel/edge-kernel.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { innerTriangles } from './inner-faces.ts'
import { type EdgeGroup, pairAroundEdge } from './pair-around-edge.ts'
import { ParityForest } from './parity-forest.ts'
import { SideSet } from './side-set.ts'

export interface EdgeMatching {
  /** Triangles joined across their edges, with their orientation. */
  forest: ParityForest
  /** Sides without a second triangle. */
  open: SideSet
  /** Sides left over at an edge of more than two triangles. */
  unpaired: SideSet
  /** The first of two sides with the same direction. */
  misoriented: SideSet
  /** Sides where a surface contradicts its own orientation: it has no inside (Möbius strip). */
  conflicts: SideSet
  /** Sides of edges with more than two triangles: the count, then as many sides, for each edge. */
  crowded: number[]
  crowdedEdges: number
  duplicateTriangles: number
  /** Triangles with two equal corners, same-oriented copies of earlier ones, and inner faces. */
  excluded: Uint8Array | undefined
  /** All triangles form one surface with one orientation. */
  uniform: boolean
}

const follower = [1, 2, 0] as const

/** Matches all sides of `mesh` that share an edge, in linear time. */
export function matchEdges(mesh: TriangleMesh, watch: Watch): EdgeMatching {
  const triangles = triangleCount(mesh)
  const kernel = new EdgeKernel(mesh, watch)
  const open = new SideSet(triangles)
  kernel.visitAlone((side) => open.add(side))

  const odd = kernel.oddSides()
  const { repeated, isOneSet } = kernel
  const found: EdgeMatching = {
    forest: new ParityForest(kernel.finish()),
    open,
    unpaired: new SideSet(triangles),
    misoriented: new SideSet(triangles),
    conflicts: new SideSet(triangles),
    crowded: [],
    crowdedEdges: 0,
    duplicateTriangles: 0,
    excluded: undefined,
    uniform: false,
  }
  if (repeated > 0) excludeRepeated(mesh, found)
  if (odd.count > 0) resolveIrregular(mesh, found, odd, watch)
  found.uniform = isOneSet && !found.excluded

  return found
}

function excludeRepeated({ indices }: TriangleMesh, found: EdgeMatching): void {
  for (let at = 0; at < indices.length; at += 3) {
    const a = indices[at]
    const b = indices[at + 1]
    const c = indices[at + 2]
    if (a === b || b === c || c === a) exclude(found, at / 3, indices.length / 3)
  }
}

function exclude(found: EdgeMatching, triangle: number, triangles: number): void {
  found.excluded ??= new Uint8Array(triangles)
  found.excluded[triangle] = 1
}

/** Resolves the irregular edges one by one, in the sequence of the file. */
function resolveIrregular(mesh: TriangleMesh, found: EdgeMatching, odd: OddSides, watch: Watch): void {
  const { starts, sorted } = sortedByKey(odd.edges, odd.count)
  const copies = new SideSet(triangleCount(mesh))
  function* edges(): Generator<number[]> {
    for (let edge = 0; edge < odd.count; edge++) {
      if (edge % 4096 === 0) step(watch, 'topology', 0.9)
      yield Array.from(sorted.subarray(starts[edge], starts[edge + 1]), (i) => u32(odd.sides, i))
    }
  }

  // Before patches are joined across these edges.
  const inner = innerTriangles({ mesh, forest: found.forest, open: found.open }, edges)
  for (const triangle of inner) exclude(found, triangle, triangleCount(mesh))

  for (const sides of edges()) resolveEdge(mesh, found, { copies, inner }, sides)

  found.duplicateTriangles = copies.size
}

/** Triangles that are left out of all shells. */
interface LeftOut {
  copies: SideSet
  inner: ReadonlySet<number>
}

function resolveEdge(mesh: TriangleMesh, found: EdgeMatching, leftOut: LeftOut, sides: number[]): void {
  const [one, two] = sides as [number, number]
  if (sides.length === 2 && oppositeCorner(mesh, one) !== oppositeCorner(mesh, two)) {
    join(found, one, two, startOf(mesh, one) === startOf(mesh, two))
    return
  }

  const from = startOf(mesh, one)
  const to = endOf(mesh, one)
  resolveCrowdedEdge(mesh, found, leftOut, { vertex: Math.min(from, to), other: Math.max(from, to), sides })
}

/** The vertex at which a side starts. Sides are numbered as `SideSet` says. */
export const startOf = ({ indices }: TriangleMesh, side: number): number => u32(indices, 3 * (side >>> 2) + (side & 3))

export const endOf = ({ indices }: TriangleMesh, side: number): number =>
  u32(indices, 3 * (side >>> 2) + follower[(side & 3) as 0 | 1 | 2])

function join(found: EdgeMatching, one: number, two: number, sameWay: boolean): void {
  if (sameWay) found.misoriented.add(one)
  if (!found.forest.join(one >>> 2, two >>> 2, sameWay ? 1 : 0)) found.conflicts.add(one)
}

const oppositeCorner = (mesh: TriangleMesh, side: number): number =>
  u32(mesh.indices, 3 * (side >>> 2) + follower[follower[(side & 3) as 0 | 1 | 2]])

/** An edge with copies or over two triangles: leaves out copies, pairs the rest around it. */
function resolveCrowdedEdge(mesh: TriangleMesh, found: EdgeMatching, leftOut: LeftOut, edge: EdgeGroup): void {
  const { vertex, other } = edge
  const kept = new Map<string, number>()
  const facing = new Set<number>()
  for (const side of edge.sides) {
    const third = oppositeCorner(mesh, side)
    // A set, because the same duplicate is found at each of its three edges.
    if (facing.has(third)) leftOut.copies.add(side & ~3)
    facing.add(third)
    const key = `${third} ${startOf(mesh, side)}`
    if (kept.has(key)) exclude(found, side >>> 2, triangleCount(mesh))
    else kept.set(key, side)
  }

  const all = [...kept.values()]
  const sides = all.filter((side) => !leftOut.inner.has(side >>> 2))
  if (all.length > 2) {
    found.crowdedEdges++
    found.crowded.push(all.length)
    // An inner face is a flaw of the body around it.
    for (const side of all) found.crowded.push(leftOut.inner.has(side >>> 2) ? (sides[0] as number) : side)
  }

  const { pairs, alone } = pairAroundEdge(mesh, { vertex, other, sides })
  for (const [one, two, sameWay] of pairs) join(found, one, two, sameWay)
  for (const side of alone) (sides.length > 1 ? found.unpaired : found.open).add(side)
}
