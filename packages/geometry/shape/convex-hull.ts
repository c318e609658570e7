import { f64, i32, item, num, u32 } from '../math/typed-access.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { firstCornersOf, type Triangle } from './first-corners.ts'
import { type GridPoints, gridPointsOf } from './grid-points.ts'
import { solidHullOf } from './solid-hull.ts'

/** The convex hull of a mesh' vertices. */
export interface ConvexHull {
  /** x, y, z of each corner in mm, as in the mesh. */
  points: Float64Array
  /**
   * Three corners of each triangle, anticlockwise seen from outside; a flat hull has both sides, a
   * line none.
   */
  triangles: Uint32Array
  dimension: 0 | 1 | 2 | 3
  volumeMm3: number
  areaMm2: number
  /**
   * How far a vertex of the mesh may be above the hull's faces. About 10⁻⁷ of the part's size, the
   * resolution of its 32-bit coordinates; more only for bodies with over 50 000 corners on their
   * hull, such as fine spheres (some 10⁻⁴).
   */
  errorMm: number
}

const offset = 2 ** 25
const keyStep = 2 ** 26

/**
 * The convex polygon around points of one plane, as grid points, anticlockwise about the dropped
 * axis. Exact: sorted integer keys and Andrew's chains on integers.
 */
function flatHullOf({ cells }: GridPoints, droppedAxis: number): number[] {
  const u = (droppedAxis + 1) % 3
  const v = (droppedAxis + 2) % 3
  const count = cells.length / 3
  const keyOf = (p: number) => (i32(cells, 3 * p + u) + offset) * keyStep + i32(cells, 3 * p + v) + offset
  const keys = new Float64Array(count)

  for (let p = 0; p < count; p++) keys[p] = keyOf(p)
  keys.sort()

  const chain = (from: number, to: number, by: number): number[] => {
    const kept: number[] = []
    for (let i = from; i !== to; i += by) {
      const key = f64(keys, i)
      const x = Math.floor(key / keyStep)
      const y = key % keyStep

      if (kept.at(-1) === key) continue

      while (kept.length > 1) {
        const a = num(kept, kept.length - 2)
        const b = num(kept, kept.length - 1)
        const ax = Math.floor(a / keyStep)
        const ay = a % keyStep
        const bx = Math.floor(b / keyStep)
        const by2 = b % keyStep
        if ((bx - ax) * (y - ay) - (by2 - ay) * (x - ax) > 0) break

        kept.pop()
      }

      kept.push(key)
    }

    return kept.slice(0, -1)
  }
  const corners = [...chain(0, count, 1), ...chain(count - 1, -1, -1)]
  const pointOf = new Map<number, number>(corners.map((key) => [key, -1]))
  for (let p = 0; p < count; p++) {
    if (pointOf.get(keyOf(p)) === -1) pointOf.set(keyOf(p), p)
  }

  return corners.map((key) => pointOf.get(key) ?? -1)
}

function flatTriangles(points: GridPoints, [a, b, c]: Triangle): number[] {
  const { cells } = points
  const edge = (from: number, to: number, axis: number) => i32(cells, 3 * to + axis) - i32(cells, 3 * from + axis)
  const normal = [0, 1, 2].map((axis) => {
    const u = (axis + 1) % 3
    const v = (axis + 2) % 3
    return Math.abs(edge(a, b, u) * edge(a, c, v) - edge(a, b, v) * edge(a, c, u))
  })
  const polygon = flatHullOf(points, normal.indexOf(Math.max(...normal)))
  const triangles: number[] = []

  for (let i = 2; i < polygon.length; i++) {
    const p = num(polygon, 0)
    const q = num(polygon, i - 1)
    const r = num(polygon, i)
    triangles.push(p, q, r, p, r, q)
  }

  return triangles
}

function sizesOf(points: Float64Array, triangles: Uint32Array): { volume: number; area: number } {
  let volume = 0
  let area = 0
  const from = (corner: number, axis: number) => f64(points, 3 * corner + axis) - f64(points, axis)

  for (let t = 0; t < triangles.length; t += 3) {
    const a = u32(triangles, t)
    const b = u32(triangles, t + 1)
    const c = u32(triangles, t + 2)

    const ax = from(a, 0)
    const ay = from(a, 1)
    const az = from(a, 2)

    const ux = from(b, 0) - ax
    const uy = from(b, 1) - ay
    const uz = from(b, 2) - az
    const vx = from(c, 0) - ax
    const vy = from(c, 1) - ay
    const vz = from(c, 2) - az

    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx

    volume += (ax * nx + ay * ny + az * nz) / 6
    area += Math.hypot(nx, ny, nz) / 2
  }

  return { volume, area }
}

/**
 * The convex hull of all vertices that the mesh' triangles use. Flat, straight and single-point
 * meshes have volume 0.
 */
export function convexHullOf(mesh: TriangleMesh, watch: Watch): ConvexHull {
  const grid = gridPointsOf(mesh)
  if (grid.vertices.length === 0) {
    return {
      points: new Float64Array(0),
      triangles: new Uint32Array(0),
      dimension: 0,
      volumeMm3: 0,
      areaMm2: 0,
      errorMm: 0,
    }
  }

  const first = firstCornersOf(grid)
  const dimension = (first.length - 1) as 0 | 1 | 2 | 3
  const solid = first.length === 4 ? solidHullOf(grid, first, () => step(watch, 'measuring', 0.3)) : undefined
  const flat = first.length === 3 ? flatTriangles(grid, first) : []
  const onGrid = solid?.triangles ?? flat

  const cornerOf = new Int32Array(grid.vertices.length).fill(-1)
  const used: number[] = []

  for (const point of onGrid.length > 0 ? onGrid : first) {
    if (cornerOf[point] !== -1) continue
    cornerOf[point] = used.length
    used.push(point)
  }

  const points = new Float64Array(3 * used.length)
  used.forEach((point, corner) => {
    const vertex = 3 * u32(grid.vertices, point)
    points.set(mesh.positions.subarray(vertex, vertex + 3), 3 * corner)
  })

  const triangles = new Uint32Array(onGrid.length)
  for (let i = 0; i < triangles.length; i++) triangles[i] = i32(cornerOf, item(onGrid, i))

  const { volume, area } = sizesOf(points, triangles)

  return {
    points,
    triangles,
    dimension,
    volumeMm3: dimension === 3 ? Math.max(volume, 0) : 0,
    areaMm2: area,
    // Both the point and the face were moved by up to √3/2 cells: less than 2 together.
    errorMm: (2 + (solid ? solid.leftOutside : grid.noiseCells)) * grid.cellMm,
  }
}
