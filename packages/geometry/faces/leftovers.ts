import { step, type Watch } from '../control/watch.ts'
import { f64, i32, u32 } from '../math/typed-access.ts'
import { lengthOf, type Vec3 } from '../math/vector.ts'
import type { Facets } from './facets.ts'
import { crumbFacets, type Region } from './find-regions.ts'
import { blankArea, gentleCosine } from './grow-region.ts'
import { edgeAt } from './seed-patches.ts'
import type { Surface } from './surface.ts'

/** A face to be: its surface (none: freeform) and the side the material is on. */
export interface Part {
  surface: Surface | undefined
  sign: 1 | -1
  reach: number
}

const open = -1
const shapeless = -2
const speck = -3
const visited = -4
const planeMark = -5
const shard = -6

/** Freeform faces told apart by their sharp edges. */
const mostPieces = 500

/** More tiny flats than this are roughness, not faces. */
const mostSpecks = 5000
const anyTurn = -2
const scrapFacets = 12
const sameBodyCosine = Math.cos((40 * Math.PI) / 180)

/** Gives every facet that no surface explains to a plane or a freeform face; `taken` is filled with places in the parts. */
export function partsOf(facets: Facets, taken: Int32Array, regions: readonly Region[], watch: Watch): Part[] {
  const parts: Part[] = regions.map(({ surface, sign, reach }) => ({ surface, sign, reach }))
  markShapeless(facets, taken, watch)
  dissolveCrumbs(facets, taken, regions)
  dissolveShards(facets, taken)
  dissolveIslands(facets, taken)

  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== open) continue
    taken[f] = parts.length
    parts.push(planeOf(facets, f))
  }

  // Where even gentle bends would leave hundreds of pieces, as on a rough scan, what touches is one.
  if (gatherShapeless(facets, taken, parts.length, sameBodyCosine, mostPieces) > mostPieces) {
    for (let f = 0; f < facets.count; f++) if (i32(taken, f) >= parts.length) taken[f] = shapeless
    gatherShapeless(facets, taken, parts.length, anyTurn, facets.count)
  }

  const last = taken.reduce((most, part) => Math.max(most, part), parts.length - 1)
  while (parts.length <= last) parts.push({ surface: undefined, sign: 1, reach: 0 })
  settleCrumbs(facets, taken, parts)

  return parts
}

/** Numbers the connected pieces of shapeless facets from `first` on; returns how many, at most one more than `limit`. */
function gatherShapeless(facets: Facets, taken: Int32Array, first: number, cosine: number, limit: number): number {
  const total = facets.areas.reduce((sum, area) => sum + area, 0)
  const queue = new Uint32Array(facets.count)
  let pieces = 0
  for (let f = 0; f < facets.count && pieces <= limit; f++) {
    if (taken[f] !== shapeless) continue
    const { count, area } = flood(facets, f, queue, taken, shapeless, cosine)
    const crumb = count < 3 && area < 1e-4 * total
    for (let i = 0; i < count; i++) taken[u32(queue, i)] = crumb ? speck : first + pieces
    if (!crumb) pieces++
  }

  return pieces
}

function turnCosine({ normals }: Facets, f: number, g: number): number {
  let sum = 0
  for (let k = 0; k < 3; k++) sum += f64(normals, 3 * f + k) * f64(normals, 3 * g + k)
  return sum
}

/** Facets that hang together with `seed` over turns gentler than `cosine` and carry its mark; they are remarked on the way. */
function flood(
  facets: Facets,
  seed: number,
  queue: Uint32Array,
  marks: Int32Array,
  mark: number,
  cosine: number,
): { count: number; area: number } {
  const { starts, members, twins, facetOf, areas } = facets
  queue[0] = seed

  let count = 1
  let area = 0
  marks[seed] = visited

  for (let head = 0; head < count; head++) {
    const f = u32(queue, head)
    area += f64(areas, f)

    for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
      const t = 3 * u32(members, m)
      for (let h = t; h < t + 3; h++) {
        const twin = i32(twins, h)
        if (twin < 0) continue
        const g = u32(facetOf, (twin / 3) | 0)
        if (marks[g] !== mark || turnCosine(facets, f, g) < cosine) continue
        marks[g] = visited
        queue[count++] = g
      }
    }
  }

  return { count, area }
}

