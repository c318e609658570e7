import { step, type Watch } from '../control/watch.ts'
import { f32, f64, i32, u32 } from '../math/typed-access.ts'
import { dot, scale } from '../math/vector.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { faceOfPart } from './face-of-part.ts'
import { type Facets, facetsOf } from './facets.ts'
import { findRegions } from './find-regions.ts'
import { type Part, partsOf } from './leftovers.ts'
import { bordersOf } from './region-borders.ts'
import { signedDistance, toleranceOf } from './surface.ts'

/** More faces than this tell nothing: the smallest beyond it become one freeform face. */
const mostFaces = 20_000

/** The faces fitted to a welded, outward-facing mesh with their borders, and the face of each triangle. */
export function facesOfMesh(mesh: TriangleMesh, watch: Watch): { graph: FaceGraph; triangleFaces: Uint32Array } {
  const triangleFaces = new Uint32Array(triangleCount(mesh))
  if (triangleFaces.length === 0) return { graph: { source: 'mesh', faces: [], edges: [] }, triangleFaces }

  const facets = facetsOf(mesh, watch)
  if (!facets) return { graph: { source: 'mesh', faces: [pointFace(mesh)], edges: [] }, triangleFaces }

  const taken = new Int32Array(facets.count).fill(-1)
  const regions = findRegions(facets, taken, watch)
  const raw = partsOf(facets, taken, regions, watch)
  const { parts, partOf } = numbered(facets, taken, raw, joined(facets, taken, raw))

  for (let t = 0; t < triangleFaces.length; t++) {
    triangleFaces[t] = u32(partOf, i32(taken, u32(facets.facetOf, t)))
  }

  const groups = groupsOf(triangleFaces, parts.length)
  const faces = parts.map((part, id) => {
    if ((id & 0xff) === 0) step(watch, 'faces', 0.9)
    return faceOfPart(facets, id, part, groups(id))
  })

  const edges = bordersOf(facets, triangleFaces, parts, watch)
  step(watch, 'faces', 1)

  return { graph: { source: 'mesh', faces, edges }, triangleFaces }
}

function pointFace(mesh: TriangleMesh): FaceGraph['faces'][number] {
  const value = (k: number): number => {
    const found = f32(mesh.positions, 3 * u32(mesh.indices, 0) + k)
    return Math.abs(found) < Infinity ? found : 0
  }
  const at = [value(0), value(1), value(2)] as const
  const nothing = { radiusMm: 0, minorRadiusMm: 0, halfAngleDeg: 0, sweepDeg: 0, concave: false, confidence: 0 }
  const place = { centroid: at, box: { min: at, max: at }, origin: at, axis: [0, 0, 1] as const }

  return { id: 0, kind: 'freeform', areaMm2: 0, ...place, axialRange: [0, 0], ...nothing }
}

/** Which parts are one surface found twice, side by side: each part's chosen one, the larger, whose surface fits both. */
function joined(facets: Facets, taken: Int32Array, parts: readonly Part[]): Uint32Array {
  const chosen = Uint32Array.from(parts, (_, i) => i)
  const root = (part: number): number => {
    let top = part
    while (u32(chosen, top) !== top) top = chosen[top] = u32(chosen, u32(chosen, top))
    return top
  }

  const areas = new Float64Array(parts.length)
  for (let f = 0; f < facets.count; f++) areas[i32(taken, f)] = f64(areas, i32(taken, f)) + f64(facets.areas, f)

  const samples = samplesOf(facets, taken, parts.length)
  const asked = new Set<number>()
  for (let h = 0; h < facets.twins.length; h++) {
    const twin = i32(facets.twins, h)
    if (twin < h) continue

    const a = i32(taken, u32(facets.facetOf, (h / 3) | 0))
    const b = i32(taken, u32(facets.facetOf, (twin / 3) | 0))
    if (a === b) continue

    const key = Math.min(a, b) * parts.length + Math.max(a, b)
    if (asked.has(key)) continue

    asked.add(key)

    const [large, small] = f64(areas, root(a)) >= f64(areas, root(b)) ? [root(a), b] : [root(b), a]
    // What joins must itself be unjoined, or its followers would come along untested.
    if (
      root(small) !== small ||
      large === small ||
      !fits(facets, parts[large] as Part, parts[small] as Part, samples(small))
    )
      continue

    chosen[small] = large
  }

  return chosen.map((_, part) => root(part))
}

