import { circleThrough } from '../math/circle.ts'
import { SparseDisjointSets } from '../math/disjoint-sets.ts'
import { eigenOf3 } from '../math/eigen.ts'
import { f64, i32, num, u32 } from '../math/typed-access.ts'
import { add, cross, dot, lengthOf, scale, subtract, unit, type Vec3, vec3At } from '../math/vector.ts'
import type { FaceEdge } from '../model/face-graph.ts'
import { step, type Watch } from '../model/watch.ts'
import { edgeAt, type Facets, normalOf } from './facets.ts'
import { nextCorner } from './half-edges.ts'
import type { FaceDraft } from './leftovers.ts'
import { acrossOf, normalInto } from './surface.ts'

const degrees = 180 / Math.PI

/**
 * Fitted faces that meet at less than this are tangent; the limit is wider beside a freeform face,
 * whose triangles lean.
 */
const tangentDeg = 4
const tangentFreeformDeg = 12

/**
 * The borders between faces, each collected from mesh edges that touch one another. `faceOf` has
 * the face of each triangle.
 */
export function bordersOf(facets: Facets, faceOf: Uint32Array, drafts: readonly FaceDraft[], watch: Watch): FaceEdge[] {
  const between = new Map<number, number[]>()
  for (let h = 0; h < facets.twins.length; h++) {
    if ((h & 0x3ffff) === 0) step(watch, 'faces', 0.95)

    const twin = i32(facets.twins, h)
    if (twin < 0) continue

    const a = u32(faceOf, (h / 3) | 0)
    const b = u32(faceOf, (twin / 3) | 0)

    // Each edge once, from the face with the lower number.
    if (a >= b) continue

    const key = a * drafts.length + b
    const edges = between.get(key)
    if (edges) edges.push(h)
    else between.set(key, [h])
  }

  const found: FaceEdge[] = []
  let done = 0
  for (const [key, edges] of [...between].sort(([a], [b]) => a - b)) {
    if ((++done & 0x3ff) === 0) step(watch, 'faces', 0.95 + (0.05 * done) / between.size)
    const a = Math.floor(key / drafts.length)
    for (const chain of chainsOf(facets, edges)) found.push(borderOf(facets, chain, a, key - a * drafts.length, drafts))
  }

  return found
}

interface Chain {
  edges: number[]
  vertices: number[]
  closed: boolean
}

/** Groups of edges that touch; a group is closed when every vertex has an even number of edges. */
function chainsOf({ indices }: Facets, edges: readonly number[]): Chain[] {
  const sets = new SparseDisjointSets()
  const degree = new Map<number, number>()
  for (const h of edges) {
    const from = u32(indices, h)
    const to = u32(indices, nextCorner(h))
    for (const end of [from, to]) degree.set(end, (degree.get(end) ?? 0) + 1)
    sets.join(from, to)
  }

  const chains = new Map<number, Chain>()
  const chainAt = (vertex: number): Chain => {
    const top = sets.root(vertex)
    const chain = chains.get(top) ?? { edges: [], vertices: [], closed: true }
    chains.set(top, chain)
    return chain
  }
  for (const h of edges) chainAt(u32(indices, h)).edges.push(h)

  for (const [vertex, count] of degree) {
    const chain = chainAt(vertex)
    chain.vertices.push(vertex)
    if (count % 2 === 1) chain.closed = false
  }

  return [...chains.values()]
}

