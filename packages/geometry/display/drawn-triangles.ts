import type { DisplayMesh } from '../model/facts.ts'

export interface DrawnTriangle {
  corners: readonly [x: number, y: number][]
  /** 0 in the shade, 1 in full light. */
  shade: number
  depth: number
}

/** The CSS colour of a triangle: bluish grey, like unpainted metal. */
export const shownColour = (shade: number): string => `hsl(212, 18%, ${Math.round(35 + 55 * shade)}%)`

/** Share of the picture that the part fills. */
const fillShare = 0.88
const turn = Math.PI / 6
const tilt = Math.atan(1 / Math.SQRT2)
const light = [0.35, 0.5, 0.79] as const

/** Isometric projection of a point: right, up and towards the viewer. */
function project(x: number, y: number, z: number): [right: number, up: number, near: number] {
  const across = x * Math.cos(turn) - y * Math.sin(turn)
  const away = x * Math.sin(turn) + y * Math.cos(turn)
  return [across, z * Math.cos(tilt) + away * Math.sin(tilt), z * Math.sin(tilt) - away * Math.cos(tilt)]
}

/** The triangles that face the viewer, fitted into a picture (size in px), farthest first. */
export function drawnTriangles({ positions, indices }: DisplayMesh, width: number, height: number): DrawnTriangle[] {
  const points = new Float64Array(positions.length)
  const low = [Infinity, Infinity]
  const high = [-Infinity, -Infinity]
  for (let i = 0; i < positions.length; i += 3) {
    const point = project(positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0)
    points.set(point, i)
    for (const axis of [0, 1] as const) {
      low[axis] = Math.min(low[axis] ?? 0, point[axis])
      high[axis] = Math.max(high[axis] ?? 0, point[axis])
    }
  }

  const [left = 0, bottom = 0, right = 0, top = 0] = [...low, ...high]
  const scale = fillShare * Math.min(width / Math.max(right - left, 1e-9), height / Math.max(top - bottom, 1e-9))
  const pixelOf = (i: number): [number, number] => [
    width / 2 + ((points[i] ?? 0) - (left + right) / 2) * scale,
    height / 2 - ((points[i + 1] ?? 0) - (bottom + top) / 2) * scale,
  ]

  const drawn: DrawnTriangle[] = []
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * (indices[t] ?? 0)
    const b = 3 * (indices[t + 1] ?? 0)
    const c = 3 * (indices[t + 2] ?? 0)
    const normal = normalOf(points, a, b, c)
    if (normal[2] <= 0) continue

    drawn.push({
      corners: [pixelOf(a), pixelOf(b), pixelOf(c)],
      shade: Math.max(0, normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]),
      depth: (points[a + 2] ?? 0) + (points[b + 2] ?? 0) + (points[c + 2] ?? 0),
    })
  }

  return drawn.sort((one, other) => one.depth - other.depth)
}

function normalOf(points: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const along = (from: number, to: number, axis: number) => (points[to + axis] ?? 0) - (points[from + axis] ?? 0)
  const cross = (i: number, j: number) => along(a, b, i) * along(a, c, j) - along(a, b, j) * along(a, c, i)
  const x = cross(1, 2)
  const y = cross(2, 0)
  const z = cross(0, 1)
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
