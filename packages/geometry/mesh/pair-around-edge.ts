import { u32 } from '../math/typed-access.ts'
import { cross, dot, lengthOf, perpendicular, subtract, unit, type Vec3, vec3AtF32 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'

export interface EdgeGroup {
  /** The vertices of the edge, the lower number first. */
  vertex: number
  other: number
  /** Sides of triangles on this edge, `4 · triangle + corner`. */
  sides: number[]
}

export interface EdgePairs {
  pairs: [one: number, two: number, sameWay: boolean][]
  alone: number[]
}

const pointOf = ({ positions }: TriangleMesh, vertex: number): Vec3 => vec3AtF32(positions, 3 * vertex)

/** A triangle at the edge, like the page of an open book. */
interface Leaf {
  side: number
  angle: number
  /** Runs from the lower to the higher vertex; by angle, its solid then ends at this triangle. */
  forward: boolean
}

/**
 * Pairs the triangles around one edge by solid: two cubes that touch along an edge stay two cubes.
 * Sorted by angle, a solid begins at a backward triangle and ends at the next forward one.
 */
export function pairAroundEdge(mesh: TriangleMesh, { vertex, other, sides }: EdgeGroup): EdgePairs {
  const leaves = leavesOf(mesh, vertex, other, sides)
  const pairs: EdgePairs['pairs'] = []
  const waiting: Leaf[] = []
  const closers: Leaf[] = []

  for (const leaf of leaves) {
    const begun = leaf.forward ? waiting.pop() : undefined
    if (begun) pairs.push([begun.side, leaf.side, false])
    else if (leaf.forward) closers.push(leaf)
    else waiting.push(leaf)
  }

  // Angles are cyclic: the last solid may end at the first triangle.
  const across = Math.min(waiting.length, closers.length)
  for (let i = 0; i < across; i++) {
    pairs.push([(waiting[waiting.length - 1 - i] as Leaf).side, (closers[i] as Leaf).side, false])
  }

  // Only triangles of one direction are left. Neighbours by angle form a sheet, one inside out.
  const rest = [...waiting.slice(0, waiting.length - across), ...closers.slice(across)]
  for (let i = 0; i + 1 < rest.length; i += 2) {
    pairs.push([(rest[i] as Leaf).side, (rest[i + 1] as Leaf).side, true])
  }

  return { pairs, alone: rest.length % 2 ? rest.slice(-1).map(({ side }) => side) : [] }
}

function leavesOf(mesh: TriangleMesh, vertex: number, other: number, sides: number[]): Leaf[] {
  const start = pointOf(mesh, vertex)
  const along = unit(subtract(pointOf(mesh, other), start))
  const across = perpendicular(along)
  const up = cross(along, across)

  return sides
    .map((side) => {
      const at = 3 * (side >>> 2)
      const corner = side & 3
      const third = pointOf(mesh, u32(mesh.indices, at + ((corner + 2) % 3)))
      const arm = subtract(third, start)
      const hasDirection = lengthOf(arm) > 0

      return {
        side,
        angle: hasDirection ? Math.atan2(dot(arm, up), dot(arm, across)) : 0,
        forward: mesh.indices[at + corner] === vertex,
      }
    })
    .sort((a, b) => a.angle - b.angle || Number(b.forward) - Number(a.forward) || a.side - b.side)
}
