import type { PartMeasures, PartTurning } from '@cotation/domain'
import type { BodyFacts, Hole, TurningFacts, Vec3 } from '@cotation/geometry'
import { setupsOf } from './tilted-setups.ts'

/** Holes on the axis of a turned part are bored on the lathe; all others need a live tool. */
const besideAxisMm = 0.1
const alongAxis = 0.999

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function isOnAxis({ axis, entry }: Hole, turning: TurningFacts): boolean {
  if (Math.abs(dot(axis, turning.axis)) < alongAxis) return false
  const away: Vec3 = [entry[0] - turning.origin[0], entry[1] - turning.origin[1], entry[2] - turning.origin[2]]
  const along = dot(away, turning.axis)
  return Math.sqrt(Math.max(0, dot(away, away) - along * along)) <= besideAxisMm
}

function turningOf({ turning, holes, pockets }: BodyFacts['features']): PartTurning {
  const besideAxis = holes.filter((hole) => !isOnAxis(hole, turning)).length
  return {
    turned: turning.turned,
    diameterMm: turning.barDiameterMm,
    lengthMm: turning.barLengthMm,
    operations: Math.max(1, turning.roundFaces),
    liveFeatures: besideAxis + pockets.length + (turning.flats ?? 0),
  }
}

/** A modelled thread is cut by its own tool and in its own time, not as a freeform surface. */
function freeformShareOf({ mass, features: { freeformShare, modelledThreads = [] } }: BodyFacts): number {
  const threadMm2 = modelledThreads.reduce((sum, { areaMm2 }) => sum + areaMm2, 0)
  return threadMm2 > 0 ? Math.max(0, freeformShare - threadMm2 / mass.areaMm2) : freeformShare
}

/** Without the flanks of modelled threads, which older analyses count as undercut: a tap cuts them. */
function hiddenPercentOf({ mass, access, features: { modelledThreads = [] } }: BodyFacts): number {
  const threadFaces = new Set(modelledThreads.flatMap(({ faces }) => faces))
  const inThreads = access.unreachable.filter(({ faces }) => faces.some((face) => threadFaces.has(face)))
  const threadMm2 = inThreads.reduce((sum, { areaMm2 }) => sum + areaMm2, 0)
  return threadMm2 > 0
    ? Math.max(0, access.unreachableAreaPct - (100 * threadMm2) / mass.areaMm2)
    : access.unreachableAreaPct
}

/**
 * The measures of a body for prices and rules (mm). The size is that of the smallest box, so that
 * the file's orientation does not change the price: the workshop orients the part as needed.
 */
export function partMeasuresOf(body: BodyFacts): PartMeasures {
  const { mass, shape, features, access } = body
  return {
    volumeMm3: mass.volumeMm3,
    areaMm2: mass.areaMm2,
    sizeMm: shape.orientedBox.sizeMm,
    isFaceted: mass.exactness === 'triangles',
    freeformShare: freeformShareOf(body),
    ...setupsOf(body),
    hiddenPercent: hiddenPercentOf(body),
    modelledThreads: features.modelledThreads?.length ?? 0,
    holes: features.holes.map(({ diameterMm, depthMm, through, edgeDistanceMm }) => ({
      diameterMm,
      depthMm,
      through,
      wallMm: edgeDistanceMm,
    })),
    undercutSlots: (access.undercutSlots ?? []).map(({ lengthMm, openEnds = 2, widthMm }) => ({
      lengthMm,
      openEnds,
      widthMm,
    })),
    turning: turningOf(features),
    undercutPercent: access.undercutPct,
  }
}