function borderOf(facets: Facets, chain: Chain, a: number, b: number, drafts: readonly FaceDraft[]): FaceEdge {
  const draftA = drafts[a] as FaceDraft
  const draftB = drafts[b] as FaceDraft
  let length = 0
  let turned = 0
  let signed = 0
  let middleSum: Vec3 = [0, 0, 0]

  for (const h of chain.edges) {
    const { middle, edge } = edgeAt(facets, h)
    const size = lengthOf(edge)
    const first = normalAt(facets, draftA, (h / 3) | 0, middle)
    const second = normalAt(facets, draftB, (i32(facets.twins, h) / 3) | 0, middle)
    const out = cross(first, second)
    const turn = Math.atan2(lengthOf(out), dot(first, second)) * degrees

    length += size
    turned += turn * size
    signed += Math.sign(dot(out, edge)) * turn * size
    middleSum = add(middleSum, scale(middle, size))
  }

  const turnDeg = length > 0 ? turned / length : 0
  const midpoint = length > 0 ? scale(middleSum, 1 / length) : middleSum
  const isFreeform = !draftA.surface || !draftB.surface
  const isSmooth = turnDeg < (isFreeform ? tangentFreeformDeg : tangentDeg)
  const bend = signed < 0 ? 'concave' : 'convex'
  const { kind, radius } = courseOf(facets, chain.vertices, chain.closed)
  const { diagonalMm, centreMm } = facets

  return {
    a,
    b,
    lengthMm: length * diagonalMm,
    convexity: isSmooth ? 'smooth' : bend,
    turnDeg,
    kind,
    radiusMm: radius * diagonalMm,
    closed: chain.closed,
    midpoint: add(centreMm, scale(midpoint, diagonalMm)),
  }
}

/**
 * The outward normal of the face, not of the facet beside the border: a fillet's first strip
 * already leans.
 */
function normalAt(facets: Facets, draft: FaceDraft, triangle: number, at: Vec3): Vec3 {
  const normal = new Float64Array(3)
  if (draft.surface && normalInto(draft.surface, at[0], at[1], at[2], normal)) {
    return scale(vec3At(normal, 0), draft.sign)
  }
  return normalOf(facets, u32(facets.facetOf, triangle))
}

/** Whether the vertices lie on a line or a circle, within the tolerance of fitted faces. */
function courseOf(
  { points, noise }: Facets,
  vertices: readonly number[],
  closed: boolean,
): { kind: FaceEdge['kind']; radius: number } {
  const tolerance = Math.max(1e-4, 8 * noise)
  const all = vertices.map((v): Vec3 => vec3At(points, 3 * v))
  const middle = scale(all.reduce<Vec3>(add, [0, 0, 0]), 1 / all.length)
  const m = new Float64Array(9)
  let extent = 0

  for (const p of all) {
    const d = subtract(p, middle)
    extent = Math.max(extent, lengthOf(d))
    for (let i = 0; i < 9; i++) m[i] = f64(m, i) + num(d, (i / 3) | 0) * num(d, i % 3)
  }

  const { vectors } = eigenOf3(m)
  const off = Math.min(tolerance, 0.01 * extent)
  const course = unit(vectors[2])
  const isStraight = all.every((p) => lengthOf(cross(subtract(p, middle), course)) <= off)
  if (isStraight && !closed) return { kind: 'line', radius: 0 }

  const normal = vectors[0]
  const [u, v] = acrossOf(normal)
  const flat = all.map((p) => flatOn(subtract(p, middle), u, v))
  const circle = circleThrough(flat.flat())
  if (!circle || circle.radius > 20) return { kind: 'other', radius: 0 }

  const isFlat = all.every((p) => Math.abs(dot(subtract(p, middle), normal)) <= off)
  const isRound = flat.every(([x, y]) => Math.abs(Math.hypot(x - circle.x, y - circle.y) - circle.radius) <= off)
  const angles = flat.map(([x, y]) => Math.atan2(y - circle.y, x - circle.x))
  if (!isFlat || !isRound || !isFinelyDivided(angles, closed)) return { kind: 'other', radius: 0 }

  return { kind: 'circle', radius: circle.radius }
}

/**
 * Three points, or the four corners of a rectangle, are on a circle too: an arc has no step wider
 * than an octagon's.
 */
function isFinelyDivided(angles: number[], closed: boolean): boolean {
  angles.sort((p, q) => p - q)
  const gaps = angles.map((angle, i) => (i > 0 ? angle - num(angles, i - 1) : 0))
  gaps[0] = num(angles, 0) + 2 * Math.PI - num(angles, angles.length - 1)
  gaps.sort((p, q) => q - p)
  return num(gaps, closed ? 0 : 1) * degrees < 46.5
}

const flatOn = (d: Vec3, u: Vec3, v: Vec3): [number, number] => [dot(d, u), dot(d, v)]
