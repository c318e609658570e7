import { f64, i32, u32 } from '../math/typed-access.ts'
import { type Vec3, vec3At } from '../math/vector.ts'
import { step, type Watch } from '../model/watch.ts'
import { edgeLength, type Facets, facetAcross, turnCosine } from './facets.ts'
import { crumbFacets, type Region } from './find-regions.ts'
import { blankArea, gentleCosine } from './grow-region.ts'
import type { Surface } from './surface.ts'

/**
 * A face before it is measured: its surface (undefined for freeform) and the side the material is
 * on.
 */
export interface FaceDraft {
  surface: Surface | undefined
  sign: 1 | -1
  reach: number
}

/** Marks in `taken` of facets that have no face yet; numbers from 0 on are faces. */
const unclaimed = -1
const freeform = -2
/** A sliver or a lone tiny facet: joins a neighbour at the end. */
const speck = -3
/** Reached by the current flood. */
const visited = -4
/** Larger than the facets around it: will be a plane. */
const flat = -5
/** A lone small triangle, until its group is judged. */
const shard = -6

/** More freeform faces than this, separated by sharp edges, are merged where they touch. */
const maxPieces = 500

/** More tiny flats than this are roughness, not faces. */
const maxTinyFlats = 5000

/** Below every cosine: any turn is gentle enough. */
const anyTurn = -2

/** A region of fewer facets, almost all round among freeform ones, is dissolved. */
const scrapFacets = 12

/** Freeform facets that turn by less belong to one face. */
const sameBodyCosine = Math.cos((40 * Math.PI) / 180)

const freeformDraft: FaceDraft = { surface: undefined, sign: 1, reach: 0 }

/**
 * Assigns every facet that no fitted surface explains to a plane or to a freeform face. `taken` has
 * the region of each facet or -1, and is filled with indices into the returned drafts.
 */
export function faceDraftsOf(facets: Facets, taken: Int32Array, regions: readonly Region[], watch: Watch): FaceDraft[] {
  const drafts: FaceDraft[] = regions.map(({ surface, sign, reach }) => ({ surface, sign, reach }))
  markFreeform(facets, taken, watch)
  dissolveCrumbs(facets, taken, regions)
  dissolveShards(facets, taken)
  dissolveIslands(facets, taken)

  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== unclaimed) continue
    taken[f] = drafts.length
    drafts.push(planeOf(facets, f))
  }

  // A rough scan would leave hundreds of pieces even over gentle bends: there, everything that
  // touches is one face.
  if (numberFreeform(facets, taken, drafts.length, sameBodyCosine, maxPieces) > maxPieces) {
    for (let f = 0; f < facets.count; f++) if (i32(taken, f) >= drafts.length) taken[f] = freeform
    numberFreeform(facets, taken, drafts.length, anyTurn, facets.count)
  }

  const last = taken.reduce((highest, face) => Math.max(highest, face), drafts.length - 1)
  while (drafts.length <= last) drafts.push(freeformDraft)
  settleSpecks(facets, taken, drafts)

  return drafts
}

const areaOf = ({ areas }: Facets, f: number): number => f64(areas, f)

const totalArea = ({ areas }: Facets): number => areas.reduce((sum, area) => sum + area, 0)

/**
 * Numbers the connected freeform pieces from `first` on; returns how many, at most one more than
 * `limit`.
 */
function numberFreeform(facets: Facets, taken: Int32Array, first: number, cosine: number, limit: number): number {
  const total = totalArea(facets)
  const queue = new Uint32Array(facets.count)
  let pieces = 0
  for (let f = 0; f < facets.count && pieces <= limit; f++) {
    if (taken[f] !== freeform) continue

    const { count, area } = flood(facets, taken, { seed: f, mark: freeform, cosine }, queue)
    const isSpeck = count < 3 && area < 1e-4 * total
    for (let i = 0; i < count; i++) taken[u32(queue, i)] = isSpeck ? speck : first + pieces
    if (!isSpeck) pieces++
  }

  return pieces
}

interface Flood {
  seed: number
  mark: number
  /** Smallest cosine of the turn from facet to facet. */
  cosine: number
}

/**
 * Writes the facets connected to the seed that have the mark into `queue`, and marks them as
 * visited.
 */
function flood(
  facets: Facets,
  marks: Int32Array,
  { seed, mark, cosine }: Flood,
  queue: Uint32Array,
): { count: number; area: number } {
  const { starts, members, areas } = facets
  queue[0] = seed
  marks[seed] = visited

  let count = 1
  let area = 0
  for (let head = 0; head < count; head++) {
    const f = u32(queue, head)
    area += f64(areas, f)

    for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
      const t = 3 * u32(members, m)
      for (let h = t; h < t + 3; h++) {
        const g = facetAcross(facets, h)
        if (g < 0 || marks[g] !== mark || turnCosine(facets, f, g) < cosine) continue
        marks[g] = visited
        queue[count++] = g
      }
    }
  }

  return { count, area }
}

