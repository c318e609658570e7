import { f64, num, u8, u32 } from '../math/typed-access.ts'
import { dot, scale, type Vec3 } from '../math/vector.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import type { AccessFacts, ModelledThread, OrientedBox, TurningFacts } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { regionsOf } from './clusters.ts'
import { latheRecessesOf } from './lathe-recesses.ts'
import { pointOf, type RayScene } from './ray-scene.ts'
import { undercutSlotsOf } from './undercut-slots.ts'
import { beside, facing, type Views } from './views.ts'

/** Features of the part that need tools of their own. */
export interface ToolFeatures {
  /** Facts of a part that may be turned. */
  turning?: TurningFacts | undefined
  threads?: readonly ModelledThread[]
}

const maxAxes = 13
const maxSamples = 3000

const fileAxes: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/**
 * A wall parallel to the tool is cut by the tool's side; 1.1° of rounding or inverse draft is
 * tolerated.
 */
const parallelLimit = 0.02

/**
 * Axes to try: those of the box first, then of the largest planes and of the holes, none within 5°
 * of another.
 */
function candidateAxes(box: OrientedBox, faces: FaceGraph, areaMm2: number): Vec3[] {
  const axes: Vec3[] = []
  const addDistinct = (axis: Vec3): void => {
    const isUnit = Math.abs(dot(axis, axis) - 1) < 1e-3
    const isNew = axes.every((known) => Math.abs(dot(known, axis)) < 0.996)
    if (isUnit && isNew && axes.length < maxAxes) axes.push(axis)
  }

  for (const axis of box.axes) addDistinct(axis)
  for (const axis of fileAxes) if (axes.length < 3) addDistinct(axis)

  const isCandidate = ({ kind, areaMm2: faceMm2, concave }: Face): boolean => {
    if (kind === 'plane') return faceMm2 > 0.01 * areaMm2
    return kind === 'cylinder' && concave
  }
  const candidates = faces.faces.filter(isCandidate).sort((a, b) => b.areaMm2 - a.areaMm2 || a.id - b.id)
  for (const face of candidates) addDistinct(face.axis)

  return axes
}

/** 1 for each pick on the flanks of a thread. */
function threadedPicks(
  { samples }: RayScene,
  picks: readonly number[],
  triangleFaces: Uint32Array | undefined,
  threads: readonly ModelledThread[],
): Uint8Array {
  const flanks = new Set(threads.flatMap(({ faces }) => faces))
  return Uint8Array.from(picks, (i) => {
    const face = triangleFaces?.[u32(samples.triangles, i)]
    return face !== undefined && flanks.has(face) ? 1 : 0
  })
}

function viewsOf(
  scene: RayScene,
  axes: readonly Vec3[],
  triangleFaces: Uint32Array | undefined,
  threads: readonly ModelledThread[],
  watch: Watch,
): Views {
  const { samples, rays, epsilonMm } = scene
  const stride = Math.max(1, Math.ceil(samples.count / maxSamples))
  const picks: number[] = []
  for (let i = 0; i < samples.count; i += stride) picks.push(i)

  const areas = Float64Array.from(picks, (i) => f64(samples.areasMm2, i))
  const total = areas.reduce((sum, area) => sum + area, 0)
  const weights = areas.map((area) => (total > 0 ? area / total : 0))
  const directions = axes.flatMap((axis) => [axis, scale(axis, -1)])

  // Lifted off the surface, so that a ray along a wall is not caught by the chords of the next
  // facets.
  const lift = Math.max(1e-4 * scene.diagonalMm, 4 * epsilonMm)
  const seen = directions.map(([dx, dy, dz], d) => {
    const visible = new Uint8Array(picks.length)
    picks.forEach((i, k) => {
      if (k % 64 === 0) step(watch, 'walls', 0.92 + (0.07 * d) / directions.length)

      const nx = f64(samples.normals, 3 * i)
      const ny = f64(samples.normals, 3 * i + 1)
      const nz = f64(samples.normals, 3 * i + 2)
      const towards = nx * dx + ny * dy + nz * dz
      if (towards < -parallelLimit) return

      const x = f64(samples.points, 3 * i) + lift * nx
      const y = f64(samples.points, 3 * i + 1) + lift * ny
      const z = f64(samples.points, 3 * i + 2) + lift * nz
      if (!rays.cast(x, y, z, dx, dy, dz, 0, Infinity)) visible[k] = towards > parallelLimit ? facing : beside
    })

    return visible
  })

  const threaded = threadedPicks(scene, picks, triangleFaces, threads)
  return { directions, picks, weights, seen, threaded, every: stride }
}

