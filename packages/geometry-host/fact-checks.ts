import type {
  AccessFacts,
  AnalysedBody,
  Box,
  CavityFacts,
  DetailFacts,
  DisplayMesh,
  FeatureFacts,
  Hole,
  LatheRecess,
  MassCheck,
  MassFacts,
  ModelLocation,
  ModelledThread,
  OrientedBox,
  OverhangFacts,
  Pocket,
  Region,
  ShapeFacts,
  Shell,
  ThinRegion,
  TopologyFacts,
  TurningFacts,
  UndercutSlot,
  WallFacts,
} from '@cotation/geometry'

/** Whether an untrusted value has the expected type. */
export type Check = (value: unknown) => boolean

/** One check per field of `T`: a new field without a check does not compile. */
type Shape<T> = { readonly [Key in keyof T]-?: Check }

export const finite: Check = (value) => Number.isFinite(value)

/** A length, area, volume or time: never negative. */
export const size: Check = (value) => finite(value) && (value as number) >= 0
export const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0

/** Sums of shares may exceed 1 by a rounding error. */
export const share: Check = (value) => size(value) && (value as number) <= 1 + 1e-6
const percent: Check = (value) => size(value) && (value as number) <= 100 + 1e-4
export const flag: Check = (value) => typeof value === 'boolean'

const maxTextLength = 1000
export const text: Check = (value) => typeof value === 'string' && value.length <= maxTextLength

export const oneOf =
  (values: readonly (string | number)[]): Check =>
  (value) =>
    values.includes(value as string | number)

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** An object whose fields pass their checks; missing fields count as undefined. */
export function record<T>(shape: Shape<T>): Check {
  const fields = Object.entries(shape) as [string, Check][]
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, check]) => check((value as Record<string, unknown>)[name]))
}

/** An object with any keys whose values pass the check. */
export const tableOf =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(check)

const threeOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 3 && value.every(check)

const vector = threeOf(finite)
export const sizes = threeOf(size)

/** A loop: for millions of numbers `every` takes four times as long and blocks the event loop. */
const floats: Check = (value) => {
  if (!(value instanceof Float32Array)) return false
  for (let i = 0; i < value.length; i++) if (!Number.isFinite(value[i])) return false
  return true
}

const integers: Check = (value) => value instanceof Uint32Array

/** Checks for each section of the facts. Face ids are not compared with the face list. */

export const box = record<Box>({ min: vector, max: vector })
const faces = listOf(count)
const place = record<ModelLocation>({ at: vector, areaMm2: optional(size), faces: optional(faces) })
const region = record<Region>({ valueMm: size, areaMm2: size, at: vector, faces })
const areas = optional(listOf(size))
const thinRegion = record<ThinRegion>({ valueMm: size, areaMm2: size, at: vector, faces, areaBelowMm2: areas })

const mass = record<MassFacts>({
  volumeMm3: size,
  areaMm2: size,
  box,
  centreOfMass: vector,
  exactness: oneOf(['brep', 'triangles']),
  check: optional(
    record<MassCheck>({
      source: oneOf(['brep', 'repaired', 'triangles']),
      volumeDifference: finite,
      areaDifference: finite,
    }),
  ),
})

const shape = record<ShapeFacts>({
  orientedBox: record<OrientedBox>({ centre: vector, axes: listOf(vector), sizeMm: sizes }),
  hullVolumeMm3: size,
  projectedAreasMm2: sizes,
  downwardAreaMm2: size,
  isCoarse: optional(flag),
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
  flats: optional(count),
  stretches: optional(
    listOf(record<NonNullable<TurningFacts['stretches']>[number]>({ lengthMm: size, diameterMm: size })),
  ),
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
  modelledThreads: optional(listOf(record<ModelledThread>({ diameterMm: size, internal: flag, areaMm2: size, faces }))),
})

const walls = record<WallFacts>({
  minMm: size,
  maxMm: size,
  minPlace: vector,
  histogram: record<WallFacts['histogram']>({ edgesMm: listOf(size), shares: listOf(share) }),
  thinRegions: listOf(thinRegion),
  areaBelowMm2: areas,
  gap: optional(record<NonNullable<WallFacts['gap']>>({ minMm: size, regions: listOf(region) })),
  heightToThickness: size,
  slimmestWall: optional(
    record<NonNullable<WallFacts['slimmestWall']>>({ heightMm: size, thicknessMm: size, at: vector }),
  ),
  samples: count,
})

const details = record<DetailFacts>({
  minMm: optional(size),
  strokeMm: optional(size),
  place: optional(vector),
  faces: optional(faces),
  narrowest: optional(place),
})

const overhang = record<OverhangFacts>({
  areaBelowDegMm2: listOf(size),
  areaBelow45Pct: percent,
  regions: listOf(region),
  longestBridgeMm: size,
})

const cavities = record<CavityFacts>({
  enclosed: listOf(
    record<CavityFacts['enclosed'][number]>({ volumeMm3: size, at: vector, thicknessMm: optional(size) }),
  ),
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
  undercutSlots: optional(
    listOf(
      record<UndercutSlot>({
        at: vector,
        areaMm2: size,
        faces: optional(faces),
        axis: vector,
        lengthMm: size,
        openEnds: optional(oneOf([1, 2])),
        widthMm: size,
      }),
    ),
  ),
  latheRecesses: optional(
    listOf(record<LatheRecess>({ at: vector, areaMm2: size, faces: optional(faces), depthMm: size, mouthMm: size })),
  ),
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
