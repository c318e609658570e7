import { sortedByKey } from '../math/counting-sort.ts'
import { f32, f64, i32, u32 } from '../math/typed-access.ts'
import { dot, scale, type Vec3 } from '../math/vector.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { faceFromDraft } from './face-from-draft.ts'
import { type Facets, facetsOf } from './facets.ts'
import { findRegions } from './find-regions.ts'
import { type FaceDraft, faceDraftsOf } from './leftovers.ts'
import { bordersOf } from './region-borders.ts'
import { signedDistance, toleranceOf } from './surface.ts'

/** With more faces than this, the smallest ones are merged into one freeform face. */
const maxFaces = 20_000

/**
 * The faces fitted to a welded, outward-facing mesh with their borders, and the face of each
 * triangle.
 */
export function facesOfMesh(mesh: TriangleMesh, watch: Watch): { graph: FaceGraph; triangleFaces: Uint32Array } {
  const triangleFaces = new Uint32Array(triangleCount(mesh))
  if (triangleFaces.length === 0) return { graph: { source: 'mesh', faces: [], edges: [] }, triangleFaces }

  const facets = facetsOf(mesh, watch)
  if (!facets) return { graph: { source: 'mesh', faces: [pointFace(mesh)], edges: [] }, triangleFaces }

  const taken = new Int32Array(facets.count).fill(-1)
  const regions = findRegions(facets, taken, watch)
  const found = faceDraftsOf(facets, taken, regions, watch)
  const { drafts, draftOf } = numbered(facets, taken, found, joined(facets, taken, found))

  for (let t = 0; t < triangleFaces.length; t++) {
    triangleFaces[t] = u32(draftOf, i32(taken, u32(facets.facetOf, t)))
  }

  const { starts, sorted } = sortedByKey(triangleFaces, drafts.length)
  const faces = drafts.map((draft, id) => {
    if ((id & 0xff) === 0) step(watch, 'faces', 0.9)
    return faceFromDraft(facets, id, draft, sorted.subarray(u32(starts, id), u32(starts, id + 1)))
  })

  const edges = bordersOf(facets, triangleFaces, drafts, watch)
  step(watch, 'faces', 1)

  return { graph: { source: 'mesh', faces, edges }, triangleFaces }
}

/** The one face of a mesh without extent. */
function pointFace(mesh: TriangleMesh): Face {
  const coordinate = (k: number): number => {
    const value = f32(mesh.positions, 3 * u32(mesh.indices, 0) + k)
    return Math.abs(value) < Infinity ? value : 0
  }
  const at: Vec3 = [coordinate(0), coordinate(1), coordinate(2)]

  return {
    id: 0,
    kind: 'freeform',
    areaMm2: 0,
    centroid: at,
    box: { min: at, max: at },
    origin: at,
    axis: [0, 0, 1],
    radiusMm: 0,
    minorRadiusMm: 0,
    halfAngleDeg: 0,
    axialRange: [0, 0],
    sweepDeg: 0,
    concave: false,
    confidence: 0,
  }
}

/**
 * Merges drafts that are one surface found twice, side by side. Returns for each draft the larger
 * one that it joins, whose surface fits both, or itself.
 */
function joined(facets: Facets, taken: Int32Array, drafts: readonly FaceDraft[]): Uint32Array {
  const chosen = Uint32Array.from(drafts, (_, i) => i)
  const root = (draft: number): number => {
    let top = draft
    while (u32(chosen, top) !== top) {
      chosen[top] = u32(chosen, u32(chosen, top))
      top = u32(chosen, top)
    }
    return top
  }

  const areas = new Float64Array(drafts.length)
  for (let f = 0; f < facets.count; f++) {
    const draft = i32(taken, f)
    areas[draft] = f64(areas, draft) + f64(facets.areas, f)
  }

  const samples = samplesOf(facets, taken, drafts.length)
  const checked = new Set<number>()
  for (let h = 0; h < facets.twins.length; h++) {
    const twin = facets.twins[h] as number
    if (twin < h) continue

    const a = taken[facets.facetOf[(h / 3) | 0] as number] as number
    const b = taken[facets.facetOf[(twin / 3) | 0] as number] as number
    if (a === b) continue

    const key = Math.min(a, b) * drafts.length + Math.max(a, b)
    if (checked.has(key)) continue
    checked.add(key)

    const isFirstLarger = f64(areas, root(a)) >= f64(areas, root(b))
    const large = isFirstLarger ? root(a) : root(b)
    const small = isFirstLarger ? b : a

    // Only a draft that has no followers may join: they would join the larger one untested.
    if (root(small) !== small || large === small) continue
    if (fits(facets, drafts[large] as FaceDraft, drafts[small] as FaceDraft, samples(small))) chosen[small] = large
  }

  return chosen.map((_, draft) => root(draft))
}

