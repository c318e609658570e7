import type { ProcessId } from '@cotation/domain'
import type { Vec3 } from '../math/vector.ts'
import { aBody, aHole, aPocket, type BodyOverrides, sized } from './body.fixture.ts'
import type { Choice, Configuration, FileFacts, InspectedBody } from './inspection-request.ts'
import { aMaterial } from './rules/material-limits.fixture.ts'
import type { MetricName } from './rules/metric-names.ts'

export interface Scene {
  body?: BodyOverrides
  file?: Partial<FileFacts>
  configuration?: Configuration
}

/** The part of a scene: the neutral cup, alone in a STEP file, with the changes of the scene. */
export const partOf = ({ body, file }: Scene): InspectedBody => ({
  body: aBody(body),
  file: { kind: 'brep', extension: '.step', bodies: 1, ...file },
})

export const choiceOf = (process: ProcessId, isMetal: boolean, scene: Scene = {}): Choice => ({
  process,
  material: aMaterial(process, { isMetal }),
  ...(scene.configuration && { configuration: scene.configuration }),
})

const at: Vec3 = [1, 2, 3]
const place = { at }
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)
const pin = { diameterMm: 5, heightMm: 5, wallMm: undefined, at, faces: [7] }
const region = (valueMm: number) => ({ valueMm, areaMm2: 1, at, faces: [1] })
const features = (part: NonNullable<BodyOverrides['features']>): Scene => ({ body: { features: part } })
const { turning } = aBody().features