/**
 * A face is better cut with the tool's end than with its side: after the first set-up of a block,
 * the face it stood on comes next.
 */
const merits = [0, 0.9, 1]

/**
 * Greedy cover: each direction is the one that sees most of the surface not seen so far, until less
 * than 0.2 % is left.
 */
function coverOf({ directions, weights, seen }: Views): number[] {
  const missing = new Uint8Array(weights.length)
  for (let k = 0; k < weights.length; k++) missing[k] = seen.some((view) => view[k] !== 0) ? 1 : 0

  const chosen: number[] = []
  while (chosen.length < directions.length) {
    let best = -1
    let bestGain = 2e-3
    seen.forEach((view, d) => {
      let gain = 0
      for (let k = 0; k < weights.length; k++) if (missing[k]) gain += num(merits, u8(view, k)) * f64(weights, k)

      // Equal except for noise: the earlier candidate, an axis of the box, is preferred.
      if (gain > bestGain * (best < 0 ? 1 : 1.001)) {
        best = d
        bestGain = gain
      }
    })
    if (best < 0) break

    chosen.push(best)
    for (let k = 0; k < weights.length; k++) if (seen[best]?.[k]) missing[k] = 0
  }

  return chosen
}

/** Share (0 to 1) of the surface that none of the given directions sees, without what is `reached`. */
function hiddenShare({ weights, seen }: Views, among: readonly number[], reached?: Uint8Array): number {
  let hidden = 0
  for (let k = 0; k < weights.length; k++) {
    if (!reached?.[k] && !among.some((d) => (seen[d]?.[k] ?? 0) > 0)) hidden += f64(weights, k)
  }
  return Math.min(1, hidden)
}

/**
 * What tools and moulds reach, by rays from the surface. The set-ups are the fewest candidate
 * directions that together see all that any of them sees (a plain block has two: the face it stands
 * on needs the second). Unreachable is what none of the six directions of the oriented box sees;
 * the undercut is for the best pair of opposite pull directions. Shares in percent. Flanks of threads
 * are undercuts of a mould only: in machining they have tools of their own. With `turning`, recesses
 * that a lathe does not reach are measured too.
 */
export function accessOf(
  scene: RayScene,
  triangleFaces: Uint32Array | undefined,
  orientedBox: OrientedBox,
  faces: FaceGraph,
  watch: Watch,
  { turning, threads = [] }: ToolFeatures = {},
): AccessFacts {
  const axes = candidateAxes(orientedBox, faces, scene.areaMm2)
  const views = viewsOf(scene, axes, triangleFaces, threads, watch)
  const { directions, picks, seen, threaded } = views
  const six = [0, 1, 2, 3, 4, 5]
  let pull = 0
  let minUndercut = Infinity

  for (let d = 0; d < directions.length; d += 2) {
    const undercut = hiddenShare(views, [d, d + 1])
    if (undercut < minUndercut - 1e-3) {
      minUndercut = undercut
      pull = d
    }
  }

  const hidden = picks
    .filter((_, k) => !threaded[k] && !six.some((d) => (seen[d]?.[k] ?? 0) > 0))
    .map((i) => ({
      at: pointOf(scene, i),
      triangle: u32(scene.samples.triangles, i),
      areaMm2: f64(scene.samples.areasMm2, i),
      mm: 0,
    }))

  const unseen = picks.filter((_, k) => !threaded[k] && seen.every((view) => view[k] === 0))

  return {
    setupDirections: coverOf(views).map((d) => directions[d] as Vec3),
    unreachableAreaPct: picks.length > 0 ? 100 * hiddenShare(views, six, threaded) : 0,
    undercutPct: picks.length > 0 ? 100 * minUndercut : 0,
    pullDirection: directions[pull] ?? [0, 0, 1],
    unreachable: regionsOf(scene, hidden, triangleFaces, views.every),
    undercutSlots: undercutSlotsOf(scene, views, triangleFaces, faces, watch),
    latheRecesses: turning ? latheRecessesOf(scene, unseen, views.every, turning, triangleFaces, watch) : [],
  }
}
