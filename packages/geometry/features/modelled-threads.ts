import type { ModelledThread } from '../model/facts.ts'
import { axisMiddle, type Border, bordersAround, distanceToLine, type PartFace, type PartGraph } from './part-graph.ts'

/** A thread and its helical faces in the part graph. */
export interface FoundThread {
  thread: ModelledThread
  walls: PartFace[]
}

/** A helical face has its centroid on the axis, within this share of the radius (two turns). */
const maxOffCentre = 0.16

/**
 * Length of a helical edge in circumferences. A rim of a revolved surface is a circle instead, but a
 * mesh may draw it too roughly for one.
 */
const minTurns = { brep: 0.9, mesh: 1.5 } as const

/** The length (mm) of the helical borders of a face that satisfy `test`. */
const helicalMm = (graph: PartGraph, face: PartFace, test: (border: Border) => boolean): number =>
  bordersAround(graph, face)
    .filter((border) => border.edge.kind === 'other' && test(border))
    .reduce((sum, { edge }) => sum + edge.lengthMm, 0)

/** The freeform faces that wind around a cylinder along a border with one of the others. */
function woundAround(graph: PartGraph, crest: PartFace, others: ReadonlySet<PartFace>): PartFace[] {
  const beside = new Set([...others].flatMap((face) => bordersAround(graph, face).map(({ other }) => other)))

  return [...beside].filter((face) => {
    if (face.kind !== 'freeform') return false
    if (distanceToLine(face.centroid, axisMiddle(crest), crest.axis) > maxOffCentre * crest.radiusMm) return false
    const windingMm = helicalMm(graph, face, ({ other }) => others.has(other))
    return windingMm >= minTurns[graph.source] * 2 * Math.PI * crest.radiusMm
  })
}

/**
 * Threads that are drawn with their helix: two or more freeform flanks that wind around the same
 * cylinder, the crest of an outer thread or the bore of an inner one, and the root between them.
 * Sharp crests without a cylinder are not recognised. Lengths in mm.
 */
export function modelledThreads(graph: PartGraph): FoundThread[] {
  const crests = graph.faces.filter(({ kind }) => kind === 'cylinder')
  return crests.flatMap((crest) => {
    const flanks = woundAround(graph, crest, new Set([crest]))
    if (flanks.length < 2) return []

    const walls = [...new Set([...flanks, ...woundAround(graph, crest, new Set(flanks))])]
    // An inner thread leaves narrow strips of its bore, which belong to it. The cylinder of an outer
    // thread may go on as a longer bar.
    const faces = crest.concave ? [...walls, crest] : walls
    const thread: ModelledThread = {
      diameterMm: 2 * crest.radiusMm,
      internal: crest.concave,
      areaMm2: walls.reduce((sum, { areaMm2 }) => sum + areaMm2, 0),
      faces: faces.flatMap(({ sources }) => sources).sort((a, b) => a - b),
    }
    return [{ thread, walls }]
  })
}
