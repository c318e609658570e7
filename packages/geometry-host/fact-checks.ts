import type {
  AccessFacts,
  AnalysedBody,
  Box,
  CavityFacts,
  DetailFacts,
  DisplayMesh,
  FeatureFacts,
  Hole,
  MassFacts,
  ModelLocation,
  OrientedBox,
  OverhangFacts,
  Pocket,
  Region,
  ShapeFacts,
  Shell,
  TopologyFacts,
  TurningFacts,
  WallFacts,
} from '@cotation/geometry'
import {
  type Check,
  count,
  finite,
  flag,
  floats,
  integers,
  listOf,
  oneOf,
  optional,
  percent,
  record,
  share,
  size,
  sizes,
  tableOf,
  text,
  vector,
} from './checks.ts'

/** Checks for each section of the facts. Face ids are not compared with the face list. */

export const box = record<Box>({ min: vector, max: vector })
const faces = listOf(count)
const place = record<ModelLocation>({ at: vector, areaMm2: optional(size), faces: optional(faces) })
const region = record<Region>({ valueMm: size, areaMm2: size, at: vector, faces })

const mass = record<MassFacts>({
  volumeMm3: size,
  areaMm2: size,
  box,
  centreOfMass: vector,
  exactness: oneOf(['brep', 'triangles']),
})

const shape = record<ShapeFacts>({
  orientedBox: record<OrientedBox>({ centre: vector, axes: listOf(vector), sizeMm: sizes }),
  hullVolumeMm3: size,
  projectedAreasMm2: sizes,
  downwardAreaMm2: size,
})

const shell = record<Shell>({
  id: count,
  triangles: count,
  signedVolumeMm3: finite,
  areaMm2: size,
  box,
  watertight: flag,
  role: oneOf(['body', 'cavity']),
  parent: optional(count),
  flipped: flag,
})

const topology = record<TopologyFacts>({
  watertight: flag,
  openEdges: count,
  nonManifoldEdges: count,
  misorientedEdges: count,
  duplicateTriangles: count,
  degenerateTriangles: count,
  openPlaces: listOf(vector),
  nonManifoldPlaces: listOf(vector),
  signedVolumeMm3: finite,
  shells: listOf(shell),
})

const hole = record<Hole>({
  diameterMm: size,
  depthMm: size,
  through: flag,
  axis: vector,
  entry: vector,
  bottom: oneOf(['open', 'flat', 'cone', 'round', 'other']),
  counterbore: optional(record<NonNullable<Hole['counterbore']>>({ diameterMm: size, depthMm: size })),
  countersink: optional(record<NonNullable<Hole['countersink']>>({ diameterMm: size, angleDeg: size })),
  threadCandidates: listOf(text),
  edgeDistanceMm: optional(size),
  faces,
  confidence: share,
})

const pocket = record<Pocket>({
  depthMm: size,
  widthMm: size,
  lengthMm: size,
  cornerRadiusMm: size,
  axis: vector,
  through: flag,
  at: vector,
  faces,
  confidence: share,
})

const turning = record<TurningFacts>({
  rotationalScore: share,
  turned: flag,
  axis: vector,
  origin: vector,
  barDiameterMm: size,
  barLengthMm: size,
  roundFaces: count,
})

const features = record<FeatureFacts>({
  source: oneOf(['brep', 'mesh']),
  confidence: share,
  faceCount: count,
  areaByKindMm2: tableOf(size),
  smallestFaceMm2: size,
  largestFaceMm2: size,
  freeformShare: share,
  holes: listOf(hole),
  pockets: listOf(pocket),
  pins: listOf(
    record<FeatureFacts['pins'][number]>({
      diameterMm: size,
      heightMm: size,
      wallMm: optional(size),
      at: vector,
      faces,
    }),
  ),
  fillets: listOf(record<FeatureFacts['fillets'][number]>({ radiusMm: size, concave: flag, areaMm2: size, faces })),
  minInternalRadius: optional(
    record<NonNullable<FeatureFacts['minInternalRadius']>>({ radiusMm: size, depthMm: size, place }),
  ),
  sharpInternalCorners: listOf(place),
  sharpOuterEdgesMm: size,
  knifeEdges: listOf(record<FeatureFacts['knifeEdges'][number]>({ angleDeg: size, lengthMm: size, place })),
  minDraftDeg: optional(finite),
  turning,
})

const walls = record<WallFacts>({
  minMm: size,
  maxMm: size,
  minPlace: vector,
  histogram: record<WallFacts['histogram']>({ edgesMm: listOf(size), shares: listOf(share) }),
  thinRegions: listOf(region),
  gap: optional(record<NonNullable<WallFacts['gap']>>({ minMm: size, regions: listOf(region) })),
  heightToThickness: size,
  samples: count,
})

const details = record<DetailFacts>({ minMm: optional(size), strokeMm: optional(size), place: optional(vector) })

const overhang = record<OverhangFacts>({
  areaBelowDegMm2: listOf(size),
  areaBelow45Pct: percent,
  regions: listOf(region),
  longestBridgeMm: size,
})

const cavities = record<CavityFacts>({
  enclosed: listOf(record<CavityFacts['enclosed'][number]>({ volumeMm3: size, at: vector })),
  escapes: listOf(
    record<CavityFacts['escapes'][number]>({ volumeMm3: size, openingDiameterMm: size, openings: count, at: vector }),
  ),
  supportsTrapped: flag,
})

const access = record<AccessFacts>({
  setupDirections: listOf(vector),
  unreachableAreaPct: percent,
  undercutPct: percent,
  pullDirection: vector,
  unreachable: listOf(region),
})

const meshArrays = record<DisplayMesh>({ positions: floats, normals: floats, indices: integers, groups: integers })

const mesh: Check = (value) => {
  if (!meshArrays(value)) return false
  const { positions, normals, indices, groups } = value as DisplayMesh
  const vertices = positions.length / 3
  const areTriples = [positions, indices, groups].every((array) => array.length % 3 === 0)
  return areTriples && normals.length === positions.length && allBelow(indices, vertices)
}

function allBelow(indices: Uint32Array, vertices: number): boolean {
  for (let i = 0; i < indices.length; i++) if ((indices[i] as number) >= vertices) return false
  return true
}

export const body = record<AnalysedBody>({
  name: text,
  count,
  colour: optional(sizes),
  kind: oneOf(['solid', 'surface']),
  fingerprint: text,
  triangles: count,
  mass,
  shape,
  topology,
  features,
  walls,
  details,
  overhang,
  cavities,
  access,
  display: optional(mesh),
  thumbnail: optional(mesh),
})
