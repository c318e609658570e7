import { f32, f64, num, u32 } from '../math/typed-access.ts'
import { cross, perpendicular, subtract, unit, type Vec3, vec3At } from '../math/vector.ts'
import type { OrientedBox } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import type { Watch } from '../model/watch.ts'
import { type Axes, smallestBoxAxes, upright } from './box-search.ts'
import type { ConvexHull } from './convex-hull.ts'
import { usedVertices } from './grid-points.ts'
import { axesAlong } from './smallest-rectangle.ts'

function axesOf(hull: ConvexHull, watch: Watch): Axes {
  if (hull.dimension === 3) return smallestBoxAxes(hull, watch)
  if (hull.dimension === 2) return axesAlong(flatNormal(hull), hull.points)

  const at = (i: number): Vec3 => vec3At(hull.points, 3 * i)
  const along: Vec3 = hull.dimension === 1 ? unit(subtract(at(1), at(0))) : [1, 0, 0]
  const across = perpendicular(along)
  return [along, across, cross(along, across)]
}

/**
 * Normal of a flat hull, from the sum of its upper triangles, so that a sliver does not tilt it.
 */
function flatNormal({ points, triangles }: ConvexHull): Vec3 {
  const sum = [0, 0, 0]
  for (let t = 0; t < triangles.length; t += 6) {
    const corner = (k: number): Vec3 => vec3At(points, 3 * u32(triangles, t + k))
    const normal = cross(subtract(corner(1), corner(0)), subtract(corner(2), corner(0)))
    for (let axis = 0; axis < 3; axis++) sum[axis] = num(sum, axis) + num(normal, axis)
  }

  return unit(sum as unknown as Vec3)
}

/**
 * The points relative to the first one: far from the origin, products would lose digits that
 * differences keep.
 */
const fromFirst = (points: Float64Array): Float64Array => points.map((value, i) => value - f64(points, i % 3))

/**
 * The smallest-volume box around all vertices of the mesh, sides in mm, longest first; `hull` is
 * the hull of the mesh.
 */
export function orientedBoxOf(mesh: TriangleMesh, hull: ConvexHull, watch: Watch): OrientedBox {
  if (hull.points.length === 0) return { centre: [0, 0, 0], axes: upright, sizeMm: [0, 0, 0] }

  const axes = axesOf({ ...hull, points: fromFirst(hull.points) }, watch)
  const origin: Vec3 = vec3At(hull.points, 0)
  const used = usedVertices(mesh)
  const { positions } = mesh
  const ranges = axes.map(([x, y, z]) => {
    let low = Infinity
    let high = -Infinity
    for (let v = 0; v < used.length; v++) {
      if (used[v] === 0) continue
      const value =
        (f32(positions, 3 * v) - origin[0]) * x +
        (f32(positions, 3 * v + 1) - origin[1]) * y +
        (f32(positions, 3 * v + 2) - origin[2]) * z
      if (value < low) low = value
      if (value > high) high = value
    }

    return { size: high - low, middle: (low + high) / 2 }
  })
  const centre = [0, 1, 2].map((k) =>
    axes.reduce((sum, axis, i) => sum + num(axis, k) * (ranges[i]?.middle ?? 0), num(origin, k)),
  ) as unknown as Vec3

  // Stable: sides of equal length keep the sequence of their axes.
  const sorted = [0, 1, 2].sort((i, j) => (ranges[j]?.size ?? 0) - (ranges[i]?.size ?? 0))
  const first = axes[sorted[0] as 0]
  const second = axes[sorted[1] as 0]
  const sizeMm = sorted.map((i) => ranges[i]?.size ?? 0) as unknown as Vec3

  return { centre, axes: [first, second, cross(first, second)], sizeMm }
}
