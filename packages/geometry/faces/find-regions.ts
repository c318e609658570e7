import { f64, i32, u8, u32 } from '../math/typed-access.ts'
import { step, type Watch } from '../model/watch.ts'
import { type Facets, facetAcross, turnCosine } from './facets.ts'
import { fitSurface, refitSurface } from './fit-surface.ts'
import { blankArea, Grower, type Grown, type Hypothesis } from './grow-region.ts'
import { plausible } from './plausible.ts'
import { maxSeedTriangles, maxTurnCosine, patchesAbout } from './seed-patches.ts'
import type { Fineness, FittedKind, Surface } from './surface.ts'

/** Facets on one curved or flat surface. */
export interface Region extends Hypothesis {
  facets: Uint32Array
  area: number
  /** Its vertices lie on the surface as exactly as a modeller places them. */
  exact: boolean
}

interface Candidate {
  hypothesis: Hypothesis
  grown: Grown
  score: number
}

/**
 * A ring of any surface of revolution fits a cone, so a richer kind wins only if it explains more
 * of the mesh.
 */
const complexity: Record<FittedKind, number> = { plane: 1, cylinder: 1.05, cone: 1.15, sphere: 1.25, torus: 1.4 }

/**
 * After a seed has failed, a pass does not try up to `spared` facets around it: its whole widest
 * patch, then the facets beside it, then only itself. A pass ends after it has checked `patience`
 * vertices without success.
 */
const passes = [
  { spared: Infinity, patience: 120_000 },
  { spared: 9, patience: 60_000 },
  { spared: 1, patience: 30_000 },
] as const

/**
 * Patience that each facet of a certain region earns, up to a maximum: only a mostly freeform mesh
 * runs out of patience.
 */
const earned = { perFacet: 60, max: 300_000 } as const

/**
 * In the first pass, after every so many failures in a row, a failure skips twice as many facets:
 * the search gives up on a freeform body after some dozens of seeds.
 */
const failuresPerDoubling = 8

/** A surface of fewer facets than this may fit by chance. */
export const crumbFacets = 100

/** A region that grows by more than this factor with a wider tolerance has no certain end. */
const growthFactor = 1.3

/**
 * If a smaller share of the vertices lies on the surface, the others are not just points on chords.
 */
const minOnSurface: Record<FittedKind, number> = { plane: 1, cylinder: 0.55, cone: 0.85, sphere: 0.9, torus: 0.85 }
const trialSizes = [64, 512, 2048] as const

/**
 * Finds the surfaces of several facets. `taken` has the region of each facet or -1, and is filled.
 */
export function findRegions(facets: Facets, taken: Int32Array, watch: Watch): Region[] {
  const grower = new Grower(facets)
  const regions: Region[] = []
  const seeds = seedsOf(facets)

  // Later passes may be cut short: they spread their seeds over the mesh, so that a face of small
  // facets is tried too.
  const spread = strideThrough(seeds.length)

  // The first pass in which a facet may be a seed: where one seed failed, its neighbours most
  // likely fail too.
  const firstPass = new Uint8Array(facets.count)

  passes.forEach(({ spared, patience }, pass) => {
    const isOpen = (f: number) => i32(taken, f) < 0 && u8(firstPass, f) <= pass
    let left: number = patience
    let failures = 0

    for (let i = 0; i < seeds.length && left > 0; i++) {
      const pause = () => step(watch, 'faces', 0.2 + 0.2 * (pass + i / seeds.length))
      if ((i & 0x3f) === 0) pause()

      const seed = u32(seeds, pass === 0 ? i : (i * spread) % seeds.length)
      if (!isOpen(seed)) continue

      const search: Search = { facets, grower, taken, seed, pause, fits: undefined, widest: [seed] }
      const workBefore = grower.work
      const found = regionAt(search)
      const work = grower.work - workBefore

      if (found && !found.soft) {
        const { facets: own, exact } = found.region
        const isCertain = exact || own.length >= crumbFacets || grower.enclosed(own, taken)
        for (const f of own) taken[f] = regions.length
        regions.push(found.region)

        if (isCertain) {
          failures = 0
          left = Math.min(earned.max, left + earned.perFacet * own.length)
        } else {
          left -= work
        }
        continue
      }

      failures++
      left -= work

      const patch = found ? found.region.facets : search.widest.slice(0, spared)
      const doublings = pass === 0 ? Math.min(16, Math.floor(failures / failuresPerDoubling)) : 0
      for (const f of grower.vicinityOf(patch, isOpen, patch.length * 2 ** doublings)) {
        firstPass[f] = Math.max(u8(firstPass, f), pass + 1)
      }

      // Neither the seed nor the facets of a soft region are tried again.
      if (found) for (const f of patch) firstPass[f] = passes.length
      firstPass[seed] = passes.length
    }
  })

  return regions
}

