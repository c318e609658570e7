import { SparseDisjointSets } from '../math/disjoint-sets.ts'
import { dot, type Vec3 } from '../math/vector.ts'
import type { FaceEdge } from '../model/face-graph.ts'

/** One B-rep edge between two faces; `ends` are its vertices, equal if the edge is closed. */
export interface SharedEdge extends Omit<FaceEdge, 'closed'> {
  tangent: Vec3
  ends: readonly [number, number]
}

/** Groups connected edges of one face pair, with a union-find over their vertices. */
function connectedGroups(edges: readonly SharedEdge[]): SharedEdge[][] {
  const sets = new SparseDisjointSets()
  for (const { ends } of edges) sets.join(ends[0], ends[1])
  return [...Map.groupBy(edges, ({ ends }) => sets.root(ends[0])).values()]
}

function kindOf(edges: readonly SharedEdge[], longest: SharedEdge): FaceEdge['kind'] {
  const isLike = (edge: SharedEdge): boolean => {
    if (edge.kind !== longest.kind || edge.kind === 'other') return false
    if (edge.kind === 'line') return Math.abs(dot(edge.tangent, longest.tangent)) > 1 - 1e-9
    return Math.abs(edge.radiusMm - longest.radiusMm) <= 1e-6 * longest.radiusMm
  }
  return edges.every(isLike) ? longest.kind : 'other'
}

function isClosed(edges: readonly SharedEdge[]): boolean {
  const counts = new Map<number, number>()
  for (const { ends } of edges) for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts.values()].every((count) => count === 2)
}

function joined(edges: readonly SharedEdge[]): FaceEdge {
  const [first, ...others] = edges as readonly [SharedEdge, ...SharedEdge[]]
  const longest = others.reduce((best, edge) => (edge.lengthMm > best.lengthMm ? edge : best), first)
  const kind = kindOf(edges, longest)

  return {
    a: longest.a,
    b: longest.b,
    lengthMm: edges.reduce((sum, { lengthMm }) => sum + lengthMm, 0),
    convexity: longest.convexity,
    turnDeg: longest.turnDeg,
    kind,
    radiusMm: kind === 'circle' ? longest.radiusMm : 0,
    closed: isClosed(edges),
    midpoint: longest.midpoint,
  }
}

/**
 * Joins connected edges of the same two faces: two half circles become one rim. The longest edge
 * determines kind, convexity and angle.
 */
export function joinEdges(edges: readonly SharedEdge[]): FaceEdge[] {
  const pairs = Map.groupBy(edges, ({ a, b }) => `${a} ${b}`)
  return [...pairs.values()].flatMap((pair) => connectedGroups(pair).map(joined))
}