/** For every numeric metric, the scene in which it has that value and nothing else is wrong. */
export const sceneWith: { readonly [M in MetricName]?: (value: number) => Scene } = {
  'mesh.openEdges': (openEdges) => ({
    body: { topology: { openEdges, openPlaces: many(Math.min(openEdges, 100), at) } },
  }),
  'mesh.nonManifoldEdges': (nonManifoldEdges) => ({
    body: { topology: { nonManifoldEdges, nonManifoldPlaces: many(Math.min(nonManifoldEdges, 100), at) } },
  }),
  'mesh.signedVolume': (signedVolumeMm3) => ({ body: { topology: { signedVolumeMm3 } } }),
  'mesh.shells': (bodies) => ({ file: { bodies } }),
  'file.fragments': (fragments) => ({ file: { leftOut: { fragments, openSurfaces: 0 } } }),
  'file.openSurfaces': (openSurfaces) => ({ file: { leftOut: { fragments: 0, openSurfaces } } }),
  'mass.replacedPct': (value) => ({
    body: { mass: { check: { source: 'repaired', volumeDifference: value / 100, areaDifference: 0 } } },
  }),
  'bbox.maxMm': (size) => ({ body: sized(size, size * 0.9, size * 0.8) }),
  'bbox.minMm': (size) => ({ body: sized(size, size, size) }),
  'shape.flatness': (value) => ({ body: sized(value * 5, value * 5, 5) }),
  'shape.slenderness': (value) => ({ body: sized(value * 6, 6, 6) }),
  'wall.minMm': (minMm) => ({ body: { walls: { minMm, maxMm: Math.max(minMm, 3) } } }),
  'wall.maxMm': (maxMm) => ({ body: { walls: { maxMm, minMm: maxMm / 2 } } }),
  'wall.maxToMin': (value) => ({ body: { walls: { minMm: 2, maxMm: 2 * value } } }),
  'wall.heightToThickness': (heightToThickness) => ({ body: { walls: { heightToThickness } } }),
  'gap.minMm': (minMm) => ({ body: { walls: { gap: { minMm, regions: [region(minMm)] } } } }),
  'detail.minMm': (minMm) => ({ body: { details: { minMm, place: at } } }),
  'detail.strokeMm': (strokeMm) => ({ body: { details: { strokeMm, place: at } } }),
  'hole.minDiaMm': (diameterMm) => features({ holes: [aHole({ diameterMm, depthMm: diameterMm })] }),
  'hole.maxDepthRatio': (value) => features({ holes: [aHole({ diameterMm: 4, depthMm: 4 * value })] }),
  'hole.flatBottomBlind': (count) => features({ holes: many(count, aHole({ through: false, bottom: 'flat' })) }),
  'hole.edgeDistanceRatio': (value) =>
    features({ holes: [aHole({ diameterMm: 2, depthMm: 2, edgeDistanceMm: 2 * value })] }),
  'channel.horizontalDiaMm': (diameterMm) => features({ holes: [aHole({ axis: [1, 0, 0], diameterMm })] }),
  'pin.minDiaMm': (diameterMm) => features({ pins: [{ ...pin, diameterMm }] }),
  'boss.wallMm': (wallMm) => features({ pins: [{ ...pin, wallMm }] }),
  'corner.minInternalRadiusMm': (radiusMm) => features({ minInternalRadius: { radiusMm, depthMm: radiusMm, place } }),
  'corner.depthToRadius': (value) => features({ minInternalRadius: { radiusMm: 5, depthMm: 5 * value, place } }),
  'corner.sharpInternalCount': (count) => features({ sharpInternalCorners: many(count, place) }),
  'pocket.depthToWidth': (value) =>
    features({ pockets: [aPocket({ widthMm: 10, depthMm: 10 * value, cornerRadiusMm: 2 * value })] }),
  'turning.lengthToDiameter': (value) =>
    features({ turning: { ...turning, barDiameterMm: 10, barLengthMm: 10 * value } }),
  'turning.plainBarRatio': (value) =>
    features({ turning: { ...turning, barDiameterMm: 10, barLengthMm: 10 * value, stretches: [] } }),
  'turning.recessToMouth': (value) => ({
    body: { access: { latheRecesses: [{ at, areaMm2: 1, depthMm: 10 * value, mouthMm: 10 }] } },
  }),
  'turning.slantedFeatures': (count) => features({ holes: many(count, aHole({ axis: [0.6, 0, 0.8] })) }),
  'turning.rotationalScore': (rotationalScore) => features({ turning: { ...turning, rotationalScore } }),
  'stock.removalPct': (value) => ({ body: { mass: { volumeMm3: 40 * 30 * 30 * (1 - value / 100) } } }),
  'draft.minDeg': (minDraftDeg) => features({ minDraftDeg }),
  'cavity.enclosedCount': (count) => ({ body: { cavities: { enclosed: many(count, { volumeMm3: 5, at }) } } }),
  'cavity.escapeDiaMm': (openingDiameterMm) => ({
    body: { cavities: { escapes: [{ volumeMm3: 5, openingDiameterMm, openings: 1, at }] } },
  }),
  'overhang.areaBelow45Pct': (areaBelow45Pct) => ({ body: { overhang: { areaBelow45Pct, regions: [region(9)] } } }),
  'access.unreachableAreaPct': (unreachableAreaPct) => ({
    body: { access: { unreachableAreaPct, unreachable: [region(9)] } },
  }),
  'access.undercutPct': (undercutPct) => ({ body: { access: { undercutPct } } }),
  'access.setups': (count) => ({ body: { access: { setupDirections: many(count, at) } } }),
  'slot.reachToWidth': (value) => ({
    body: { access: { undercutSlots: [{ at, areaMm2: 1, axis: [1, 0, 0], lengthMm: 20 * value, widthMm: 10 }] } },
  }),
  'thread.minNominalMm': (nominalMm) => ({
    configuration: { threads: [{ nominalMm, depthMm: 5, printed: true, place }] },
  }),
  'thread.depthRatio': (value) => ({
    configuration: { threads: [{ nominalMm: 5, depthMm: 5 * value, printed: false, place }] },
  }),
  'insert.holeDepthMinusLengthMm': (value) => ({
    configuration: {
      inserts: [{ lengthMm: 5.7, minBossWallMm: 1.6, holeDepthMm: 5.7 + value, bossWallMm: 3, place }],
    },
  }),
  'line.quantity': (quantity) => ({ configuration: { quantity } }),
}
