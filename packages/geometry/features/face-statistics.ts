import type { Vec3 } from '../math/vector.ts'
import { surfaceKinds } from '../model/face-graph.ts'
import type { FeatureFacts, OrientedBox } from '../model/facts.ts'
import { lineAngleDeg, type PartFace, type PartGraph } from './part-graph.ts'

type Statistics = Pick<
  FeatureFacts,
  'areaByKindMm2' | 'smallestFaceMm2' | 'largestFaceMm2' | 'freeformShare' | 'sharpOuterEdgesMm' | 'confidence'
>

/** An outer edge that turns by less is already broken, or part of a rounding. */
const sharpTurnDeg = 30

/**
 * Areas (mm²) by kind and extreme, length (mm) of sharp outer edges, and the confidence in the
 * fitted faces.
 */
export function faceStatistics(graph: PartGraph): Statistics {
  const areaByKindMm2: Statistics['areaByKindMm2'] = {
    plane: 0,
    cylinder: 0,
    cone: 0,
    sphere: 0,
    torus: 0,
    freeform: 0,
  }
  let smallest = Number.POSITIVE_INFINITY
  let largest = 0
  let trusted = 0

  for (const { kind, areaMm2, confidence } of graph.faces) {
    areaByKindMm2[kind] += areaMm2
    if (areaMm2 > 0) smallest = Math.min(smallest, areaMm2)
    largest = Math.max(largest, areaMm2)
    trusted += areaMm2 * confidence
  }

  const totalMm2 = surfaceKinds.reduce((sum, kind) => sum + areaByKindMm2[kind], 0)
  const shareOf = (areaMm2: number) => (totalMm2 > 0 ? areaMm2 / totalMm2 : 0)
  const freeformShare = shareOf(areaByKindMm2.freeform)

  return {
    areaByKindMm2,
    smallestFaceMm2: Number.isFinite(smallest) ? smallest : 0,
    largestFaceMm2: largest,
    freeformShare,
    sharpOuterEdgesMm: graph.edges.reduce(
      (sum, { convexity, turnDeg, lengthMm }) =>
        sum + (convexity === 'convex' && turnDeg > sharpTurnDeg ? lengthMm : 0),
      0,
    ),
    confidence: shareOf(trusted) * (1 - freeformShare),
  }
}

/** Faces that lean more than this against the pull are tops and floors, not sides. */
const sideDraftDeg = 30

/** Faces below this share of the surface are ignored. */
const minShare = 1e-3

/**
 * Draft of a side wall in degrees; undefined for faces that are not side walls in this direction.
 */
function draftDeg(face: PartFace, pull: Vec3): number | undefined {
  const tilt = lineAngleDeg(face.axis, pull)
  if (face.kind === 'plane') return 90 - tilt
  // A round wall across the pull is vertical somewhere; a rounded edge is not a wall.
  if (face.kind === 'cylinder' && tilt > sideDraftDeg) return face.sweepDeg > 175 ? 0 : undefined
  if (face.kind === 'cylinder') return tilt
  return face.kind === 'cone' && tilt <= sideDraftDeg ? Math.max(0, face.halfAngleDeg - tilt) : undefined
}

/**
 * Smallest draft (degrees) of the side walls, for the axis of the oriented box along which it is
 * largest.
 */
export function minDraftDeg(graph: PartGraph, box: OrientedBox): number | undefined {
  const minAlong = (pull: Vec3): number | undefined =>
    graph.faces.reduce<number | undefined>((least, face) => {
      if (face.areaMm2 < minShare * graph.areaMm2) return least
      const draft = draftDeg(face, pull)
      if (draft === undefined || draft > sideDraftDeg) return least
      return least === undefined ? draft : Math.min(least, draft)
    }, undefined)
  const drafts = box.axes.map(minAlong)

  return drafts.reduce((best, draft) => (best === undefined || draft === undefined ? undefined : Math.max(best, draft)))
}
