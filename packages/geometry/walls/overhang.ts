import { DisjointSets } from '../math/disjoint-sets.ts'
import { f32, f64, num, u32 } from '../math/typed-access.ts'
import { type Vec3, vec3At } from '../math/vector.ts'
import type { OverhangFacts, Region } from '../model/facts.ts'
import { triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import type { RayScene } from './ray-scene.ts'
import { areaVector } from './surface-samples.ts'

const degrees = 180 / Math.PI

/**
 * A facet at 45° is not below 45°; rounding and the chords of a tessellated cone must not change
 * that.
 */
const angleTolerance = 0.25
const maxRegions = 50
const bridgeLines = 8
const bridgeSamples = 1200

/**
 * Slope of a downward triangle against the horizontal, in degrees (0 is a ceiling); 90 or more is
 * not downward.
 */
function slopeDeg(vector: Float64Array, length: number): number {
  const cosine = -f64(vector, 2) / length
  // Most of a part does not face down: skip the arc cosine there.
  return cosine > 0 ? Math.acos(Math.min(1, cosine)) * degrees : 90
}

/** Whether all of a triangle lies on the plane the part would stand on. */
function restsOn(scene: RayScene, triangle: number, floor: number): boolean {
  const { positions, indices } = scene.mesh
  for (let k = 0; k < 3; k++) {
    if (f32(positions, 3 * u32(indices, 3 * triangle + k) + 2) > floor) return false
  }
  return true
}

function middleOf(scene: RayScene, triangle: number): Vec3 {
  const { positions, indices } = scene.mesh
  const sum = (k: number): number =>
    [0, 1, 2].reduce((total, c) => total + f32(positions, 3 * u32(indices, 3 * triangle + c) + k), 0)
  return [sum(0) / 3, sum(1) / 3, sum(2) / 3]
}

/**
 * Free width (mm) under a ceiling point: the shortest horizontal line through it that ends at walls
 * on both sides, because a bridge is printed that way. 0 where it overhangs freely.
 */
function bridgeMm(scene: RayScene, [x, y, z]: Vec3): number {
  const below = z - Math.max(5e-4 * scene.diagonalMm, 4 * scene.epsilonMm)
  let shortest = 0
  for (let k = 0; k < bridgeLines; k++) {
    const turn = (Math.PI * k) / bridgeLines
    const dx = Math.cos(turn)
    const dy = Math.sin(turn)
    if (!scene.rays.cast(x, y, below, dx, dy, 0, 0, Infinity) || scene.rays.hit.back) continue

    const one = scene.rays.hit.distance
    if (!scene.rays.cast(x, y, below, -dx, -dy, 0, 0, Infinity) || scene.rays.hit.back) continue

    const span = one + scene.rays.hit.distance
    if (shortest === 0 || span < shortest) shortest = span
  }

  return shortest
}

/**
 * Bridges (mm) over ceiling triangles, each the longest of its samples; evenly picked samples only.
 */
function bridgesOf(scene: RayScene, isHanging: (triangle: number) => boolean, watch: Watch): Map<number, number> {
  const { count, points, normals, triangles } = scene.samples
  const ceilings: number[] = []
  for (let i = 0; i < count; i++) {
    if (f64(normals, 3 * i + 2) < -0.995 && isHanging(u32(triangles, i))) ceilings.push(i)
  }

  const stride = Math.max(1, Math.ceil(ceilings.length / bridgeSamples))
  const bridges = new Map<number, number>()
  for (let k = 0; k < ceilings.length; k += stride) {
    if (k % (8 * stride) === 0) step(watch, 'walls', 0.85)
    const i = num(ceilings, k)
    const at: Vec3 = vec3At(points, 3 * i)
    const span = bridgeMm(scene, at)
    const triangle = u32(triangles, i)
    if (span > (bridges.get(triangle) ?? 0)) bridges.set(triangle, span)
  }

  return bridges
}

/**
 * Triangles that hang below 45°, joined where they share a vertex; the value of a region is its
 * longest bridge (mm).
 */
function hangingRegions(
  scene: RayScene,
  hanging: readonly number[],
  bridges: ReadonlyMap<number, number>,
  triangleFaces: Uint32Array,
): Region[] {
  const { indices } = scene.mesh
  const groups = new DisjointSets(scene.mesh.positions.length / 3)
  for (const triangle of hanging) {
    groups.join(u32(indices, 3 * triangle), u32(indices, 3 * triangle + 1))
    groups.join(u32(indices, 3 * triangle), u32(indices, 3 * triangle + 2))
  }

  const regions = new Map<number, Region & { faceSet: Set<number>; largest: number; triangle: number }>()
  for (const triangle of hanging) {
    const root = groups.root(u32(indices, 3 * triangle))
    const area = f64(scene.triangleAreasMm2, triangle)
    let region = regions.get(root)
    if (!region) {
      region = { valueMm: 0, areaMm2: 0, at: [0, 0, 0], faces: [], faceSet: new Set(), largest: 0, triangle }
      regions.set(root, region)
    }

    region.valueMm = Math.max(region.valueMm, bridges.get(triangle) ?? 0)
    region.areaMm2 += area

    if (area > region.largest) {
      region.largest = area
      region.triangle = triangle
    }

    const face = triangleFaces[triangle]
    if (face !== undefined && region.faceSet.size < 200) region.faceSet.add(face)
  }

  return [...regions.values()]
    .sort((a, b) => b.areaMm2 - a.areaMm2)
    .slice(0, maxRegions)
    .map(({ valueMm, areaMm2, faceSet, triangle }) => ({
      valueMm,
      areaMm2,
      at: middleOf(scene, triangle),
      faces: [...faceSet].sort((a, b) => a - b),
    }))
}

/**
 * Downward surface (mm²) by its angle to the horizontal with the part as drawn, z up, without the
 * surface on the lowest plane; regions below 45° (largest first) and the longest bridge (mm)
 * between supports.
 */
export function overhangOf(scene: RayScene, triangleFaces: Uint32Array, watch: Watch): OverhangFacts {
  const floor = scene.box.min[2] + Math.max(1e-4 * (scene.box.max[2] - scene.box.min[2]), 4 * scene.epsilonMm)
  const areaBelowDegMm2 = new Array<number>(9).fill(0)
  const hanging: number[] = []
  const vector = new Float64Array(3)
  let below45 = 0

  for (let triangle = 0; triangle < triangleCount(scene.mesh); triangle++) {
    if (triangle % 16384 === 0) step(watch, 'walls', 0.82)

    const area = f64(scene.triangleAreasMm2, triangle)
    if (area === 0) continue

    const slope = slopeDeg(vector, areaVector(scene.mesh, triangle, vector))
    if (slope >= 89.99 || restsOn(scene, triangle, floor)) continue

    for (let k = Math.min(8, Math.floor((slope + angleTolerance) / 10)); k < 9; k++) {
      areaBelowDegMm2[k] = num(areaBelowDegMm2, k) + area
    }

    if (slope + angleTolerance < 45) {
      below45 += area
      hanging.push(triangle)
    }
  }

  const bridges = bridgesOf(scene, (triangle) => !restsOn(scene, triangle, floor), watch)

  return {
    areaBelowDegMm2,
    areaBelow45Pct: scene.areaMm2 > 0 ? (100 * below45) / scene.areaMm2 : 0,
    regions: hangingRegions(scene, hanging, bridges, triangleFaces),
    longestBridgeMm: [...bridges.values()].reduce((longest, span) => Math.max(longest, span), 0),
  }
}
