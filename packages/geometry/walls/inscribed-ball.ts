import { add, dot, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import { step, type Watch } from '../model/watch.ts'
import { wayOut } from './probe.ts'
import { normalOf, pointOf, type RayScene } from './ray-scene.ts'

/** A ball inside the material. */
export interface Ball {
  diameterMm: number
  at: Vec3
}

/** A straight way from a point of the surface through the material. */
export interface Way {
  at: Vec3
  normal: Vec3
  mm: number
}

const maxBalls = 80
const maxShrinks = 8

/**
 * The largest ball that touches the surface from inside at the start p of a way (a point of the
 * medial axis). Starts with the way as diameter. While the surface reaches into it, the ball is
 * shrunk to pass through p and the nearest surface point q. With n the normal at p its radius is
 *
 *   r = |p − q|² / (2 n · (p − q))
 */
function ballAt(scene: RayScene, { at, normal, mm }: Way): Ball {
  let radius = mm / 2
  for (let round = 0; ; round++) {
    const centre = subtract(at, scale(normal, radius))
    const nearest = scene.nearest(centre, radius)
    if (!nearest) return { diameterMm: 2 * radius, at: centre }

    const fits = nearest.distanceMm >= 0.99 * radius
    if (fits || round === maxShrinks) return { diameterMm: 2 * nearest.distanceMm, at: centre }

    const apart = subtract(at, nearest.at)
    const along = dot(apart, normal)
    const touching = along > 0 ? dot(apart, apart) / (2 * along) : 0
    radius = Math.min(0.99 * radius, Math.max(nearest.distanceMm, touching))
  }
}

/** Distance (mm) to the nearest side of the part's box, negative outside of it. */
const roomInBoxMm = ({ box: { min, max } }: RayScene, [x, y, z]: Vec3): number =>
  Math.min(x - min[0], y - min[1], z - min[2], max[0] - x, max[1] - y, max[2] - z)

/** The ball without what reaches out of the box: the mesh has a hole there. */
const withinBox = (scene: RayScene, { at, diameterMm }: Ball): Ball => ({
  at,
  diameterMm: Math.min(diameterMm, 2 * Math.max(0, roomInBoxMm(scene, at))),
})

/** The 6 axis directions and the 8 diagonals, unit vectors. */
const fourteenDirections: readonly Vec3[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])))
  .filter((direction) => [1, 3].includes(dot(direction, direction)))
  .map(unit)

/**
 * Moves the ball to where it can grow: samples are few, and none of them is right above the middle
 * of a cube.
 */
function grown(scene: RayScene, ball: Ball): Ball {
  let best = ball
  // A step within the ball never leaves the material.
  for (let reach = best.diameterMm / 4; reach > 1e-3 * ball.diameterMm; ) {
    const largest = fourteenDirections
      .map((direction) => add(best.at, scale(direction, reach)))
      .map((at) => ({ at, diameterMm: 2 * (scene.nearest(at, 2 * best.diameterMm)?.distanceMm ?? 0) }))
      .map((found) => withinBox(scene, found))
      .reduce((a, b) => (b.diameterMm > a.diameterMm ? b : a), best)
    if (largest.diameterMm > 1.0001 * best.diameterMm) best = largest
    else reach /= 2
  }

  return best
}

/**
 * The largest ball found inside, tried from the longest of the sorted ways on. A long bar is as
 * thick as its cross-section, not as it is long.
 */
export function largestBall(scene: RayScene, ways: readonly Way[], watch: Watch): Ball | undefined {
  const stride = Math.max(1, Math.floor(ways.length / maxBalls))
  let best: Ball | undefined
  for (let i = ways.length - 1; i >= 0; i -= stride) {
    step(watch, 'walls', 0.75)
    const way = ways[i] as Way
    if (best && way.mm <= 1.003 * best.diameterMm) break
    const ball = withinBox(scene, ballAt(scene, way))
    if (ball.diameterMm > (best?.diameterMm ?? 0)) best = ball
  }

  return best && grown(scene, best)
}

/**
 * Straight ways through the part (mm), shortest first, whatever the angle of the surface where they
 * end: for parts without facing surfaces, such as a cone.
 */
export function straightWays(scene: RayScene): Way[] {
  const ways: Way[] = []
  const stride = Math.max(1, Math.floor(scene.samples.count / 1000))
  for (let sample = 0; sample < scene.samples.count; sample += stride) {
    const at = pointOf(scene, sample)
    const normal = normalOf(scene, sample)
    const way = wayOut(scene, 'wall', at, scale(normal, -1))
    if (way) ways.push({ at, normal, mm: way.mm })
  }

  return ways.sort((a, b) => a.mm - b.mm)
}
