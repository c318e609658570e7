import { f64, u32 } from '../math/typed-access.ts'
import { add, cross, dot, lengthOf, perpendicular, scale, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { LatheRecess, TurningFacts } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { clustersOf, type Measured } from './clusters.ts'
import { normalOf, pointOf, type RayScene } from './ray-scene.ts'

/** Steps along the axis at which the clear width of the bore is measured. */
const axisSteps = 160
const raysAround = 12

/** Inclinations of the tools that reach behind an outer shoulder, as steps along the axis. */
const inclinations = [0, 0.6, -0.6, 1.2, -1.2]

/** The clear radius (mm) around the axis at equal steps from one end of the part to the other. */
interface Bore {
  axis: Vec3
  origin: Vec3
  low: number
  stepMm: number
  /** The widest tool (mm) that reaches each step from either end. */
  reachableMm: Float64Array
}

/** The clear radius (mm) around a point of the axis: 0 in the material, infinite in the open. */
function clearRadiusMm({ rays }: RayScene, [x, y, z]: Vec3, around: readonly Vec3[]): number {
  let clear = Infinity
  for (const [dx, dy, dz] of around) {
    if (!rays.cast(x, y, z, dx, dy, dz, 0, Infinity)) continue
    clear = rays.hit.back ? 0 : Math.min(clear, rays.hit.distance)
  }
  return clear
}

function boreOf(scene: RayScene, { axis, origin, barLengthMm }: TurningFacts): Bore {
  const side = perpendicular(axis)
  const other = cross(axis, side)
  const around = Array.from({ length: raysAround }, (_, i) => {
    // Slightly turned, so that no ray meets the seam of a mesh drawn from the x axis on.
    const angle = (2 * Math.PI * i) / raysAround + 0.05
    return add(scale(side, Math.cos(angle)), scale(other, Math.sin(angle)))
  })

  const low = -barLengthMm / 2
  const stepMm = barLengthMm / axisSteps
  const clear = Float64Array.from({ length: axisSteps }, (_, i) =>
    clearRadiusMm(scene, add(origin, scale(axis, low + (i + 0.5) * stepMm)), around),
  )

  const fromLow = clear.slice()
  for (let i = 1; i < axisSteps; i++) fromLow[i] = Math.min(f64(fromLow, i), f64(fromLow, i - 1))
  const fromHigh = clear.slice()
  for (let i = axisSteps - 2; i >= 0; i--) fromHigh[i] = Math.min(f64(fromHigh, i), f64(fromHigh, i + 1))

  const reachableMm = fromLow.map((radius, i) => Math.max(radius, f64(fromHigh, i)))
  return { axis, origin, low, stepMm, reachableMm }
}

/** Whether a tool from outside reaches the point: straight towards the axis, or inclined. */
function isReachedFromOutside({ rays }: RayScene, [x, y, z]: Vec3, outward: Vec3, axis: Vec3): boolean {
  return inclinations.some((inclination) => {
    const [dx, dy, dz] = unit(add(outward, scale(axis, inclination)))
    return !rays.cast(x, y, z, dx, dy, dz, 0, Infinity)
  })
}

/** Radius (mm) of the mouth through which a boring tool reaches a point; 0 if none does. */
function mouthRadiusMm({ rays }: RayScene, bore: Bore, from: Vec3, outward: Vec3, radiusMm: number): number {
  const along = dot(subtract(from, bore.origin), bore.axis)
  const index = Math.min(axisSteps - 1, Math.max(0, Math.floor((along - bore.low) / bore.stepMm)))
  const mouthMm = Math.min(radiusMm, f64(bore.reachableMm, index))
  if (mouthMm === 0) return 0

  const [dx, dy, dz] = scale(outward, -1)
  const isBlocked = rays.cast(...from, dx, dy, dz, 0, Infinity) && rays.hit.distance < 0.98 * (radiusMm - mouthMm)
  return isBlocked ? 0 : mouthMm
}

/**
 * Recesses of a turned part that neither a tool from outside nor one straight along the axis
 * reaches, deepest first: grooves in bores, and hollows behind a narrower mouth. `hidden` are the
 * samples that no direction of a tool sees, one in `every`.
 */
export function latheRecessesOf(
  scene: RayScene,
  hidden: readonly number[],
  every: number,
  turning: TurningFacts,
  triangleFaces: Uint32Array | undefined,
  watch: Watch,
): LatheRecess[] {
  if (hidden.length === 0 || !(turning.barLengthMm > 0)) return []

  const bore = boreOf(scene, turning)
  const lift = Math.max(1e-4 * scene.diagonalMm, 4 * scene.epsilonMm)
  const mouths = new Map<Measured, number>()

  for (const sample of hidden) {
    step(watch, 'walls', 0.99)

    const at = pointOf(scene, sample)
    const from = add(at, scale(normalOf(scene, sample), lift))
    const away = subtract(from, add(bore.origin, scale(bore.axis, dot(subtract(from, bore.origin), bore.axis))))
    const radiusMm = lengthOf(away)
    const outward = unit(away)
    if (isReachedFromOutside(scene, from, outward, bore.axis)) continue

    const mouthMm = mouthRadiusMm(scene, bore, from, outward, radiusMm)
    const triangle = u32(scene.samples.triangles, sample)
    const areaMm2 = f64(scene.samples.areasMm2, sample)
    // Clusters list their lowest value, which is wanted for the deepest point.
    mouths.set({ at, triangle, areaMm2, mm: -(radiusMm - mouthMm) }, mouthMm)
  }

  return clustersOf(scene, [...mouths.keys()], triangleFaces, every).map(({ members, valueMm, ...place }) => ({
    ...place,
    depthMm: -valueMm,
    mouthMm: 2 * members.reduce((narrowest, member) => Math.min(narrowest, mouths.get(member) ?? 0), Infinity),
  }))
}