/**
 * Marks groups that bend on and on without a known surface; a flat among them that is far larger
 * than the rest stays unclaimed.
 */
function markFreeform(facets: Facets, taken: Int32Array, watch: Watch): void {
  const total = totalArea(facets)
  const queue = new Uint32Array(facets.count)

  for (let f = 0; f < facets.count; f++) {
    if ((f & 0xffff) === 0) step(watch, 'faces', 0.8)
    if (areaOf(facets, f) < blankArea && taken[f] === unclaimed) taken[f] = freeform
  }

  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== unclaimed) continue

    const { count } = flood(facets, taken, { seed: f, mark: unclaimed, cosine: gentleCosine }, queue)
    const group = queue.subarray(0, count)
    const largeArea = Math.min(Math.max(8 * medianArea(facets, group), 1e-4 * total), 5e-3 * total)
    for (const g of group) taken[g] = count < 4 || areaOf(facets, g) > largeArea ? flat : freeform
  }

  const isTiny = (f: number): boolean => areaOf(facets, f) < 1e-4 * total
  let tinyFlats = 0
  for (let f = 0; f < facets.count; f++) if (taken[f] === flat && isTiny(f)) tinyFlats++

  for (let f = 0; f < facets.count; f++) {
    if (taken[f] === flat) taken[f] = tinyFlats > maxTinyFlats && isTiny(f) ? freeform : unclaimed
  }
}

function medianArea(facets: Facets, group: Uint32Array): number {
  const stride = Math.max(1, Math.floor(group.length / 1000))
  const sample: number[] = []
  for (let i = 0; i < group.length; i += stride) sample.push(areaOf(facets, u32(group, i)))
  sample.sort((a, b) => a - b)
  return sample[sample.length >> 1] ?? 0
}

function addTo(sums: Float64Array, i: number, value: number): void {
  sums[i] = f64(sums, i) + value
}

/**
 * Lengths of the borders of small regions: in all, against an edge or a certain face, and against
 * freeform facets.
 */
interface CrumbBorders {
  all: Float64Array
  firm: Float64Array
  freeform: Float64Array
}

function crumbBordersOf(facets: Facets, taken: Int32Array, isSmall: readonly boolean[]): CrumbBorders {
  const borders: CrumbBorders = {
    all: new Float64Array(isSmall.length),
    firm: new Float64Array(isSmall.length),
    freeform: new Float64Array(isSmall.length),
  }

  for (let h = 0; h < facets.twins.length; h++) {
    const f = u32(facets.facetOf, (h / 3) | 0)
    const region = i32(taken, f)
    if (region < 0 || !isSmall[region]) continue

    const g = facetAcross(facets, h)
    const other = g < 0 ? unclaimed : i32(taken, g)
    if (other === region) continue

    const length = edgeLength(facets, h)
    addTo(borders.all, region, length)

    const isSharp = g < 0 || turnCosine(facets, f, g) < gentleCosine
    const isLargeFace = other >= 0 && !isSmall[other]
    const isLargeFlat = other === unclaimed && g >= 0 && areaOf(facets, g) > 4 * areaOf(facets, f)
    if (isSharp || isLargeFace || isLargeFlat) addTo(borders.firm, region, length)
    if (other === freeform) addTo(borders.freeform, region, length)
  }

  return borders
}

/**
 * On a freeform body small patches fit some surface by chance, side by side. A small region that
 * mostly ends neither at an edge nor at a certain face becomes freeform again.
 */
function dissolveCrumbs(facets: Facets, taken: Int32Array, regions: readonly Region[]): void {
  let freeformArea = 0
  for (let f = 0; f < facets.count; f++) if (taken[f] === freeform) freeformArea += areaOf(facets, f)

  const curvedArea = regions.reduce(
    (sum, { surface, area }) => sum + (surface.kind === 'plane' ? 0 : area),
    freeformArea,
  )
  if (!(freeformArea > 0.05 * curvedArea)) return

  const isSmall = regions.map(({ facets: own, area }) => own.length < crumbFacets && area < 0.02 * curvedArea)
  const borders = crumbBordersOf(facets, taken, isSmall)

  // Pieces of a helical flank end at sharp edges on both sides, but continue in the next piece.
  // Pieces of a rough surface have nothing but sharp edges. Only regions with exact vertices may do
  // either.
  const neededFirmShare = (region: Region, i: number): number => {
    if (region.exact) return 0.4
    const isScrap = region.facets.length < scrapFacets && f64(borders.freeform, i) > 0.8 * f64(borders.all, i)
    return isScrap ? Infinity : 0.95
  }

  regions.forEach((region, i) => {
    if (!isSmall[i] || f64(borders.firm, i) > neededFirmShare(region, i) * f64(borders.all, i)) return
    for (const f of region.facets) taken[f] = freeform
  })
}

