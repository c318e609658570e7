import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { meshOf } from './solids.ts'

/**
 * A hole's wall as (radius, depth) points from the top rim down; a through hole ends at the plate's
 * full depth.
 */
export type HoleProfile = readonly (readonly [radius: number, depth: number])[]

/**
 * A plate of `columns` × `rows` square cells with one hole in the middle of each, top at z =
 * thickness. A profile that ends above the full depth is blind and gets a flat floor (or a point
 * where its last radius is 0). `segments` is a multiple of 4, so that the corners of the cells
 * match.
 */
export function plateWithHoles(
  {
    columns,
    rows,
    pitch,
    thickness,
    segments = 64,
  }: { columns: number; rows: number; pitch: number; thickness: number; segments?: number },
  profile: HoleProfile,
): TriangleMesh {
  const points: Vec3[] = []
  const known = new Map<string, number>()
  const triangles: Vec3[] = []
  const vertex = (x: number, y: number, z: number): number => {
    const key = `${x.toFixed(6)} ${y.toFixed(6)} ${z.toFixed(6)}`
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, points.length)
    points.push([x, y, z])
    return points.length - 1
  }
  const quad = (a: number, b: number, c: number, d: number) => {
    if (a !== b && b !== c && a !== c) triangles.push([a, b, c])
    if (a !== c && c !== d && a !== d) triangles.push([a, c, d])
  }
  const half = pitch / 2
  const direction = (k: number): readonly [number, number] => {
    const angle = (2 * Math.PI * (k % segments)) / segments
    return [Math.cos(angle), Math.sin(angle)]
  }
  const last = profile[profile.length - 1] ?? [0, 0]
  const through = last[1] >= thickness

  const cell = (cx: number, cy: number) => {
    const rim = (k: number, z: number) => {
      const [x, y] = direction(k)
      const reach = half / Math.max(Math.abs(x), Math.abs(y))
      return vertex(cx + x * reach, cy + y * reach, z)
    }

    const wall = (k: number, [radius, depth]: readonly [number, number]) => {
      const [x, y] = direction(k)
      return vertex(cx + x * radius, cy + y * radius, thickness - depth)
    }
    for (let k = 0; k < segments; k++) {
      const top = profile[0] ?? [0, 0]
      quad(wall(k, top), rim(k, thickness), rim(k + 1, thickness), wall(k + 1, top))
      profile.forEach((ring, i) => {
        const below = profile[i + 1]
        if (below) quad(wall(k, ring), wall(k + 1, ring), wall(k + 1, below), wall(k, below))
      })

      if (through) quad(wall(k + 1, last), rim(k + 1, 0), rim(k, 0), wall(k, last))
      else {
        const middle = vertex(cx, cy, thickness - last[1])
        if (last[0] > 0) triangles.push([wall(k, last), wall(k + 1, last), middle])
        triangles.push([rim(k + 1, 0), rim(k, 0), vertex(cx, cy, 0)])
      }
    }

    return rim
  }

  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cx = (column + 0.5) * pitch
      const cy = (row + 0.5) * pitch
      const rim = cell(cx, cy)
      for (let k = 0; k < segments; k++) {
        const [x, y] = direction(k + 0.5)
        const outer = Math.abs(x) > Math.abs(y) ? column === (x > 0 ? columns - 1 : 0) : row === (y > 0 ? rows - 1 : 0)
        if (outer) quad(rim(k, 0), rim(k + 1, 0), rim(k + 1, thickness), rim(k, thickness))
      }
    }
  }
  return meshOf(points, triangles)
}
