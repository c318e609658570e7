import { f32, num, u32 } from '../math/typed-access.ts'
import { lengthOf, sizeOf, type Vec3 } from '../math/vector.ts'
import type { Shell, TopologyFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import { type EdgeMatching, endOf, matchEdges, startOf } from './edge-matching.ts'
import { centreOfBox, type MeshSums, type ShellSums, sumsOf } from './measure-mesh.ts'
import { type Nest, nestShells } from './nesting.ts'
import { labelShells, type ShellLabels, sumShells } from './shells.ts'
import type { SideSet } from './side-set.ts'

/** A file with more is loose triangles: its shells are counted, but neither listed nor nested. */
export const maxShells = 10_000

/** Number of flaws of each kind whose locations are listed. */
export const maxLocations = 100

export interface MeshTopology extends ShellLabels {
  facts: TopologyFacts
  matching: EdgeMatching
  /** Sums of all triangles as in the file. */
  whole: MeshSums
  /** Sums of each listed shell, with the orientation of most of its triangles. */
  sums: ShellSums[]
}

/** Edges, shells and nesting, before repair. Pass `whole` if reading already gave the sums. */
export function topologyOf(mesh: TriangleMesh, watch: Watch = unwatched, whole: MeshSums = sumsOf(mesh)): MeshTopology {
  const matching = matchEdges(mesh, watch)
  const labels = labelShells(mesh, matching)
  const isFragmented = labels.shellCount > maxShells

  let sums: ShellSums[] = []
  if (!isFragmented && matching.uniform) sums = [{ ...whole.mass, vectorAreaMm2: whole.vectorAreaMm2 }]
  else if (!isFragmented) sums = sumShells(mesh, labels, centreOfBox(whole.mass.box), watch)

  const shells = shellFacts(mesh, matching, labels, sums, watch)
  const hasNoOpenSide = matching.open.size + matching.unpaired.size + matching.conflicts.size === 0
  const areShellsClosed = shells.length > 0 && shells.every((shell) => shell.watertight)

  const facts: TopologyFacts = {
    watertight: isFragmented ? hasNoOpenSide : areShellsClosed,
    openEdges: matching.open.size,
    nonManifoldEdges: matching.crowdedEdges,
    misorientedEdges: matching.misoriented.size,
    duplicateTriangles: matching.duplicateTriangles,
    degenerateTriangles: whole.flatTriangles,
    openPlaces: openLocations(mesh, matching.open),
    nonManifoldPlaces: crowdedLocations(mesh, matching.crowded),
    signedVolumeMm3: whole.mass.volumeMm3,
    shells,
  }

  return { ...labels, facts, matching, whole, sums }
}

function shellFacts(
  mesh: TriangleMesh,
  matching: EdgeMatching,
  labels: ShellLabels,
  sums: ShellSums[],
  watch: Watch,
): Shell[] {
  const open = new Uint8Array(sums.length)
  if (sums.length > 0) {
    const mark = (side: number): boolean => {
      open[u32(labels.triangleShell, side >>> 2)] = 1
      return true
    }
    for (const set of [matching.open, matching.unpaired, matching.conflicts]) set.visit(mark)
  }

  const states = sums.map(({ volumeMm3, box }, id) => ({ volumeMm3, box, closed: open[id] === 0 }))
  const nests = nestShells(mesh, labels, states, watch)

  return sums.map((sum, id) => {
    const { parent, role } = nests[id] as Nest
    const inward = facesInward(sum, open[id] === 0)
    const outwardVolume = inward ? -sum.volumeMm3 : sum.volumeMm3

    return {
      id,
      triangles: u32(labels.sizes, id),
      signedVolumeMm3: role === 'body' ? outwardVolume : -outwardVolume,
      areaMm2: sum.areaMm2,
      box: sum.box,
      watertight: open[id] === 0,
      role,
      parent,
      flipped: inward !== (role === 'cavity'),
    }
  })
}

/**
 * Whether a shell is inside out. The volume of an open shell depends on the origin: it varies by
 * the missing area times a distance, so only a volume beyond that uncertainty counts.
 */
const facesInward = ({ volumeMm3, vectorAreaMm2, box }: ShellSums, closed: boolean): boolean =>
  volumeMm3 < (closed ? 0 : (-vectorAreaMm2 * lengthOf(sizeOf(box))) / 6)

export function sideMidpoint(mesh: TriangleMesh, side: number): Vec3 {
  const { positions } = mesh
  const from = 3 * startOf(mesh, side)
  const to = 3 * endOf(mesh, side)
  const middle = (axis: number) => f32(positions, from + axis) / 2 + f32(positions, to + axis) / 2
  return [middle(0), middle(1), middle(2)]
}

function openLocations(mesh: TriangleMesh, open: SideSet): Vec3[] {
  const locations: Vec3[] = []
  open.visit((side) => {
    locations.push(sideMidpoint(mesh, side))
    return locations.length < maxLocations
  })
  return locations
}

function crowdedLocations(mesh: TriangleMesh, crowded: number[]): Vec3[] {
  const locations: Vec3[] = []
  visitCrowded(
    crowded,
    () => 0,
    (_group, side) => {
      if (locations.length < maxLocations) locations.push(sideMidpoint(mesh, side))
    },
  )

  return locations
}

/**
 * Calls back once for each edge and group that has more than two triangles there, with one of their
 * sides. `crowded` lists per edge how many sides it has, then these sides.
 */
export function visitCrowded(
  crowded: number[],
  groupOf: (side: number) => number,
  callback: (group: number, side: number) => void,
): void {
  for (let at = 0; at < crowded.length; ) {
    const end = at + 1 + num(crowded, at)
    const counts = new Map<number, number>()
    for (let i = at + 1; i < end; i++) {
      const group = groupOf(num(crowded, i))
      const count = (counts.get(group) ?? 0) + 1
      counts.set(group, count)
      if (count === 3) callback(group, num(crowded, i))
    }

    at = end
  }
}
