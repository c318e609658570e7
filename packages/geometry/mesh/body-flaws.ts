import { u32 } from '../math/typed-access.ts'
import type { TopologyFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { visitFlat } from './measure-mesh.ts'
import { noBody } from './shells.ts'
import type { SideSet } from './side-set.ts'
import { type MeshTopology, maxLocations, sideMidpoint, visitCrowded } from './topology.ts'

type Flaws = Omit<TopologyFacts, 'watertight' | 'shells'>

/**
 * Distributes the flaws of the file over its bodies, in one pass per kind. An edge where two bodies
 * touch is not a flaw of either; duplicate triangles and dirt were left out of the bodies.
 */
export function flawsByBody(mesh: TriangleMesh, topology: MeshTopology, groups: number[][]): Flaws[] {
  const { matching, triangleShell, facts } = topology
  const bodyOfShell = new Uint32Array(facts.shells.length).fill(noBody)
  groups.forEach((ids, body) => {
    for (const id of ids) bodyOfShell[id] = body
  })

  const bodyOf = (side: number): number => u32(bodyOfShell, u32(triangleShell, side >>> 2))
  const flaws = groups.map(
    (ids): Flaws => ({
      openEdges: 0,
      nonManifoldEdges: 0,
      misorientedEdges: 0,
      duplicateTriangles: 0,
      degenerateTriangles: 0,
      openPlaces: [],
      nonManifoldPlaces: [],
      signedVolumeMm3: ids.reduce((sum, id) => sum + (topology.sums[id]?.volumeMm3 ?? 0), 0),
    }),
  )
  const visit = (set: SideSet, callback: (body: Flaws, side: number) => void): void =>
    set.visit((side) => {
      const body = flaws[bodyOf(side)]
      if (body) callback(body, side)
      return true
    })

  visit(matching.open, (body, side) => {
    body.openEdges++
    if (body.openPlaces.length < maxLocations) body.openPlaces.push(sideMidpoint(mesh, side))
  })

  visit(matching.misoriented, (body) => {
    body.misorientedEdges++
  })

  visitCrowded(matching.crowded, bodyOf, (index, side) => {
    const body = flaws[index]
    if (!body) return
    body.nonManifoldEdges++
    if (body.nonManifoldPlaces.length < maxLocations) body.nonManifoldPlaces.push(sideMidpoint(mesh, side))
  })

  if (facts.degenerateTriangles > 0) {
    visitFlat(mesh, (triangle) => {
      const body = flaws[bodyOfShell[u32(triangleShell, triangle)] ?? noBody]
      if (body) body.degenerateTriangles++
    })
  }

  return flaws
}
