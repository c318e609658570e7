import type { Vec3 } from '../math/vector.ts'
import { lineAngleDeg, type PartGraph } from './part-graph.ts'
import type { FoundPocket } from './pockets.ts'

/** Share of the surface below which a plane is a chip of a rough mesh, not a flat. */
const minFlatShare = 1e-3

/**
 * The number of flats along the axis of a turned part: planes parallel to it that belong to no hole
 * or pocket. A live tool mills each of them, whether a D-cut, wrench flats or a hexagon.
 */
export function flatsAlong(
  graph: PartGraph,
  axis: Vec3,
  holeWalls: ReadonlySet<number>,
  pockets: readonly FoundPocket[],
): number {
  const inPockets = new Set(pockets.flatMap(({ floor, walls }) => [floor, ...walls].map((face) => face?.id)))

  const flats = graph.faces.filter(({ id, kind, axis: normal, areaMm2 }) => {
    if (kind !== 'plane' || holeWalls.has(id) || inPockets.has(id)) return false
    return 90 - lineAngleDeg(normal, axis) <= graph.angleDeg && areaMm2 >= minFlatShare * graph.areaMm2
  })

  return flats.length
}