/** Up to 24 vertices of each part. */
function samplesOf({ facetOf, indices }: Facets, taken: Int32Array, count: number) {
  const each = 24
  const kept = new Uint32Array(each * count)
  const filled = new Uint32Array(count)
  const sizes = new Uint32Array(count)
  for (const facet of facetOf) sizes[i32(taken, facet)] = u32(sizes, i32(taken, facet)) + 1

  const seen = new Uint32Array(count)
  for (let t = 0; t < facetOf.length; t++) {
    const part = i32(taken, u32(facetOf, t))
    const rank = u32(seen, part)
    seen[part] = rank + 1

    const stride = Math.max(1, Math.ceil((3 * u32(sizes, part)) / each))
    for (let corner = 0; corner < 3; corner++) {
      if ((3 * rank + corner) % stride !== 0) continue
      const place = u32(filled, part)
      if (place >= each) continue
      kept[each * part + place] = u32(indices, 3 * t + corner)
      filled[part] = place + 1
    }
  }

  return (part: number): Uint32Array => kept.subarray(each * part, each * part + u32(filled, part))
}

function fits({ points, noise }: Facets, { surface, sign }: Part, other: Part, vertices: Uint32Array): boolean {
  if (!surface || !other.surface || surface.kind !== other.surface.kind || sign !== other.sign) return false

  const parallel = dot(surface.axis, other.surface.axis)
  if (surface.kind !== 'sphere' && Math.abs(parallel) < 0.9994) return false
  if (surface.kind === 'plane' && parallel < 0) return false

  const tolerance = toleranceOf(surface, noise, 'loose')

  return vertices.every((vertex) => {
    const p = 3 * vertex
    const off = signedDistance(surface, f64(points, p), f64(points, p + 1), f64(points, p + 2))
    return Math.abs(off) <= tolerance
  })
}

/** Numbers the parts that are left, in the order of the mesh, and gathers what exceeds `mostFaces` into one. */
function numbered(facets: Facets, taken: Int32Array, raw: readonly Part[], chosen: Uint32Array) {
  const areas = new Float64Array(raw.length).fill(-1)
  for (let f = 0; f < facets.count; f++) {
    const part = u32(chosen, i32(taken, f))
    areas[part] = Math.max(0, f64(areas, part)) + f64(facets.areas, f)
  }

  const left = [...chosen.keys()].filter((part) => chosen[part] === part && f64(areas, part) >= 0)
  const kept = left.sort((a, b) => f64(areas, b) - f64(areas, a)).slice(0, mostFaces - 1)
  const partOf = new Uint32Array(raw.length).fill(kept.length)
  const parts = kept
    .sort((a, b) => a - b)
    .map((part, id): Part => {
      partOf[part] = id
      return raw[part] as Part
    })
  if (left.length > kept.length) parts.push({ surface: undefined, sign: 1, reach: 0 })
  for (let part = 0; part < raw.length; part++) partOf[part] = u32(partOf, u32(chosen, part))

  return { parts: parts.map(outward), partOf }
}

/** A plane's axis is its outward normal, whichever way it was fitted. */
const outward = (part: Part): Part =>
  part.surface?.kind === 'plane' && part.sign < 0
    ? { ...part, sign: 1, surface: { ...part.surface, axis: scale(part.surface.axis, -1) } }
    : part

function groupsOf(triangleFaces: Uint32Array, count: number) {
  const ends = new Uint32Array(count + 1)
  for (const face of triangleFaces) ends[face + 1] = u32(ends, face + 1) + 1
  for (let i = 1; i <= count; i++) ends[i] = u32(ends, i) + u32(ends, i - 1)

  const sorted = new Uint32Array(triangleFaces.length)
  const next = ends.slice()
  for (let t = 0; t < triangleFaces.length; t++) {
    const face = u32(triangleFaces, t)
    const place = u32(next, face)
    sorted[place] = t
    next[face] = place + 1
  }

  return (id: number): Uint32Array => sorted.subarray(u32(ends, id), u32(ends, id + 1))
}
