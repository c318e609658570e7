import { f32, u32 } from '../math/typed-access.ts'
import { sizeOf } from '../math/vector.ts'
import type { MassFacts, Shell, TopologyFacts } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, unwatched, type Watch } from '../model/watch.ts'
import { flawsByBody } from './body-flaws.ts'
import { dirtShells } from './dirt.ts'
import { massOf } from './measure-mesh.ts'
import { noBody, noShell } from './shells.ts'
import { type MeshTopology, maxShells } from './topology.ts'

export interface MeshBody {
  /** Oriented outwards, its cavities inwards; shares no vertices with other bodies. */
  mesh: TriangleMesh
  topology: TopologyFacts
  mass: MassFacts
  /** Its outer shell, then its cavities; numbers as in the file's topology. */
  shells: number[]
}

export interface MeshBodies {
  bodies: MeshBody[]
  /** The file has too many loose surfaces to separate, so it is one body. */
  fragmented: boolean
  /** Number of shells that are dirt and belong to no body. */
  dirtShells: number
  /** Sum of all bodies, after repair. */
  volumeMm3: number
  areaMm2: number
  /** Volumes of the closed voids, in the sequence of their shells. */
  trappedVolumesMm3: number[]
}

/** One oriented body per outer shell, with cavities; `mesh` if nothing to split or repair. */
export function bodiesOf(mesh: TriangleMesh, topology: MeshTopology, watch: Watch = unwatched): MeshBodies {
  const { shells } = topology.facts
  const fragmented = topology.shellCount > maxShells
  const dirt = dirtShells(topology)
  const groups = fragmented || shells.length === 0 ? [[]] : groupsOf(shells, dirt)
  const isWhole = groups.length === 1 && dirt.size === 0

  const isUnchanged = fragmented || (isWhole && !needsRepair(topology))
  const meshes = isUnchanged ? [mesh] : bodyMeshes(mesh, topology, groups, watch)
  const flaws = isWhole ? [] : flawsByBody(mesh, topology, groups)
  const bodies = groups.map((ids, index): MeshBody => {
    if (index % 64 === 0) step(watch, 'measuring', index / groups.length)

    const bodyMesh = meshes[index] as TriangleMesh
    const mass = withPlausibleVolume(bodyMesh === mesh ? topology.whole.mass : massOf(bodyMesh))
    const bodyFlaws = flaws[index]
    if (!bodyFlaws) return { mesh: bodyMesh, topology: topology.facts, mass, shells: ids }

    const bodyShells = ids.map((id) => shells[id] as Shell)
    const watertight = bodyShells.every((shell) => shell.watertight)
    return { mesh: bodyMesh, topology: { ...bodyFlaws, watertight, shells: bodyShells }, mass, shells: ids }
  })

  return {
    bodies,
    fragmented,
    dirtShells: dirt.size,
    volumeMm3: bodies.reduce((sum, { mass }) => sum + mass.volumeMm3, 0),
    areaMm2: bodies.reduce((sum, { mass }) => sum + mass.areaMm2, 0),
    trappedVolumesMm3: shells
      .filter(({ id, role }) => role === 'cavity' && !dirt.has(id))
      .map((shell) => Math.abs(shell.signedVolumeMm3)),
  }
}

/** The volume sum of an open surface is arbitrary: limits it to the volume of the box. */
function withPlausibleVolume(mass: MassFacts): MassFacts {
  const [x, y, z] = sizeOf(mass.box)
  return { ...mass, volumeMm3: Math.min(Math.abs(mass.volumeMm3), x * y * z) }
}

/** Each outer shell with its cavities, without the dirt. */
function groupsOf(shells: readonly Shell[], dirt: ReadonlySet<number>): number[][] {
  const groups: number[][] = []
  const groupOf = new Map<number, number[]>()
  for (const { id, role } of shells) {
    if (role !== 'body' || dirt.has(id)) continue
    const group = [id]
    groups.push(group)
    groupOf.set(id, group)
  }

  for (const { id, role, parent } of shells) {
    if (role === 'cavity' && parent !== undefined && !dirt.has(id)) groupOf.get(parent)?.push(id)
  }

  return groups
}

const needsRepair = ({ facts, turned, matching }: MeshTopology): boolean =>
  turned !== undefined || matching.excluded !== undefined || facts.shells.some(({ flipped }) => flipped)

/** The triangles of each group with renumbered vertices, reversed where needed. */
function bodyMeshes(mesh: TriangleMesh, topology: MeshTopology, groups: number[][], watch: Watch): TriangleMesh[] {
  const { triangleShell, turned, sizes, facts } = topology
  const groupOfShell = new Uint32Array(facts.shells.length).fill(noBody)
  groups.forEach((ids, group) => {
    for (const id of ids) groupOfShell[id] = group
  })

  const lists = groups.map((ids) => new Uint32Array(3 * ids.reduce((sum, id) => sum + u32(sizes, id), 0)))
  const used = new Uint32Array(groups.length)
  for (let t = 0; t < triangleCount(mesh); t++) {
    if (t % 65_536 === 0) step(watch, 'topology', t / triangleCount(mesh))

    const shell = u32(triangleShell, t)
    if (shell === noShell) continue

    const group = u32(groupOfShell, shell)
    if (group === noBody) continue

    const list = lists[group] as Uint32Array
    const at = u32(used, group)
    const flip = (turned?.[t] === 1) !== (facts.shells[shell] as Shell).flipped

    list[at] = u32(mesh.indices, 3 * t)
    list[at + 1] = u32(mesh.indices, 3 * t + (flip ? 2 : 1))
    list[at + 2] = u32(mesh.indices, 3 * t + (flip ? 1 : 2))
    used[group] = at + 3
  }

  const renumbered = new Uint32Array(mesh.positions.length / 3)
  return lists.map((indices) => compact(mesh.positions, indices, renumbered))
}

/** Keeps the used vertices. `renumbered` is zero before and after: clearing it all is quadratic. */
function compact(positions: Float32Array, indices: Uint32Array, renumbered: Uint32Array): TriangleMesh {
  let count = 0
  const kept = new Uint32Array(indices.length)
  for (let i = 0; i < indices.length; i++) {
    const vertex = u32(indices, i)
    if (renumbered[vertex] === 0) {
      kept[count] = vertex
      count++
      renumbered[vertex] = count
    }
    indices[i] = u32(renumbered, vertex) - 1
  }

  const own = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) {
    const vertex = u32(kept, i)
    renumbered[vertex] = 0
    own[3 * i] = f32(positions, 3 * vertex)
    own[3 * i + 1] = f32(positions, 3 * vertex + 1)
    own[3 * i + 2] = f32(positions, 3 * vertex + 2)
  }

  return { positions: own, indices }
}
