import { num } from '../math/typed-access.ts'
import { add, type Box, cross, perpendicular, scale, sizeOf, type Vec3, vec3At } from '../math/vector.ts'
import type { OrientedBox, TurningFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { Watch } from '../model/watch.ts'
import { convexHullOf } from '../shape/convex-hull.ts'
import { orientedBoxOf } from '../shape/oriented-box.ts'
import type { Move } from '../step/measure-body.ts'

export interface PlacedMesh {
  mesh: TriangleMesh
  moves: readonly Move[]
}

/** Sides of the smallest box around all placements of all bodies (mm), longest first. */
export function orientedSizeOf(bodies: readonly PlacedMesh[], watch: Watch): Vec3 {
  // The corners of the hulls suffice: every other point lies inside them.
  const corners: number[] = []
  for (const { mesh, moves } of bodies) {
    const { points } = convexHullOf(mesh, watch)
    for (let i = 0; i + 2 < points.length; i += 3) {
      const point: Vec3 = vec3At(points, i)
      corners.push(...point)
      for (const move of moves) corners.push(...moved(point, move))
    }
  }

  const cloud = pointCloud(corners)
  return orientedBoxOf(cloud, convexHullOf(cloud, watch), watch).sizeMm
}

function moved([x, y, z]: Vec3, { turn, shift }: Move): Vec3 {
  const along = (row: 0 | 1 | 2) =>
    num(turn, 3 * row) * x + num(turn, 3 * row + 1) * y + num(turn, 3 * row + 2) * z + shift[row]
  return [along(0), along(1), along(2)]
}

/** A mesh whose triangles use every point. */
function pointCloud(corners: readonly number[]): TriangleMesh {
  const count = corners.length / 3
  return {
    positions: Float32Array.from(corners),
    indices: Uint32Array.from({ length: 3 * Math.ceil(count / 3) }, (_, i) => Math.min(i, count - 1)),
  }
}

/** Share of volume that a box around triangles may lack: facets lie inside a round surface. */
const facetingShare = 0.005

/** Whether the exact axis-aligned box is as small as that of the triangles, and hence better. */
export function isAsSmall(exact: Box, meshSizeMm: Vec3): boolean {
  const volumeOf = ([a, b, c]: Vec3) => a * b * c
  return volumeOf(sizeOf(exact)) <= volumeOf(meshSizeMm) * (1 + facetingShare)
}

type Side = readonly [lengthMm: number, axis: Vec3]

function boxOfSides(sides: readonly [Side, Side, Side], centre: Vec3): OrientedBox {
  const [[long, along], [middle, across], [short]] = sides.toSorted((a, b) => b[0] - a[0]) as [Side, Side, Side]
  return { centre, axes: [along, across, cross(along, across)], sizeMm: [long, middle, short] }
}

/**
 * The smallest box of a body with exact surfaces. A box around triangles is too small for round
 * ones, so the exact box along the file's axes is used if as small, or the bar of a turned part.
 */
export function exactOrientedBox(meshBox: OrientedBox, exact: Box, turning: TurningFacts): OrientedBox {
  const [x, y, z] = sizeOf(exact)
  if (isAsSmall(exact, meshBox.sizeMm)) {
    const sides = [
      [x, [1, 0, 0]],
      [y, [0, 1, 0]],
      [z, [0, 0, 1]],
    ] as const
    return boxOfSides(sides, scale(add(exact.min, exact.max), 0.5))
  }

  if (!turning.turned) return meshBox

  const { axis, barLengthMm, barDiameterMm } = turning
  const across = perpendicular(axis)
  const sides = [
    [barLengthMm, axis],
    [barDiameterMm, across],
    [barDiameterMm, cross(axis, across)],
  ] as const

  return boxOfSides(sides, meshBox.centre)
}
