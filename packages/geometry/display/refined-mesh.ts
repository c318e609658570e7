import { num } from '../math/typed-access.ts'
import type { DisplayMesh } from '../model/facts.ts'

/** Vertices with added midpoints of sides, one per side. */
class GrowingVertices {
  readonly positions: number[]
  readonly normals: number[]
  #middles = new Map<number, number>()

  constructor({ positions, normals }: DisplayMesh) {
    this.positions = Array.from(positions)
    this.normals = Array.from(normals)
  }

  lengthOf(a: number, b: number): number {
    const { positions: at } = this
    const apart = (axis: number) => num(at, 3 * a + axis) - num(at, 3 * b + axis)
    return Math.hypot(apart(0), apart(1), apart(2))
  }

  midpointOf(a: number, b: number): number {
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b)
    const known = this.#middles.get(key)
    if (known !== undefined) return known

    const made = this.positions.length / 3
    const mean = (values: number[], axis: number) => (num(values, 3 * a + axis) + num(values, 3 * b + axis)) / 2
    this.positions.push(mean(this.positions, 0), mean(this.positions, 1), mean(this.positions, 2))

    const x = mean(this.normals, 0)
    const y = mean(this.normals, 1)
    const z = mean(this.normals, 2)
    const length = Math.hypot(x, y, z) || 1
    this.normals.push(x / length, y / length, z / length)
    this.#middles.set(key, made)

    return made
  }

  /** Midpoints are shared within one round only, because no side is split twice. */
  endRound(): void {
    this.#middles = new Map()
  }
}

/** Splits a triangle at the midpoints of its long sides into up to four. */
function splitInto(
  out: number[],
  vertices: GrowingVertices,
  corners: readonly [number, number, number],
  sideMm: number,
) {
  const isLong = corners.map((corner, k) => vertices.lengthOf(corner, num(corners, (k + 1) % 3)) > sideMm)
  const long = isLong.filter(Boolean).length

  // Rotated so that the first side is long and, if two are long, the second one too.
  const turn = long === 2 ? (isLong.indexOf(false) + 1) % 3 : Math.max(0, isLong.indexOf(true))
  const corner = (k: number) => num(corners, (k + turn) % 3)
  const a = corner(0)
  const b = corner(1)
  const c = corner(2)

  if (long === 0) out.push(a, b, c)
  else if (long === 1) {
    const ab = vertices.midpointOf(a, b)
    out.push(a, ab, c, ab, b, c)
  } else if (long === 2) {
    const ab = vertices.midpointOf(a, b)
    const bc = vertices.midpointOf(b, c)
    out.push(ab, b, bc, a, ab, bc, a, bc, c)
  } else {
    const ab = vertices.midpointOf(a, b)
    const bc = vertices.midpointOf(b, c)
    const ca = vertices.midpointOf(c, a)
    out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }
}

/** A limit, because a hostile mesh could need any number of rounds. */
const maxRounds = 12

/**
 * The same surface with sides of at most `sideMm`, unless that needs more than `maxTriangles`.
 * Values at vertices, such as wall thickness, then also show the middle of large flat faces. No
 * cracks: whether a side is split depends only on its length, which both its triangles share.
 */
export function refinedMesh(mesh: DisplayMesh, sideMm: number, maxTriangles: number): DisplayMesh {
  const vertices = new GrowingVertices(mesh)
  let indices = Array.from(mesh.indices)
  let groups = Array.from(mesh.groups)
  let kept = mesh.positions.length

  for (let round = 0; round < maxRounds; round++) {
    const finer: number[] = []
    const finerGroups: number[] = []

    for (let g = 0; g < groups.length; g += 3) {
      const face = num(groups, g)
      const first = num(groups, g + 1)
      const count = num(groups, g + 2)
      const start = finer.length

      for (let i = first; i < first + count; i += 3) {
        splitInto(finer, vertices, [num(indices, i), num(indices, i + 1), num(indices, i + 2)], sideMm)
      }

      finerGroups.push(face, start, finer.length - start)
    }

    if (finer.length === indices.length || finer.length / 3 > maxTriangles) break

    indices = finer
    groups = finerGroups
    kept = vertices.positions.length
    vertices.endRound()
  }

  return {
    positions: Float32Array.from(vertices.positions.slice(0, kept)),
    normals: Float32Array.from(vertices.normals.slice(0, kept)),
    indices: Uint32Array.from(indices),
    groups: Uint32Array.from(groups),
  }
}
