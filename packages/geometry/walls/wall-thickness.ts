import { num } from '../math/typed-access.ts'
import { areaByThickness } from '../model/area-by-thickness.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { WallFacts } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { type Across, acrossOf, facePicksOf, gapsOf } from './across.ts'
import { regionsOf, thinRegionsOf } from './clusters.ts'
import { largestBall, straightWays, type Way } from './inscribed-ball.ts'
import type { RayScene } from './ray-scene.ts'
import { standingHeightMm } from './standing-height.ts'
import { realOf, thinOf } from './thin-places.ts'

const defaultThinBelowMm = 1

/** No process advises walls of more than 3 mm. */
const profileUpToMm = 3
const histogramBins = 16
const maxSlimPicks = 80

function histogramOf(sorted: readonly Across[]): WallFacts['histogram'] {
  const largest = sorted.at(-1)?.opposite.mm ?? 0
  const edgesMm = Array.from({ length: histogramBins + 1 }, (_, i) => (largest * i) / histogramBins)
  const areas = new Array<number>(histogramBins).fill(0)
  let total = 0

  for (const { areaMm2, opposite } of sorted) {
    const bin = Math.min(histogramBins - 1, Math.floor((histogramBins * opposite.mm) / largest))
    areas[bin] = num(areas, bin) + areaMm2
    total += areaMm2
  }

  return { edgesMm, shares: areas.map((area) => (total > 0 ? area / total : 0)) }
}

/** The wall with the largest height-to-thickness ratio; the walls come thinnest first. */
function slimmestOf(scene: RayScene, picks: readonly Across[], watch: Watch): WallFacts['slimmestWall'] {
  let slimmest = 0
  let found: WallFacts['slimmestWall']

  for (const { at, normal, opposite } of picks) {
    step(watch, 'walls', 0.8)

    // No wall is higher than the part, so thicker ones cannot beat the slimmest one found.
    if (opposite.mm * slimmest >= scene.diagonalMm) break

    const heightMm = standingHeightMm(scene, 'wall', at, normal, opposite.mm)
    if (heightMm === undefined || heightMm / opposite.mm <= slimmest) continue

    slimmest = heightMm / opposite.mm
    found = { heightMm, thicknessMm: opposite.mm, at }
  }

  return found
}

/** Straight ways between the facets, shortest first: a ball in the mesh touches them. */
const facetWaysOf = (walls: readonly Across[]): Way[] =>
  walls.map(({ at, normal, opposite }) => ({ at, normal, mm: opposite.facetMm })).sort((a, b) => a.mm - b.mm)

function gapFactsOf(
  scene: RayScene,
  gaps: readonly Across[],
  triangleFaces: Uint32Array,
  thinBelowMm: number,
  watch: Watch,
): WallFacts['gap'] {
  const real = realOf(scene, 'gap', gaps, watch)
  const [narrowest] = real
  if (!narrowest) return undefined

  const minMm = narrowest.opposite.mm
  const narrow = thinOf(scene, 'gap', real, Math.max(thinBelowMm, 2 * minMm), watch)
  return { minMm, regions: regionsOf(scene, narrow, triangleFaces) }
}

/**
 * Wall thickness and gaps (mm) of a part, by rays across it, corrected for what facets cut off
 * round surfaces. A wall has two surfaces that face each other within 37°. Where they run into a
 * sharp edge, that knife edge counts neither as thinnest wall nor as thin region. `samples` counts
 * the points that have a wall behind them; with 0 (an open sheet) the thicknesses are 0 and
 * meaningless.
 */
export function wallsOf(
  scene: RayScene,
  triangleFaces: Uint32Array,
  faces: FaceGraph,
  { thinBelowMm = defaultThinBelowMm }: { thinBelowMm?: number },
  watch: Watch,
): WallFacts {
  const walls = acrossOf(scene, 'wall', watch)
  const gaps = gapsOf(scene, triangleFaces, faces, watch)
  const real = realOf(scene, 'wall', walls, watch)
  const [thinnest] = real

  const ball = largestBall(scene, thinnest ? facetWaysOf(walls) : straightWays(scene), watch)

  // A prism between two distant ends, or a cone, has no walls: it is as thick as its largest ball.
  const isMassive = ball && !(thinnest && thinnest.opposite.facetMm <= 1.05 * ball.diameterMm)
  const thinnestWall = thinnest && !isMassive ? { mm: thinnest.opposite.mm, at: thinnest.at } : undefined
  const minMm = thinnestWall?.mm ?? ball?.diameterMm ?? 0

  const thin = thinOf(scene, 'wall', real, Math.max(thinBelowMm, profileUpToMm), watch)
  const thinnestParts = thin.filter(({ mm }) => mm < thinBelowMm - 4 * scene.epsilonMm)
  const slimmest = slimmestOf(scene, facePicksOf(real, triangleFaces, maxSlimPicks), watch)

  return {
    minMm,
    maxMm: Math.max(minMm, ball?.diameterMm ?? 0),
    minPlace: thinnestWall?.at ?? ball?.at ?? scene.box.min,
    histogram: histogramOf(walls),
    thinRegions: thinRegionsOf(scene, thinnestParts, triangleFaces, thinBelowMm),
    areaBelowMm2: areaByThickness(thin, profileUpToMm),
    gap: gapFactsOf(scene, gaps, triangleFaces, thinBelowMm, watch),
    heightToThickness: slimmest ? slimmest.heightMm / slimmest.thicknessMm : 0,
    ...(slimmest && { slimmestWall: slimmest }),
    samples: walls.length,
  }
}
