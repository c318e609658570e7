import { DisjointSets } from '../math/disjoint-sets.ts'
import { num } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import { areaByThickness } from '../model/area-by-thickness.ts'
import type { Region, ThinRegion } from '../model/facts.ts'
import type { RayScene } from './ray-scene.ts'

/**
 * A measured point of the surface, and the point opposite: both sides of a wall belong to one
 * region.
 */
export interface Measured {
  at: Vec3
  triangle: number
  /** The share of the surface that the point represents. */
  areaMm2: number
  mm: number
  across?: Vec3
}

/**
 * A cell joins only this many of its samples pairwise: the others are next to one of them anyway.
 */
const maxPerCell = 64
const keyBits = 0x1ffff

function joinNear(scene: RayScene, measured: readonly Measured[], reachMm: number, groups: DisjointSets): void {
  const { min } = scene.box
  const cells = new Map<number, number[]>()
  const along = (value: number, k: number): number => Math.floor((value - num(min, k)) / reachMm)

  // Cells 131072 apart share a key. That costs time to compare their samples, but never joins wrong
  // ones.
  const keyOf = (x: number, y: number, z: number): number =>
    ((x & keyBits) * 0x20000 + (y & keyBits)) * 0x20000 + (z & keyBits)
  measured.forEach((item, i) => {
    const [x, y, z] = item.at
    const key = keyOf(along(x, 0), along(y, 1), along(z, 2))
    const cell = cells.get(key)
    if (!cell) cells.set(key, [i])
    else if (cell.length < maxPerCell) cell.push(i)
    else groups.join(num(cell, 0), i)
  })

  const joinAround = (i: number, [px, py, pz]: Vec3): void => {
    const cx = along(px, 0)
    const cy = along(py, 1)
    const cz = along(pz, 2)
    for (let k = 0; k < 27; k++) {
      const cell = cells.get(keyOf(cx + (k % 3) - 1, cy + (Math.floor(k / 3) % 3) - 1, cz + Math.floor(k / 9) - 1))
      if (!cell) continue
      for (const j of cell) {
        const [x, y, z] = (measured[j] as Measured).at
        if ((x - px) ** 2 + (y - py) ** 2 + (z - pz) ** 2 <= reachMm * reachMm) groups.join(i, j)
      }
    }
  }
  measured.forEach((item, i) => {
    joinAround(i, item.at)
    if (item.across) joinAround(i, item.across)
  })
}

const maxRegions = 50
const maxFaces = 200

/** Connected measured points, and the region that they make. */
export interface Cluster extends Region {
  members: Measured[]
}

/**
 * Connected regions of measured points (mm, mm²) with those points, lowest value first, at most 50.
 * `every` is the stride if only one sample in so many was measured.
 */
export function clustersOf(
  scene: RayScene,
  measured: readonly Measured[],
  triangleFaces: Uint32Array | undefined,
  every: number,
): Cluster[] {
  const reachMm = Math.max(2.5 * scene.spacingMm * Math.sqrt(every), 4 * scene.epsilonMm)
  if (measured.length === 0 || !(reachMm > 0)) return []

  const groups = new DisjointSets(measured.length)
  joinNear(scene, measured, reachMm, groups)

  const regions = new Map<number, Cluster & { faceSet: Set<number> }>()
  measured.forEach((member, i) => {
    const { at, triangle, areaMm2, mm } = member
    const root = groups.root(i)
    let region = regions.get(root)
    if (!region) {
      region = { valueMm: mm, areaMm2: 0, at, faces: [], faceSet: new Set(), members: [] }
      regions.set(root, region)
    }

    region.members.push(member)

    if (mm < region.valueMm) {
      region.valueMm = mm
      region.at = at
    }

    region.areaMm2 += every * areaMm2

    const face = triangleFaces?.[triangle]
    if (face !== undefined && region.faceSet.size < maxFaces) region.faceSet.add(face)
  })

  return [...regions.values()]
    .map(({ faceSet, ...region }) => ({ ...region, faces: [...faceSet].sort((a, b) => a - b) }))
    .sort((a, b) => a.valueMm - b.valueMm)
    .slice(0, maxRegions)
}

/** The same regions without their points. */
export const regionsOf = (
  scene: RayScene,
  measured: readonly Measured[],
  triangleFaces: Uint32Array | undefined,
  every = 1,
): Region[] => clustersOf(scene, measured, triangleFaces, every).map(({ members: _, ...region }) => region)

/** Regions of walls thinner than `belowMm`, with their area by thickness. */
export const thinRegionsOf = (
  scene: RayScene,
  measured: readonly Measured[],
  triangleFaces: Uint32Array | undefined,
  belowMm: number,
): ThinRegion[] =>
  clustersOf(scene, measured, triangleFaces, 1).map(({ members, ...region }) => ({
    ...region,
    areaBelowMm2: areaByThickness(members, belowMm),
  }))
