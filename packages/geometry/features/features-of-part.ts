import type { FaceGraph } from '../model/face-graph.ts'
import type { FeatureFacts, MassFacts, OrientedBox } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { filletsOf, knifeEdges, minInternalRadius, sharpInternalCorners } from './corners.ts'
import { faceStatistics, minDraftDeg } from './face-statistics.ts'
import { holesOf } from './holes.ts'
import { modelledThreads } from './modelled-threads.ts'
import { partGraphOf } from './part-graph.ts'
import { pinsOf } from './pins.ts'
import { pocketsOf } from './pockets.ts'
import { turningOf } from './turning.ts'
import { wallRings } from './wall-rings.ts'

/**
 * The features a machinist sees in a part: holes, pockets, pins, fillets, corners, draft and
 * whether it is turned. Lengths in mm, angles in degrees; `faces` of each feature are ids of the
 * given graph.
 */
export function featuresOf(graph: FaceGraph, mass: MassFacts, orientedBox: OrientedBox, watch: Watch): FeatureFacts {
  step(watch, 'features', 0)

  const part = partGraphOf(graph, mass.box)
  const rings = wallRings(part, watch)
  const innerWalls = new Set(rings.flatMap(({ walls }) => walls.map(({ id }) => id)))
  const holes = holesOf(part, innerWalls, watch)
  const holeWalls = new Set(holes.flatMap(({ walls }) => walls.map(({ id }) => id)))
  const pockets = pocketsOf(part, rings, holeWalls, watch)
  const threads = modelledThreads(part)
  const threadWalls = new Set(threads.flatMap(({ walls }) => walls.map(({ id }) => id)))
  const turning = turningOf(part, orientedBox, { holeWalls, threadWalls, pockets })

  step(watch, 'features', 0.95)

  return {
    source: graph.source,
    faceCount: graph.faces.length,
    ...faceStatistics(part),
    holes: holes.map(({ hole }) => hole),
    pockets: pockets.map(({ pocket }) => pocket),
    pins: pinsOf(part, holes, turning),
    fillets: filletsOf(part),
    minInternalRadius: minInternalRadius(part, pockets),
    sharpInternalCorners: sharpInternalCorners(part, rings, pockets),
    knifeEdges: knifeEdges(part),
    minDraftDeg: minDraftDeg(part, orientedBox),
    turning,
    modelledThreads: threads.map(({ thread }) => thread),
  }
}
