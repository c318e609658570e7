import type { Watch } from '../control/watch.ts'
import { f64, num } from '../math/typed-access.ts'
import { add, type Box, cross, perpendicular, scale, sizeOf, type Vec3 } from '../math/vector.ts'
import type { OrientedBox, TurningFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { convexHullOf } from '../shape/hull/convex-hull.ts'
import { orientedBoxOf } from '../shape/oriented-box.ts'
import type { Move } from '../step/step-bodies.ts'

export interface PlacedMesh {
  mesh: TriangleMesh
  moves: readonly Move[]
}

/** Sides of the smallest box around all placements of all bodies (mm), longest first. Only the corners of their hulls matter. */
export function orientedSizeOf(bodies: readonly PlacedMesh[], watch: Watch): Vec3 {
  const corners: number[] = []
  for (const { mesh, moves } of bodies) {
    const { points } = convexHullOf(mesh, watch)
    for (let i = 0; i + 2 < points.length; i += 3) {
      const point: Vec3 = [f64(points, i), f64(points, i + 1), f64(points, i + 2)]
      corners.push(...point)
      for (const move of moves) corners.push(...moved(point, move))
    }
  }

  const whole = cloudOf(corners)
  return orientedBoxOf(whole, convexHullOf(whole, watch), watch).sizeMm
}

function moved([x, y, z]: Vec3, { turn, shift }: Move): Vec3 {
  const along = (row: 0 | 1 | 2) =>
    num(turn, 3 * row) * x + num(turn, 3 * row + 1) * y + num(turn, 3 * row + 2) * z + shift[row]
  return [along(0), along(1), along(2)]
}

/** Points as a mesh that uses each of them. */
function cloudOf(corners: readonly number[]): TriangleMesh {
  const count = corners.length / 3
  return {
    positions: Float32Array.from(corners),
    indices: Uint32Array.from({ length: 3 * Math.ceil(count / 3) }, (_, i) => Math.min(i, count - 1)),
  }
}

/** Volume by which a box about the triangles of a round surface may fall short of the one about the surface. */
const facetsShare = 0.005

/** Whether an exact box along the file's axes is as small as the one found about triangles (mm): then it is the better one. */
export function isAsSmall(exact: Box, foundMm: Vec3): boolean {
  const volumeOf = ([a, b, c]: Vec3) => a * b * c
  return volumeOf(sizeOf(exact)) <= volumeOf(foundMm) * (1 + facetsShare)
}

type Side = readonly [lengthMm: number, axis: Vec3]

function boxOfSides(sides: readonly [Side, Side, Side], centre: Vec3): OrientedBox {
  const [[long, along], [middle, across], [short]] = sides.toSorted((a, b) => b[0] - a[0]) as [Side, Side, Side]
  return { centre, axes: [along, across, cross(along, across)], sizeMm: [long, middle, short] }
}

/**
 * The smallest box of a body whose exact surfaces are known (mm). A box found about triangles cuts round surfaces short, so it
 * gives way to the exact box along the file's axes where that is as small, and to the bar of a turned part.
 */
export function exactOrientedBox(found: OrientedBox, exact: Box, turning: TurningFacts): OrientedBox {
  const [x, y, z] = sizeOf(exact)
  if (isAsSmall(exact, found.sizeMm)) {
    const sides = [
      [x, [1, 0, 0]],
      [y, [0, 1, 0]],
      [z, [0, 0, 1]],
    ] as const
    return boxOfSides(sides, scale(add(exact.min, exact.max), 0.5))
  }

  if (!turning.turned) return found

  const across = perpendicular(turning.axis)
  const lengthMm = turning.barLengthMm
  const diameterMm = turning.barDiameterMm
  const sides = [
    [lengthMm, turning.axis],
    [diameterMm, across],
    [diameterMm, cross(turning.axis, across)],
  ] as const

  return boxOfSides(sides, found.centre)
}
