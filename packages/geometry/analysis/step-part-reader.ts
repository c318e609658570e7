import { lengthUnits, millimetresPerUnit } from '../math/units.ts'
import { sizeOf, type Vec3 } from '../math/vector.ts'
import { topologyOf } from '../mesh/topology.ts'
import type { MassFacts, TopologyFacts } from '../model/facts.ts'
import { triangleCount } from '../model/triangle-mesh.ts'
import { refuse } from '../model/verdict.ts'
import type { Watch } from '../model/watch.ts'
import { type BrepBody, readStep, type StepModel } from '../step/read-step.ts'
import { isAsSmall, orientedSizeOf } from './oriented-size.ts'
import type { PartSummary } from './part-analysis.ts'
import type { PartReader, ReadBody, ReadRequest } from './part-reader.ts'

/** Product decision: 1 GiB. STL files are streamed and limited by their triangles instead. */
const maxBytes = 2 ** 30

/** Buffers a STEP file, as the kernel needs all of it, and measures its bodies in the kernel. */
export function createStepPartReader(request: ReadRequest): PartReader {
  const { kernels, watch, totalBytes = 0, startBody, lostBodies } = request
  if (totalBytes > maxBytes) refuse('too-large', undefined, { limit: maxBytes })

  const chunks: Uint8Array[] = []
  let length = 0

  return {
    push(chunk) {
      // The sender may reuse its buffer.
      chunks.push(chunk.slice())
      length += chunk.length
      if (length > maxBytes) refuse('too-large', { byte: maxBytes }, { limit: maxBytes })
    },
    async finish() {
      const bytes = new Uint8Array(length)
      let at = 0
      for (const chunk of chunks.splice(0)) {
        bytes.set(chunk, at)
        at += chunk.length
      }

      const kernel = await kernels.acquire()
      try {
        const model = readStep(kernel, bytes, { watch, outlines: true, startBody, lostBodies })
        const bodies = model.bodies.map((body) => readBody(body, watch))
        return {
          summary: summaryOf(model, bodies),
          bodies,
          failed: model.failed,
          orientedSizeMm: () => wholeSizeOf(model, watch),
        }
      } finally {
        kernels.release(kernel)
      }
    },
  }
}

function wholeSizeOf({ bodies, box }: StepModel, watch: Watch): Vec3 {
  const placed = bodies.map(({ outline, geometry, moves }) => ({ mesh: outline ?? geometry.mesh, moves }))
  const meshSizeMm = orientedSizeOf(placed, watch)
  if (!isAsSmall(box, meshSizeMm)) return meshSizeMm

  const [x, y, z] = sizeOf(box)
  return [x, y, z].sort((a, b) => b - a) as unknown as Vec3
}

function readBody(body: BrepBody, watch: Watch): ReadBody {
  const { index, name, colour, kind, placements, geometry, outline, isCoarse } = body
  const mass: MassFacts = {
    volumeMm3: body.volumeMm3,
    areaMm2: body.areaMm2,
    box: body.box,
    centreOfMass: body.centreOfMass,
    exactness: 'brep',
    check: body.massCheck,
  }

  // The B-rep decides whether the body is closed: meshing may leave a slit in its triangles.
  const { facts } = topologyOf(geometry.mesh, watch)
  const topology: TopologyFacts = {
    ...facts,
    watertight: body.watertight,
    openEdges: body.openEdges,
    openPlaces: body.watertight ? [] : facts.openPlaces,
  }

  const faces = { graph: geometry.faces, triangleFaces: geometry.triangleFaces }
  const { mesh } = geometry
  return { index, name, colour, kind, placements, mass, topology, mesh, outline, isCoarse, faces }
}

function summaryOf(model: StepModel, bodies: readonly ReadBody[]): PartSummary {
  const total = (value: (body: ReadBody) => number) =>
    bodies.reduce((sum, body) => sum + body.placements * value(body), 0)
  const { unit } = model
  const known = lengthUnits.find((name) => Math.abs(millimetresPerUnit[name] / unit.factorToMm - 1) < 1e-6)

  return {
    format: 'step',
    unit: {
      name: known ?? unit.name,
      millimetres: unit.factorToMm,
      source: 'file',
      mixed: unit.mixed,
      implausible: false,
    },
    box: model.box,
    sizeMm: sizeOf(model.box),
    volumeMm3: model.volumeMm3,
    areaMm2: model.areaMm2,
    triangles: total(({ mesh }) => triangleCount(mesh)),
    watertight: bodies.every(({ topology }) => topology.watertight),
    openEdges: total(({ topology }) => topology.openEdges),
    nonManifoldEdges: total(({ topology }) => topology.nonManifoldEdges),
    shells: total(({ topology }) => topology.shells.length),
    bodyCount: total(() => 1) + model.failed.reduce((sum, { count }) => sum + count, 0),
    looseFaces: model.looseFaces,
    leftOut: { fragments: 0, openSurfaces: model.openSurfaces },
  }
}