/** Marks what bends on and on without a known surface; a flat among it that is far larger than its like stays a plane. */
function markShapeless(facets: Facets, taken: Int32Array, watch: Watch): void {
  const total = facets.areas.reduce((sum, area) => sum + area, 0)
  const queue = new Uint32Array(facets.count)

  for (let f = 0; f < facets.count; f++) {
    if ((f & 0xffff) === 0) step(watch, 'faces', 0.8)
    if (areaAt(facets, f) < blankArea && taken[f] === open) taken[f] = shapeless
  }

  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== open) continue

    const { count } = flood(facets, f, queue, taken, open, gentleCosine)
    const group = queue.subarray(0, count)
    const median = medianArea(facets, group)
    for (const g of group) {
      const area = areaAt(facets, g)
      taken[g] = count < 4 || area > Math.max(8 * median, 1e-4 * total) || area > 5e-3 * total ? planeMark : shapeless
    }
  }

  let specks = 0
  for (let f = 0; f < facets.count; f++) if (taken[f] === planeMark && areaAt(facets, f) < 1e-4 * total) specks++

  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== planeMark) continue
    taken[f] = specks > mostSpecks && areaAt(facets, f) < 1e-4 * total ? shapeless : open
  }
}

const areaAt = ({ areas }: Facets, f: number): number => f64(areas, f)

function medianArea(facets: Facets, group: Uint32Array): number {
  const stride = Math.max(1, Math.floor(group.length / 1000))
  const sample: number[] = []
  for (let i = 0; i < group.length; i += stride) sample.push(areaAt(facets, u32(group, i)))
  sample.sort((a, b) => a - b)
  return sample[sample.length >> 1] ?? 0
}

/**
 * On a freeform body small patches fit some surface by chance, side by side. What is small and ends for the most part neither at
 * an edge nor at a firm face goes back to the shapeless.
 */
function dissolveCrumbs(facets: Facets, taken: Int32Array, regions: readonly Region[]): void {
  const { twins, facetOf } = facets
  let shapelessArea = 0
  for (let f = 0; f < facets.count; f++) if (taken[f] === shapeless) shapelessArea += areaAt(facets, f)

  const curvedArea = regions.reduce(
    (sum, { surface, area }) => sum + (surface.kind === 'plane' ? 0 : area),
    shapelessArea,
  )
  if (!(shapelessArea > 0.05 * curvedArea)) return

  const small = regions.map(({ facets: own, area }) => own.length < crumbFacets && area < 0.02 * curvedArea)
  const border = new Float64Array(regions.length)
  const firm = new Float64Array(regions.length)
  const lost = new Float64Array(regions.length)

  for (let h = 0; h < twins.length; h++) {
    const f = u32(facetOf, (h / 3) | 0)
    const region = i32(taken, f)
    if (region < 0 || !small[region]) continue

    const twin = i32(twins, h)
    const g = twin < 0 ? f : u32(facetOf, (twin / 3) | 0)
    const other = twin < 0 ? open : i32(taken, g)
    if (other === region) continue

    const length = lengthOf(edgeAt(facets, h).edge)
    border[region] = f64(border, region) + length

    const sharp = twin < 0 || turnCosine(facets, f, g) < gentleCosine
    const large = other >= 0 ? !small[other] : other === open && areaAt(facets, g) > 4 * areaAt(facets, f)
    if (sharp || large) firm[region] = f64(firm, region) + length
    if (other === shapeless) lost[region] = f64(lost, region) + length
  }

  regions.forEach((region, i) => {
    // Pieces of a helical flank end at sharp edges on both sides, but run on into the next piece; those of a rough surface have
    // none but sharp edges. Only what its vertices say to be exact may do either.
    const scrap = region.facets.length < scrapFacets && f64(lost, i) > 0.8 * f64(border, i)
    const needed = region.exact ? 0.4 : scrap ? Infinity : 0.95
    if (!small[i] || f64(firm, i) > needed * f64(border, i)) return
    for (const f of region.facets) taken[f] = shapeless
  })
}

/**
 * Lone triangles that a rough surface leaves standing in twos and threes: alone none is among the shapeless, together they are.
 * A modeller's flat has two triangles or is far larger than the freeform face's own, and stays.
 */
