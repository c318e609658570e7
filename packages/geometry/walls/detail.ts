import type { Vec3 } from '../math/vector.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { DetailFacts } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { type Across, acrossOf, facePicksOf, gapsOf } from './across.ts'
import { hasSupport, type Medium, tapersToEdge } from './probe.ts'
import type { RayScene } from './ray-scene.ts'
import { standingHeightMm } from './standing-height.ts'

interface Stroke {
  widthMm: number
  heightMm: number
  at: Vec3
  /** Triangles on both sides. */
  triangles: readonly [number, number]
}

const maxPicks = 150

/** Lettering and similar: up to 3 mm wide and deep, and small compared with the part. */
const detailLimitMm = (scene: RayScene): number => Math.min(3, 0.1 * scene.diagonalMm)

function strokesOf(scene: RayScene, medium: Medium, picks: readonly Across[], watch: Watch): Stroke[] {
  const limit = detailLimitMm(scene)
  const strokes: Stroke[] = []
  for (const { at, normal, triangle, opposite } of picks) {
    step(watch, 'walls', 0.81)
    if (opposite.mm > limit) break
    if (tapersToEdge(scene, at, normal, opposite, medium)) continue
    if (!hasSupport(scene, medium, at, normal, opposite.mm)) continue
    const heightMm = standingHeightMm(scene, medium, at, normal, opposite.mm)
    if (heightMm === undefined || heightMm > limit) continue

    strokes.push({ widthMm: opposite.mm, heightMm, at, triangles: [triangle, opposite.triangle] })
  }

  return strokes
}

/**
 * Engraved grooves and embossed ribs that are both narrow and shallow: the smallest width or depth
 * (mm), the narrowest stroke (mm) and its position.
 */
export function detailOf(scene: RayScene, triangleFaces: Uint32Array, faces: FaceGraph, watch: Watch): DetailFacts {
  const ribs = facePicksOf(acrossOf(scene, 'wall', watch), triangleFaces, maxPicks)
  const grooves = facePicksOf(gapsOf(scene, triangleFaces, faces, watch), triangleFaces, maxPicks)
  const strokes = [...strokesOf(scene, 'wall', ribs, watch), ...strokesOf(scene, 'gap', grooves, watch)]
  if (strokes.length === 0) return { minMm: undefined, strokeMm: undefined, place: undefined }

  const smallest = (stroke: Stroke): number => Math.min(stroke.widthMm, stroke.heightMm)
  // Where strokes cross, a few points measure a corner instead of the groove: one in ten may be
  // wrong.
  const finest = strokes.sort((a, b) => smallest(a) - smallest(b))[Math.floor(strokes.length / 10)] as Stroke

  const narrowest = strokes.reduce((best, stroke) => (stroke.widthMm < best.widthMm ? stroke : best))

  const facesOf = ({ triangles }: Stroke): number[] => [
    ...new Set(triangles.flatMap((triangle) => triangleFaces[triangle] ?? [])),
  ]

  return {
    minMm: smallest(finest),
    strokeMm: narrowest.widthMm,
    place: finest.at,
    faces: facesOf(finest),
    narrowest: { at: narrowest.at, faces: facesOf(narrowest) },
  }
}
