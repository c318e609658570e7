import type { Face, FaceGraph } from './face-graph.ts'
import { type TriangleMesh, triangleCount } from './triangle-mesh.ts'

export const noFaces: FaceGraph = { source: 'mesh', faces: [], edges: [] }

/** A different face for each triangle. */
export const ownFaces = (mesh: TriangleMesh): Uint32Array =>
  Uint32Array.from({ length: triangleCount(mesh) }, (_, i) => i)

/** A plane without extent that faces up, with the given changes. */
export const aFace = (changes: Partial<Face> = {}): Face => ({
  id: 0,
  kind: 'plane',
  areaMm2: 0,
  centroid: [0, 0, 0],
  box: { min: [0, 0, 0], max: [0, 0, 0] },
  origin: [0, 0, 0],
  axis: [0, 0, 1],
  radiusMm: 0,
  minorRadiusMm: 0,
  halfAngleDeg: 0,
  axialRange: [0, 0],
  sweepDeg: 0,
  concave: false,
  confidence: 1,
  ...changes,
})