function dissolveShards(facets: Facets, taken: Int32Array): void {
  const total = facets.areas.reduce((sum, area) => sum + area, 0)
  let shapelessArea = 0
  for (let f = 0; f < facets.count; f++) {
    const lone = u32(facets.starts, f + 1) - u32(facets.starts, f) === 1
    if (taken[f] === shapeless) shapelessArea += areaAt(facets, f)
    if (taken[f] === open && lone && areaAt(facets, f) < 5e-3 * total) taken[f] = shard
  }

  const queue = new Uint32Array(facets.count)
  for (let f = 0; f < facets.count; f++) {
    if (taken[f] !== shard) continue

    const { count, area } = flood(facets, f, queue, taken, shard, anyTurn)
    const group = queue.subarray(0, count)
    let border = 0
    let among = 0

    for (const g of group) {
      const own = shapelessBorder(facets, taken, g)
      border += own.border
      among += own.among
    }

    const left = area < 0.25 * shapelessArea && among > 0.6 * border ? shapeless : open
    for (const g of group) taken[g] = left
  }
}

/** The length of a facet's border, but for what it shares with the group being visited, and how much is to the shapeless. */
function shapelessBorder(facets: Facets, taken: Int32Array, f: number): { border: number; among: number } {
  const { starts, members, twins, facetOf } = facets
  let border = 0
  let among = 0
  for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
    for (let h = 3 * u32(members, m); h < 3 * u32(members, m) + 3; h++) {
      const twin = i32(twins, h)
      const g = twin < 0 ? -1 : u32(facetOf, (twin / 3) | 0)
      if (g === f || (g >= 0 && taken[g] === visited)) continue
      const length = lengthOf(edgeAt(facets, h).edge)
      border += length
      if (g >= 0 && taken[g] === shapeless && areaAt(facets, f) < 8 * areaAt(facets, g)) among += length
    }
  }

  return { border, among }
}

/** Lone flats left between what has dissolved: small, and for the most part among the shapeless. */
function dissolveIslands(facets: Facets, taken: Int32Array): void {
  const total = facets.areas.reduce((sum, area) => sum + area, 0)
  for (let round = 0; round < 3; round++) {
    for (let f = 0; f < facets.count; f++) {
      if (taken[f] !== open || areaAt(facets, f) > 1e-3 * total) continue
      const { border, among } = shapelessBorder(facets, taken, f)
      if (among > 0.6 * border) taken[f] = shapeless
    }
  }
}

function planeOf({ normals, centroids }: Facets, f: number): Part {
  const at = (flat: Float64Array): Vec3 => [f64(flat, 3 * f), f64(flat, 3 * f + 1), f64(flat, 3 * f + 2)]
  const surface: Surface = { kind: 'plane', origin: at(centroids), axis: at(normals), radius: 0, minor: 0, slope: 0 }
  return { surface, sign: 1, reach: 0 }
}

/** Slivers and lone specks join the face over their longest edge; what touches nothing becomes a plane, or freeform when blank. */
function settleCrumbs(facets: Facets, taken: Int32Array, parts: Part[]): void {
  const { starts, members, twins, facetOf } = facets
  let loose: number[] = []
  for (let f = 0; f < facets.count; f++) if (taken[f] === speck) loose.push(f)

  for (let round = 0; round < 8 && loose.length > 0; round++) {
    const next: number[] = []
    for (const f of loose) {
      let longest = -1
      for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
        for (let h = 3 * u32(members, m); h < 3 * u32(members, m) + 3; h++) {
          const twin = i32(twins, h)
          const other = twin < 0 ? speck : i32(taken, u32(facetOf, (twin / 3) | 0))
          if (other < 0) continue

          const blank = areaAt(facets, f) < blankArea
          // A speck with a direction of its own may only join what has no shape to spoil.
          if (!blank && parts[other]?.surface) continue

          const length = lengthOf(edgeAt(facets, h).edge)
          if (length <= longest) continue

          longest = length
          taken[f] = other
        }
      }

      if (longest < 0) next.push(f)
    }

    if (next.length === loose.length) break

    loose = next
  }

  let scraps = -1
  for (const f of loose) {
    if (areaAt(facets, f) >= blankArea) {
      taken[f] = parts.length
      parts.push(planeOf(facets, f))
      continue
    }

    if (scraps < 0) {
      scraps = parts.length
      parts.push({ surface: undefined, sign: 1, reach: 0 })
    }

    taken[f] = scraps
  }
}