/**
 * A step near the golden section of `count` that visits every index once: any run of steps is
 * spread over the whole.
 */
function strideThrough(count: number): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  let stride = Math.max(1, Math.round(0.618 * count))
  while (stride < count && common(count, stride) > 1) stride++
  return stride
}

/**
 * Facets with a smooth side, sorted by how promising they are as seeds: strips first, then large
 * ones.
 */
function seedsOf(facets: Facets): Uint32Array {
  const { starts, members, areas } = facets
  const seeds: number[] = []
  const rank = new Float64Array(facets.count)
  for (let f = 0; f < facets.count; f++) {
    if (u32(starts, f + 1) - u32(starts, f) > maxSeedTriangles || !(f64(areas, f) > 1e-14)) continue

    let alike = 0
    let smooth = false
    for (let m = u32(starts, f); m < u32(starts, f + 1); m++) {
      for (let h = 3 * u32(members, m); h < 3 * u32(members, m) + 3; h++) {
        const g = facetAcross(facets, h)
        if (g < 0 || g === f || turnCosine(facets, f, g) < maxTurnCosine) continue

        smooth = true

        const ratio = f64(areas, g) / f64(areas, f)
        if (ratio > 0.8 && ratio < 1.25) alike++
      }
    }

    if (!smooth) continue

    rank[f] = f64(areas, f) + Math.min(2, alike)
    seeds.push(f)
  }

  // Only the head of a long list is tried: the surfaces found from it claim the rest.
  return Uint32Array.from(seeds).sort((a, b) => f64(rank, b) - f64(rank, a))
}

/** The state of a search from one seed. */
interface Search {
  facets: Facets
  grower: Grower
  taken: Int32Array
  seed: number
  pause: () => void
  /** The fitted surfaces, once all have been computed. */
  fits: Fit[] | undefined
  /** The widest patch around the seed. */
  widest: readonly number[]
}

interface Fit {
  surface: Surface
  patch: readonly number[]
}

/** The region a seed led to; it is soft when it ends only because of the tolerance. */
interface Found {
  region: Region
  soft: boolean
}

/**
 * Tries the tight tolerance first; the loose one only counts where it explains much more, as on
 * rounded or scanned surfaces.
 */
function regionAt(search: Search): Found | undefined {
  const tight = bestRegion(search, candidatesAt(search, 'tight'))
  if (tight && isFirm(search, tight)) return { region: tight, soft: false }

  const loose = bestRegion(search, candidatesAt(search, 'loose'))
  const isLooseBetter = loose && (!tight || loose.area > growthFactor * tight.area)
  if (isLooseBetter) return { region: loose, soft: !isFirm(search, loose) }

  return tight && { region: tight, soft: true }
}

/**
 * Whether a region would end in the same place with a wider tolerance. On a freeform or helical
 * surface a region grows with the tolerance.
 */
function isFirm({ grower, seed, taken, facets, pause }: Search, region: Region): boolean {
  if (region.exact || grower.enclosed(region.facets, taken)) return true

  const wider = grower.grow({ ...region, level: 'slack' }, seed, taken, facets.count + 1, pause)
  return wider.area < growthFactor * region.area
}