/**
 * Lone triangles that a rough surface leaves in twos and threes: alone none of them is among
 * freeform facets, together they are. A modeller's flat has two triangles, or is far larger than
 * the triangles of the freeform face, and stays.
 */
function dissolveShards(facets: Facets, taken: Int32Array): void {
  const total = totalArea(facets)
  let freeformArea = 0
  for (let f = 0; f < facets.count; f++) {
    const isTriangle = u32(facets.starts, f + 1) - u32(facets.starts, f) === 1
    if (taken[f] === freeform) freeformArea += areaOf(facets, f)
    if (taken[f] === unclaimed && isTriangle && areaOf(facets, f) < 5e-3 * total) taken[f] = shard
  }

  const queue = new Uint32Array(facets.count)
  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== shard) continue

    const { count, area } = flood(facets, taken, { seed: f, mark: shard, cosine: anyTurn }, queue)
    const group = queue.subarray(0, count)
    let border = 0
    let besideFreeform = 0
    for (const g of group) {
      const own = freeformBorder(facets, taken, g)
      border += own.border
      besideFreeform += own.besideFreeform
    }

    const dissolves = area < 0.25 * freeformArea && besideFreeform > 0.6 * border
    for (const g of group) taken[g] = dissolves ? freeform : unclaimed
  }
}

/**
 * The length of a facet's border, except with facets being visited, and how much of it is beside
 * freeform facets.
 */
function freeformBorder(facets: Facets, taken: Int32Array, f: number): { border: number; besideFreeform: number } {
  const { starts, members } = facets
  let border = 0
  let besideFreeform = 0
  for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
    for (let h = 3 * u32(members, m); h < 3 * u32(members, m) + 3; h++) {
      const g = facetAcross(facets, h)
      if (g === f || (g >= 0 && taken[g] === visited)) continue

      const length = edgeLength(facets, h)
      border += length
      const isFreeform = g >= 0 && taken[g] === freeform
      if (isFreeform && areaOf(facets, f) < 8 * areaOf(facets, g)) besideFreeform += length
    }
  }

  return { border, besideFreeform }
}

/**
 * Small flats that the dissolved ones have left mostly among freeform facets become freeform too.
 */
function dissolveIslands(facets: Facets, taken: Int32Array): void {
  const total = totalArea(facets)
  for (let round = 0; round < 3; round++) {
    for (let f = 0; f < facets.count; f++) {
      if (taken[f] !== unclaimed || areaOf(facets, f) > 1e-3 * total) continue
      const { border, besideFreeform } = freeformBorder(facets, taken, f)
      if (besideFreeform > 0.6 * border) taken[f] = freeform
    }
  }
}

function planeOf({ normals, centroids }: Facets, f: number): FaceDraft {
  const at = (triples: Float64Array): Vec3 => vec3At(triples, 3 * f)
  const surface: Surface = { kind: 'plane', origin: at(centroids), axis: at(normals), radius: 0, minor: 0, slope: 0 }
  return { surface, sign: 1, reach: 0 }
}

/**
 * Assigns a speck to the face over its longest edge; false when it touches no face that it may
 * join.
 */
function joinFace(facets: Facets, taken: Int32Array, drafts: readonly FaceDraft[], f: number): boolean {
  const { starts, members } = facets
  const isBlank = areaOf(facets, f) < blankArea
  let longest = -1

  for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
    for (let h = 3 * u32(members, m); h < 3 * u32(members, m) + 3; h++) {
      const g = facetAcross(facets, h)
      const other = g < 0 ? speck : i32(taken, g)
      if (other < 0) continue

      // A speck that has a direction would spoil a fitted surface; it may only join a freeform
      // face.
      if (!isBlank && drafts[other]?.surface) continue

      const length = edgeLength(facets, h)
      if (length <= longest) continue

      longest = length
      taken[f] = other
    }
  }

  return longest >= 0
}

/**
 * Specks join the face over their longest edge; those that touch none become planes, or freeform
 * when they have no area.
 */
function settleSpecks(facets: Facets, taken: Int32Array, drafts: FaceDraft[]): void {
  let loose: number[] = []
  for (let f = 0; f < facets.count; f++) if (taken[f] === speck) loose.push(f)

  for (let round = 0; round < 8 && loose.length > 0; round++) {
    const next = loose.filter((f) => !joinFace(facets, taken, drafts, f))
    if (next.length === loose.length) break
    loose = next
  }

  let scraps = -1
  for (const f of loose) {
    if (areaOf(facets, f) >= blankArea) {
      taken[f] = drafts.length
      drafts.push(planeOf(facets, f))
      continue
    }

    if (scraps < 0) {
      scraps = drafts.length
      drafts.push(freeformDraft)
    }

    taken[f] = scraps
  }
}
