import type { Vec3 } from '../math/vector.ts'
import type { BodyFacts, FeatureFacts, Hole, Pocket } from '../model/facts.ts'

/** Sections may be partial; missing fields keep their neutral values. */
export type BodyOverrides = {
  [Key in keyof BodyFacts]?: BodyFacts[Key] extends string | number | Vec3 | undefined
    ? BodyFacts[Key]
    : Partial<BodyFacts[Key]>
}

const neutralFeatures: FeatureFacts = {
  source: 'brep',
  confidence: 1,
  faceCount: 6,
  areaByKindMm2: { plane: 2200, cylinder: 6200, cone: 0, sphere: 0, torus: 0, freeform: 0 },
  smallestFaceMm2: 250,
  largestFaceMm2: 3700,
  freeformShare: 0,
  holes: [],
  pockets: [],
  pins: [],
  fillets: [],
  minInternalRadius: undefined,
  sharpInternalCorners: [],
  sharpOuterEdgesMm: 170,
  knifeEdges: [],
  minDraftDeg: 2,
  turning: {
    rotationalScore: 1,
    turned: true,
    axis: [0, 0, 1],
    origin: [0, 0, 0],
    barDiameterMm: 30,
    barLengthMm: 40,
    roundFaces: 1,
  },
}

const neutral: BodyFacts = {
  name: 'cup',
  count: 1,
  colour: undefined,
  kind: 'solid',
  fingerprint: 'cup',
  triangles: 512,
  mass: {
    volumeMm3: 11_000,
    areaMm2: 8400,
    box: { min: [-15, -15, 0], max: [15, 15, 40] },
    centreOfMass: [0, 0, 18],
    exactness: 'brep',
  },
  shape: {
    orientedBox: {
      centre: [0, 0, 20],
      axes: [
        [0, 0, 1],
        [1, 0, 0],
        [0, 1, 0],
      ],
      sizeMm: [40, 30, 30],
    },
    hullVolumeMm3: 28_200,
    projectedAreasMm2: [1200, 1200, 706],
    downwardAreaMm2: 706,
  },
  topology: {
    watertight: true,
    openEdges: 0,
    nonManifoldEdges: 0,
    misorientedEdges: 0,
    duplicateTriangles: 0,
    degenerateTriangles: 0,
    openPlaces: [],
    nonManifoldPlaces: [],
    signedVolumeMm3: 11_000,
    shells: [],
  },
  features: neutralFeatures,
  walls: {
    minMm: 3,
    maxMm: 5,
    minPlace: [15, 0, 20],
    histogram: { edgesMm: [0, 4, 8], shares: [0.8, 0.2] },
    thinRegions: [],
    gap: undefined,
    heightToThickness: 8,
    samples: 1000,
  },
  details: { minMm: undefined, strokeMm: undefined, place: undefined },
  overhang: { areaBelowDegMm2: [0, 0, 0, 0, 0, 0, 0, 0, 0], areaBelow45Pct: 0, regions: [], longestBridgeMm: 0 },
  cavities: { enclosed: [], escapes: [], supportsTrapped: false },
  access: {
    setupDirections: [[0, 0, 1]],
    unreachableAreaPct: 0,
    undercutPct: 0,
    pullDirection: [0, 0, 1],
    unreachable: [],
  },
}

/** A plain turned cup of Ø 30 × 40 mm with walls of 3 to 5 mm: no process has a finding on it. */
export function aBody(overrides: BodyOverrides = {}): BodyFacts {
  const body: Record<string, unknown> = { ...neutral }
  for (const [key, value] of Object.entries(overrides)) {
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value)
    body[key] = isSection ? { ...(neutral[key as keyof BodyFacts] as object), ...value } : value
  }
  return body as unknown as BodyFacts
}

/** A through hole of Ø 5 × 10 mm along z, far from every edge. */
export const aHole = (overrides: Partial<Hole> = {}): Hole => ({
  diameterMm: 5,
  depthMm: 10,
  through: true,
  axis: [0, 0, 1],
  entry: [5, 5, 10],
  bottom: 'open',
  counterbore: undefined,
  countersink: undefined,
  threadCandidates: [],
  edgeDistanceMm: undefined,
  faces: [3],
  confidence: 1,
  ...overrides,
})

/** A milled pocket of 20 × 10 mm, 8 mm deep, with corners of 4 mm. */
export const aPocket = (overrides: Partial<Pocket> = {}): Pocket => ({
  depthMm: 8,
  widthMm: 10,
  lengthMm: 20,
  cornerRadiusMm: 4,
  axis: [0, 0, 1],
  through: false,
  at: [1, 2, 3],
  faces: [4],
  confidence: 1,
  ...overrides,
})

/** A part's sizes (mm): the oriented box, and the box as drawn. */
export const sized = (x: number, y: number, z: number): Pick<BodyOverrides, 'mass' | 'shape'> => ({
  mass: { ...neutral.mass, box: { min: [0, 0, 0], max: [x, y, z] } },
  shape: {
    ...neutral.shape,
    orientedBox: { ...neutral.shape.orientedBox, sizeMm: [x, y, z].sort((a, b) => b - a) as unknown as Vec3 },
  },
})
