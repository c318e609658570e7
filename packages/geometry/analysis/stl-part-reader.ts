import { boxAround } from '../math/box.ts'
import { isPlausibleSideMm, millimetresPerUnit } from '../math/units.ts'
import { sizeOf } from '../math/vector.ts'
import { bodiesOf, type MeshBody } from '../mesh/bodies.ts'
import { type BuiltMesh, createMeshBuilder } from '../mesh/mesh-builder.ts'
import { weldNear } from '../mesh/near-weld.ts'
import { scaledSums, scaleMesh } from '../mesh/scale-mesh.ts'
import { topologyOf } from '../mesh/topology.ts'
import type { TopologyFacts } from '../model/facts.ts'
import { step } from '../model/watch.ts'
import { createStlReader } from '../reading/read-stl.ts'
import type { StlSummary } from '../reading/stl-reader.ts'
import { orientedSizeOf } from './oriented-size.ts'
import type { PartSummary } from './part-analysis.ts'
import type { PartReader, ReadBody, ReadPart, ReadRequest } from './part-reader.ts'

/** Welds the triangles of an STL file while it streams in, then separates its shells and bodies. */
export function createStlPartReader(kind: 'stl-binary' | 'stl-ascii', request: ReadRequest): PartReader {
  const { totalBytes, watch } = request
  const builder = createMeshBuilder({ watch })
  const reader = createStlReader(kind, { totalBytes, watch, builder })

  return {
    push: (chunk) => reader.push(chunk),
    async finish() {
      const stl = reader.finish()
      return readMesh(builder.finish(), stl, request)
    },
  }
}

function readMesh({ mesh, sums }: BuiltMesh, stl: StlSummary, request: ReadRequest): ReadPart {
  const { watch, unit = 'mm' } = request
  step(watch, 'measuring', 0)

  const factor = millimetresPerUnit[unit]
  if (factor !== 1) scaleMesh(mesh, factor)

  const topology = topologyOf(mesh, watch, factor === 1 ? sums : scaledSums(sums, factor))

  // The finest cracks are closed and dirt is left out. The summary describes what remains, so that
  // file and bodies never disagree, for example on being watertight.
  const closed = weldNear(mesh, topology, watch)
  const found = bodiesOf(closed.mesh, closed.topology, watch)
  const { bodies, volumeMm3, areaMm2 } = found
  const total = (value: (facts: TopologyFacts) => number) => bodies.reduce((sum, body) => sum + value(body.topology), 0)

  const box = boxAround(bodies.map(({ mass }) => mass.box)) ?? topology.whole.mass.box
  const sizeMm = sizeOf(box)
  const summary: PartSummary = {
    format: stl.format,
    unit: {
      name: unit,
      millimetres: millimetresPerUnit[unit],
      source: request.unit === undefined ? 'assumed' : 'chosen',
      mixed: false,
      implausible: !isPlausibleSideMm(Math.max(...sizeMm)),
    },
    box,
    sizeMm,
    volumeMm3,
    areaMm2,
    triangles: stl.triangles,
    watertight: bodies.every((body) => body.topology.watertight),
    openEdges: total(({ openEdges }) => openEdges),
    nonManifoldEdges: total(({ nonManifoldEdges }) => nonManifoldEdges),
    shells: found.fragmented ? closed.topology.shellCount : total(({ shells }) => shells.length),
    bodyCount: bodies.length,
    looseFaces: 0,
    leftOut: { fragments: found.dirtShells, openSurfaces: 0 },
  }

  return {
    summary,
    bodies: bodies.map((body, index) => readBody(body, index, nameOf(stl, index, bodies.length))),
    failed: [],
    orientedSizeMm: () =>
      orientedSizeOf(
        bodies.map((body) => ({ mesh: body.mesh, moves: [] })),
        watch,
      ),
  }
}

/** An ASCII file may name its solids. The names are used only if there is one per body. */
const nameOf = ({ solidNames, solidCount }: StlSummary, index: number, bodies: number): string =>
  (solidCount === bodies && solidNames[index]) || `Solid ${index + 1}`

const readBody = ({ mesh, topology, mass }: MeshBody, index: number, name: string): ReadBody => ({
  index,
  name,
  colour: undefined,
  kind: topology.watertight ? 'solid' : 'surface',
  placements: 1,
  mass,
  topology,
  mesh,
  outline: undefined,
  isCoarse: false,
  faces: undefined,
})
