import { f64 } from '../math/typed-access.ts'
import { dot, scale, subtract, type Vec3 } from '../math/vector.ts'
import type { CavityFacts, Shell, TopologyFacts } from '../model/facts.ts'
import { step, type Watch } from '../model/watch.ts'
import { clearanceOf, type Hollow, hollowsOf } from './hollows.ts'
import type { RayScene } from './ray-scene.ts'
import { cellAt, cellCentre, hasHiddenRoom, type VoxelGrid, voxelGridOf } from './voxel-grid.ts'

const cellsAcross = 80

const centreOf = (shell: Shell): Vec3 => [
  (shell.box.min[0] + shell.box.max[0]) / 2,
  (shell.box.min[1] + shell.box.max[1]) / 2,
  (shell.box.min[2] + shell.box.max[2]) / 2,
]

/**
 * Width (mm) straight across an opening through a point in it; undefined where the walls around it
 * do not face each other.
 */
function widthThrough(scene: RayScene, middle: Vec3, withinMm: number): number | undefined {
  const wall = scene.nearest(middle, withinMm)
  if (!wall || wall.distanceMm <= scene.epsilonMm) return undefined

  const away = scale(subtract(middle, wall.at), 1 / wall.distanceMm)
  // At a rim the nearest point is on an edge, and the line across would be slanted.
  if (dot(scene.normalOf(wall.triangle), away) < 0.95) return undefined
  if (!scene.rays.cast(...middle, ...away, 0, Infinity)) return undefined

  const { distance, triangle } = scene.rays.hit
  return dot(scene.normalOf(triangle), away) < -0.95 ? wall.distanceMm + distance : undefined
}

/**
 * Width (mm) of an opening at its narrowest: from points around the middle of the neck to the
 * nearest wall and on to the opposite wall. In a round hole that is the diameter for every point.
 * Falls back to the grid's value where no walls face each other.
 */
function openingMm(scene: RayScene, grid: VoxelGrid, hollow: Hollow): number {
  const roughMm = Math.max(2 * hollow.neckRadiusCells, 0.5) * grid.cellMm
  if (hollow.neckCell < 0) return roughMm

  const [x, y, z] = cellCentre(grid, hollow.neckCell)
  const widths: number[] = []
  for (let k = 0; k < 125; k++) {
    const i = (k % 5) - 2
    const j = (Math.floor(k / 5) % 5) - 2
    const l = Math.floor(k / 25) - 2
    const point: Vec3 = [x + i * grid.cellMm, y + j * grid.cellMm, z + l * grid.cellMm]
    const width = widthThrough(scene, point, roughMm + 2 * grid.cellMm)
    if (width !== undefined && Math.abs(width - roughMm) <= 0.4 * roughMm + 2 * grid.cellMm) widths.push(width)
  }

  return widths.sort((a, b) => a - b)[widths.length >> 1] ?? roughMm
}

function contains(shell: Shell, [x, y, z]: Vec3): boolean {
  const { min, max } = shell.box
  return x > min[0] && y > min[1] && z > min[2] && x < max[0] && y < max[1] && z < max[2]
}

/**
 * Whether a surface below 45° faces down into one of the hollow spaces: supports there cannot be
 * removed.
 */
function hasCeiling(scene: RayScene, grid: VoxelGrid, labels: Uint8Array): boolean {
  const { count, points, normals } = scene.samples
  for (let i = 0; i < count; i++) {
    if (f64(normals, 3 * i + 2) > -0.71) continue
    const reach = 1.8 * grid.cellMm
    const ahead = (k: number): number => f64(points, 3 * i + k) + reach * f64(normals, 3 * i + k)
    const cell = cellAt(grid, [ahead(0), ahead(1), ahead(2)])
    if (cell >= 0 && labels[cell] === 1) return true
  }

  return false
}

/**
 * Whether any sample has surface in front of it: in every hollow space a wall faces another, on a
 * convex part none does.
 */
function seesItself({ samples, rays, epsilonMm }: RayScene, watch: Watch): boolean {
  const { count, points, normals } = samples
  for (let i = 0; i < count; i++) {
    if (i % 256 === 0) step(watch, 'walls', 0.85)

    const x = f64(points, 3 * i)
    const y = f64(points, 3 * i + 1)
    const z = f64(points, 3 * i + 2)
    const nx = f64(normals, 3 * i)
    const ny = f64(normals, 3 * i + 1)
    const nz = f64(normals, 3 * i + 2)
    if (rays.cast(x, y, z, nx, ny, nz, epsilonMm, Infinity)) return true
  }

  return false
}

/**
 * Closed voids (from the nesting of shells) and hollow spaces with an exit narrower than
 * themselves, found on a grid of 80 cells along the longest side: volumes in mm³, the widest
 * opening in mm.
 */
export function cavitiesOf(scene: RayScene, topology: TopologyFacts, watch: Watch): CavityFacts {
  const shells = topology.shells.filter((shell) => shell.role === 'cavity')
  const enclosed = shells.map((shell) => {
    const volumeMm3 = Math.abs(shell.signedVolumeMm3)
    const thicknessMm = shell.areaMm2 > 0 ? (2 * volumeMm3) / shell.areaMm2 : 0
    return { volumeMm3, at: centreOf(shell), thicknessMm }
  })
  const grid = seesItself(scene, watch) ? voxelGridOf(scene, cellsAcross, watch) : undefined
  if (!grid || !hasHiddenRoom(grid)) return { enclosed, escapes: [], supportsTrapped: false }

  step(watch, 'walls', 0.88)

  const clearance = clearanceOf(grid)
  step(watch, 'walls', 0.89)

  const { hollows, labels } = hollowsOf(grid, clearance, watch)
  const escapes = hollows
    .filter(
      (hollow) => hollow.openings > 0 || !shells.some((shell) => contains(shell, cellCentre(grid, hollow.deepest))),
    )
    .map((hollow) => ({
      volumeMm3: hollow.cells * grid.cellMm ** 3,
      openingDiameterMm: openingMm(scene, grid, hollow),
      openings: Math.max(1, hollow.openings),
      at: cellCentre(grid, hollow.deepest),
    }))
    .sort((a, b) => b.volumeMm3 - a.volumeMm3)

  return { enclosed, escapes, supportsTrapped: hasCeiling(scene, grid, labels) }
}
