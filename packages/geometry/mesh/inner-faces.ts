import { u32 } from '../math/typed-access.ts'
import { cross, dot, subtract, type Vec3, vec3AtF32 } from '../math/vector.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import type { ParityForest } from './parity-forest.ts'
import type { SideSet } from './side-set.ts'

/** Three patches of surface that meet along the same edges. */
interface Junction {
  patches: readonly number[]
  /** For each edge, whether the side of each patch runs from the lower to the higher vertex. */
  forward: boolean[][]
}

interface Surface {
  mesh: TriangleMesh
  /** Triangles joined across regular edges only: each set is a patch. */
  forest: ParityForest
  /** Sides without a second triangle. */
  open: SideSet
}

/**
 * The triangles of walls without thickness inside a body: three closed patches meet along the same
 * edges, and the wall is the one without which the other two enclose most. Only whole patches tell
 * it from an outer side; a single edge looks the same in both cases. Several walls that divide one
 * patch are not recognised.
 */
export function innerTriangles(surface: Surface, edges: () => Iterable<readonly number[]>): Set<number> {
  const inner = new Set<number>()
  const junctions = junctionsOf(surface, edges)
  if (junctions.length === 0) return inner

  const volumes = patchVolumes(surface, new Set(junctions.flatMap(({ patches }) => patches)))
  const walls = new Set(junctions.flatMap((junction) => wallOf(junction, volumes) ?? []))
  if (walls.size === 0) return inner

  for (let t = 0; t < triangleCount(surface.mesh); t++) if (walls.has(patchOf(surface, t))) inner.add(t)
  return inner
}

const patchOf = ({ forest }: Surface, triangle: number): number => forest.rootLink(triangle) >>> 1

/** Junctions whose patches have no other irregular or open edge. */
function junctionsOf(surface: Surface, edges: () => Iterable<readonly number[]>): Junction[] {
  const junctions = new Map<string, Junction>()
  const borders = new Map<number, number>()
  for (const sides of edges()) {
    if (sides.length !== 3) continue

    const sorted = sides
      .map((side) => ({ patch: patchOf(surface, side >>> 2), forward: runsForward(surface, side) }))
      .sort((a, b) => a.patch - b.patch)
    const patches = sorted.map(({ patch }) => patch)
    if (new Set(patches).size !== 3) continue

    const junction = junctions.get(patches.join()) ?? { patches, forward: [] }
    junction.forward.push(sorted.map(({ forward }) => forward))
    junctions.set(patches.join(), junction)
    for (const patch of patches) borders.set(patch, 0)
  }
  if (junctions.size === 0) return []

  for (const sides of edges()) {
    for (const patch of new Set(sides.map((side) => patchOf(surface, side >>> 2)))) {
      const count = borders.get(patch)
      if (count !== undefined) borders.set(patch, count + 1)
    }
  }
  surface.open.visit((side) => {
    borders.delete(patchOf(surface, side >>> 2))
    return true
  })

  return [...junctions.values()].filter(({ patches, forward }) =>
    patches.every((patch) => borders.get(patch) === forward.length),
  )
}

function runsForward({ mesh: { indices } }: Surface, side: number): boolean {
  const at = 3 * (side >>> 2)
  const corner = side & 3
  return u32(indices, at + corner) < u32(indices, at + ((corner + 1) % 3))
}

/** Signed volumes (mm³) between the patches and one point of the mesh. */
function patchVolumes(surface: Surface, patches: ReadonlySet<number>): Map<number, number> {
  const { positions, indices } = surface.mesh
  const corner = (at: number): Vec3 => vec3AtF32(positions, 3 * u32(indices, at))
  const origin = corner(0)
  const volumes = new Map<number, number>()
  for (let t = 0; t < triangleCount(surface.mesh); t++) {
    const patch = patchOf(surface, t)
    if (!patches.has(patch)) continue

    const a = subtract(corner(3 * t), origin)
    const b = subtract(corner(3 * t + 1), origin)
    const c = subtract(corner(3 * t + 2), origin)
    volumes.set(patch, (volumes.get(patch) ?? 0) + dot(a, cross(b, c)) / 6)
  }

  return volumes
}

/** The patch that divides the space between the other two; undefined if no two form a surface. */
function wallOf({ patches, forward }: Junction, volumes: ReadonlyMap<number, number>): number | undefined {
  let wall: number | undefined
  let maxMm3 = 0

  for (let k = 0; k < 3; k++) {
    const one = (k + 1) % 3
    const two = (k + 2) % 3
    if (forward.some((directions) => directions[one] === directions[two])) continue

    const volumeOf = (i: number): number => volumes.get(patches[i] as number) ?? 0
    const enclosedMm3 = Math.abs(volumeOf(one) + volumeOf(two))
    if (enclosedMm3 <= maxMm3) continue

    maxMm3 = enclosedMm3
    wall = patches[k]
  }

  return wall
}
