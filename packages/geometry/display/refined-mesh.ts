import { num } from '../math/typed-access.ts'
import type { DisplayMesh } from '../model/facts.ts'

/** Vertices that grow by the middles of sides, each side's middle once. */
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

  middleOf(a: number, b: number): number {
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

  /** No triangle of the last round is cut again at the same side. */
  endRound(): void {
    this.#middles = new Map()
  }
}

/** The triangle cut at the middles of its long sides, into up to four; itself where none is long. */
function cutInto(out: number[], vertices: GrowingVertices, corners: readonly [number, number, number], sideMm: number) {
  const isLong = corners.map((corner, k) => vertices.lengthOf(corner, num(corners, (k + 1) % 3)) > sideMm)
  const long = isLong.filter(Boolean).length

  // Turned so that the first side is long and, of two long ones, the second is the other.
  const turn = long === 2 ? (isLong.indexOf(false) + 1) % 3 : Math.max(0, isLong.indexOf(true))
  const corner = (k: number) => num(corners, (k + turn) % 3)
  const a = corner(0)
  const b = corner(1)
  const c = corner(2)

  if (long === 0) out.push(a, b, c)
  else if (long === 1) {
    const ab = vertices.middleOf(a, b)
    out.push(a, ab, c, ab, b, c)
  } else if (long === 2) {
    const ab = vertices.middleOf(a, b)
    const bc = vertices.middleOf(b, c)
    out.push(ab, b, bc, a, ab, bc, a, bc, c)
  } else {
    const ab = vertices.middleOf(a, b)
    const bc = vertices.middleOf(b, c)
    const ca = vertices.middleOf(c, a)
    out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca)
  }
}

/** Beyond so many halvings a side is not worth it; a hostile mesh could ask for any number. */
const mostRounds = 12

/**
 * The same surface in smaller triangles: none has a side over `sideMm` unless there would be more than `mostTriangles`. Values at
 * vertices, such as a wall's thickness, then also show what lies in the middle of a large flat face. Without cracks: whether a
 * side is cut depends on its length alone, which is the same in both triangles that share it.
 */
export function refinedMesh(mesh: DisplayMesh, sideMm: number, mostTriangles: number): DisplayMesh {
  const vertices = new GrowingVertices(mesh)
  let indices = Array.from(mesh.indices)
  let groups = Array.from(mesh.groups)
  let kept = mesh.positions.length

  for (let round = 0; round < mostRounds; round++) {
    const [finer, finerGroups]: [number[], number[]] = [[], []]
    for (let g = 0; g < groups.length; g += 3) {
      const face = num(groups, g)
      const first = num(groups, g + 1)
      const count = num(groups, g + 2)
      const start = finer.length

      for (let i = first; i < first + count; i += 3) {
        cutInto(finer, vertices, [num(indices, i), num(indices, i + 1), num(indices, i + 2)], sideMm)
      }

      finerGroups.push(face, start, finer.length - start)
    }

    if (finer.length === indices.length || finer.length / 3 > mostTriangles) break

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