/** The surfaces to start from. A seed's patches are fitted once and used for every tolerance. */
function* fitsOf(search: Search): Generator<Fit> {
  const { facets, grower, taken, seed } = search
  const free = (f: number) => i32(taken, f) < 0 && f64(facets.areas, f) > blankArea
  for (const patch of patchesAbout(facets, seed, free)) {
    if (patch.facets.length > search.widest.length) search.widest = patch.facets
    const sample = grower.sampleOf(patch.facets)
    for (const kind of patch.kinds) {
      grower.work += sample.points.length
      const surface = fitSurface(kind, sample, facets.noise)
      if (surface) yield { surface, patch: patch.facets }
    }
  }
}

/** The fits of a search, kept in it when all have been read. */
function* keptFitsOf(search: Search): Generator<Fit> {
  const fits: Fit[] = []
  for (const fit of fitsOf(search)) {
    fits.push(fit)
    yield fit
  }
  search.fits = fits
}

function candidatesAt(search: Search, level: Fineness): Candidate[] {
  const found = new Map<FittedKind, Candidate>()
  for (const { surface, patch } of search.fits ?? keptFitsOf(search)) {
    const known = found.get(surface.kind)
    if ((known && known.grown.facets.length > 12) || (patch.length === 2 && found.size > 0)) continue

    const hypothesis = search.grower.hypothesisOn(surface, patch, level)
    const candidate = hypothesis && trial(search, hypothesis)
    if (!candidate || (known && candidate.score <= known.score)) continue

    found.set(surface.kind, candidate)

    // A strip that is enclosed on all sides needs no richer surface.
    const { facets: region, cut } = candidate.grown
    const isStrip = !cut && patch.length === 3 && region.length > 3
    if (isStrip && search.grower.enclosed(region, search.taken)) return [candidate]
  }

  return [...found.values()].sort((a, b) => b.score - a.score)
}

/** The hypothesis grown and refitted until the surface ends or the last trial size is reached. */
function trial({ facets, grower, seed, taken, pause }: Search, start: Hypothesis): Candidate | undefined {
  let hypothesis = start
  let grown: Grown | undefined
  for (const size of trialSizes) {
    grown = grower.grow(hypothesis, seed, taken, size, pause)
    if (grown.facets.length < 2) return undefined

    const surface = refitSurface(hypothesis.surface, grower.sampleOf(grown.facets), facets.noise)
    const next = { ...hypothesis, surface }
    const again = grower.grow(next, seed, taken, size, pause)
    if (again.area >= grown.area) {
      hypothesis = next
      grown = again
    }

    if (!grown.cut) break
  }

  if (!grown || (!grown.cut && !plausible(facets, hypothesis, grown.facets))) return undefined

  return { hypothesis, grown, score: grown.area / complexity[hypothesis.surface.kind] }
}

function bestRegion(search: Search, candidates: readonly Candidate[]): Region | undefined {
  const { facets, grower } = search

  // Candidates that all reached the trial's limit are compared by their full extent.
  const contested = candidates.filter(({ grown }) => grown.cut).length > 1
  const ranked = contested
    ? candidates.map((candidate) => (candidate.grown.cut ? completed(search, candidate, 1) : candidate))
    : candidates.slice()
  ranked.sort((a, b) => b.score - a.score)

  for (const candidate of ranked) {
    const { hypothesis, grown } = completed(search, candidate, 4)
    const { share, exact } = grower.onSurface(hypothesis, grown.facets)
    if (share < minOnSurface[hypothesis.surface.kind] || !plausible(facets, hypothesis, grown.facets)) continue
    return { ...hypothesis, facets: grown.facets, area: grown.area, exact }
  }

  return undefined
}

/** The candidate grown and refitted to its full extent, in at most `rounds` rounds. */
function completed(search: Search, { hypothesis: start, grown: first }: Candidate, rounds: number): Candidate {
  const { facets, grower, seed, taken, pause } = search
  let hypothesis = start
  let grown = first
  for (let round = 0; round < rounds; round++) {
    const surface = refitSurface(hypothesis.surface, grower.sampleOf(grown.facets), facets.noise)
    const next = { ...hypothesis, surface }
    const again = grower.grow(next, seed, taken, facets.count + 1, pause)
    if (again.area < grown.area && !grown.cut) break

    const settled = again.facets.length === grown.facets.length
    hypothesis = next
    grown = again
    if (settled) break
  }

  return { hypothesis, grown, score: grown.area / complexity[hypothesis.surface.kind] }
}