const samplesPerDraft = 24

/** Returns a function that gives up to 24 vertices of a draft, spread evenly over it. */
function samplesOf({ facetOf, indices }: Facets, taken: Int32Array, count: number) {
  const kept = new Uint32Array(samplesPerDraft * count)
  const filled = new Uint32Array(count)
  const sizes = new Uint32Array(count)
  for (const facet of facetOf) sizes[i32(taken, facet)] = u32(sizes, i32(taken, facet)) + 1

  const seen = new Uint32Array(count)
  for (let t = 0; t < facetOf.length; t++) {
    const draft = i32(taken, u32(facetOf, t))
    const rank = u32(seen, draft)
    seen[draft] = rank + 1

    const stride = Math.max(1, Math.ceil((3 * u32(sizes, draft)) / samplesPerDraft))
    for (let corner = 0; corner < 3; corner++) {
      const slot = u32(filled, draft)
      if ((3 * rank + corner) % stride !== 0 || slot >= samplesPerDraft) continue

      kept[samplesPerDraft * draft + slot] = u32(indices, 3 * t + corner)
      filled[draft] = slot + 1
    }
  }

  return (draft: number): Uint32Array => {
    const start = samplesPerDraft * draft
    return kept.subarray(start, start + u32(filled, draft))
  }
}

/** Whether both drafts have the same kind of surface and the other's vertices lie on this one. */
function fits(
  { points, noise }: Facets,
  { surface, sign }: FaceDraft,
  other: FaceDraft,
  vertices: Uint32Array,
): boolean {
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

/**
 * Numbers the remaining drafts in the sequence of the mesh, and merges those beyond `maxFaces`.
 * `draftOf` has the number of each draft that was found.
 */
function numbered(facets: Facets, taken: Int32Array, found: readonly FaceDraft[], chosen: Uint32Array) {
  // Drafts that lost all their facets keep the area -1 and get no number.
  const areas = new Float64Array(found.length).fill(-1)
  for (let f = 0; f < facets.count; f++) {
    const draft = u32(chosen, i32(taken, f))
    areas[draft] = Math.max(0, f64(areas, draft)) + f64(facets.areas, f)
  }

  const left = [...chosen.keys()].filter((draft) => chosen[draft] === draft && f64(areas, draft) >= 0)
  const kept = left.sort((a, b) => f64(areas, b) - f64(areas, a)).slice(0, maxFaces - 1)
  kept.sort((a, b) => a - b)

  const draftOf = new Uint32Array(found.length).fill(kept.length)
  kept.forEach((draft, id) => {
    draftOf[draft] = id
  })
  for (let draft = 0; draft < found.length; draft++) draftOf[draft] = u32(draftOf, u32(chosen, draft))

  const drafts = kept.map((draft) => outward(found[draft] as FaceDraft))
  if (left.length > kept.length) drafts.push({ surface: undefined, sign: 1, reach: 0 })

  return { drafts, draftOf }
}

/** A plane's axis is its outward normal, whichever direction was fitted. */
function outward(draft: FaceDraft): FaceDraft {
  const { surface, sign } = draft
  if (surface?.kind !== 'plane' || sign > 0) return draft
  return { ...draft, sign: 1, surface: { ...surface, axis: scale(surface.axis, -1) } }
}
