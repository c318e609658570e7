import type { BodyFacts, Hole, Vec3 } from '@cotation/geometry'

type MilledBody = Pick<BodyFacts, 'access' | 'features' | 'shape'>

/** Cosine between directions that count as parallel (5°), the distance of the tried directions. */
const parallel = 0.996
/** Cosine between directions that count as square (2°). */
const square = 0.035

/** Share of the surface (percent) below which a direction is not needed: noise of the sampling. */
const minNeededPercent = 0.2

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const areParallel = (a: Vec3, b: Vec3): boolean => Math.abs(dot(a, b)) >= parallel

/**
 * Whether a direction is along no side of the part's box. Around the axis of a round part every
 * direction is alike: a dividing head turns it.
 */
function isTilted(direction: Vec3, { shape, features: { turning } }: MilledBody): boolean {
  const isAround = turning.turned && Math.abs(dot(direction, turning.axis)) <= square
  return !isAround && !shape.orientedBox.axes.some((axis) => areParallel(direction, axis))
}

/** Whether a drill comes in along one of the directions, which point out of the part. */
const isDrilledFrom = ({ axis, through }: Hole, directions: readonly Vec3[]): boolean =>
  directions.some((direction) => (through ? areParallel(axis, direction) : -dot(axis, direction) >= parallel))

/** The directions of slanted holes, one for all that are parallel. */
function slantedDrills(body: MilledBody): Vec3[] {
  const directions: Vec3[] = []
  for (const hole of body.features.holes) {
    const [x, y, z] = hole.axis
    if (isTilted(hole.axis, body) && !isDrilledFrom(hole, directions)) directions.push([-x, -y, -z])
  }

  return directions
}

/**
 * The number of set-ups of a milled part, and of those in tilted directions. A tilted direction
 * counts only if those along the box miss some surface. A slanted hole counts however small it is,
 * because no other set-up drills it.
 */
export function setupsOf(body: MilledBody): { setups: number; tiltedSetups: number } {
  const { setupDirections, unreachableAreaPct } = body.access
  const drills = slantedDrills(body)
  const isFor = (drill: Vec3) => (direction: Vec3) => areParallel(drill, direction)

  const needed = unreachableAreaPct >= minNeededPercent ? setupDirections : []
  const others = needed.filter((direction) => isTilted(direction, body) && !drills.some(isFor(direction)))
  const further = drills.filter((drill) => !setupDirections.some(isFor(drill)))

  return {
    setups: Math.max(1, setupDirections.length + further.length),
    tiltedSetups: others.length + drills.length,
  }
}
