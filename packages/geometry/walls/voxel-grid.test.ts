import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, insideOut, merge, meshOf, tube, turned } from '../solids.ts'
import { createRayScene } from './ray-scene.ts'
import { cellAt, cellCentre, hasHiddenRoom, type VoxelGrid, voxelGridOf } from './voxel-grid.ts'

function gridOf(mesh: TriangleMesh, cellsAcross: number): VoxelGrid {
  const grid = voxelGridOf(createRayScene(mesh, unwatched), cellsAcross, unwatched)
  if (!grid) throw new Error('The mesh has no grid.')
  return grid
}

const filledIn = ({ cells }: VoxelGrid): number => cells.filter((cell) => cell !== 0).length

/** Whether the cell of a point is filled. */
const isFilledAt = (grid: VoxelGrid, x: number, y: number, z: number): boolean =>
  grid.cells[cellAt(grid, [x, y, z])] !== 0

describe('a grid over a box of 6 × 4 × 2 mm', () => {
  const grid = gridOf(box([6, 4, 2], [10, 20, 30]), 6)

  it('has cells of 1 mm, two of them empty before each side and three behind', () => {
    expect(grid.cellMm).toBe(1)
    expect(grid.size).toEqual([11, 9, 7])
    expect(grid.origin).toEqual([8, 18, 28])
  })

  it('finds the cell of a point, and the centre of that cell', () => {
    expect(cellAt(grid, [8.5, 18.5, 28.5])).toBe(0)
    expect(cellAt(grid, [9.5, 18.5, 28.5])).toBe(1)
    expect(cellAt(grid, [8.5, 19.5, 28.5])).toBe(11)
    expect(cellAt(grid, [8.5, 18.5, 29.5])).toBe(99)
    expect(cellCentre(grid, 1 + 11 * 2 + 99 * 3)).toEqual([9.5, 20.5, 31.5])

    for (const point of [
      [7.9, 20, 30],
      [19.1, 20, 30],
      [10, 17.9, 30],
      [10, 27.1, 30],
      [10, 20, 27.9],
      [10, 20, 35.1],
    ] as const)
      expect(cellAt(grid, point), `${point}`).toBe(-1)
  })

  it('fills its inside and the cells that its surface crosses', () => {
    for (const [x, y, z] of [
      [10.5, 20.5, 30.5],
      [15.5, 23.5, 31.5],
    ] as const)
      expect(isFilledAt(grid, x, y, z)).toBe(true)

    for (const [x, y, z] of [
      [9.5, 21.5, 31.5],
      [17.5, 21.5, 31.5],
      [12.5, 19.5, 31.5],
      [12.5, 25.5, 31.5],
      [12.5, 21.5, 29.5],
      [12.5, 21.5, 33.5],
    ] as const)
      expect(isFilledAt(grid, x, y, z), `${x},${y},${z}`).toBe(false)
  })

  it('has no hidden room', () => {
    expect(hasHiddenRoom(grid)).toBe(false)
  })
})

describe('a grid', () => {
  it('fills as much as the part has, for a part along each axis', () => {
    for (const size of [
      [40, 10, 20],
      [10, 20, 40],
      [20, 40, 10],
    ] as const) {
      // Slightly turned: sides between two cells would count for both.
      const grid = gridOf(turned(box(size), [0.6, 0, 0.8], 0.3), 80)
      const volumeMm3 = filledIn(grid) * grid.cellMm ** 3
      // The surface of 2800 mm² crosses cells that are on average half inside.
      expect(volumeMm3 / 8000).toBeGreaterThan(1)
      expect(volumeMm3).toBeLessThan(8000 + 2800 * grid.cellMm)
    }
  })

  it('leaves the inside of a tube empty, along any axis', () => {
    for (const axis of [
      [1, 0, 0],
      [0, 1, 0],
    ] as const) {
      for (const angle of [0, Math.PI / 2]) {
        const grid = gridOf(turned(tube(10, 8, 40), axis, angle), 40)
        const middle: Vec3 = angle === 0 ? [0, 0, 20] : [axis[1] * 20, -axis[0] * 20, 0]
        expect(isFilledAt(grid, ...middle)).toBe(false)
        expect(hasHiddenRoom(grid)).toBe(false)
      }
    }
  })

  it('has hidden room in a closed void of three cells each way, but not of two', () => {
    const withVoid = (size: number) => {
      const from = (20 - size) / 2
      return gridOf(merge(box([20, 20, 20]), insideOut(box([size, size, size], [from, from, from]))), 20)
    }

    expect(hasHiddenRoom(withVoid(5.2))).toBe(true)
    expect(hasHiddenRoom(withVoid(2.2))).toBe(false)
  })

  it('draws walls thinner than a cell without a gap', () => {
    const thin = turned(box([30, 0.1, 30]), [0.6, 0, 0.8], 0.4)
    const grid = gridOf(thin, 30)
    expect(filledIn(grid)).toBeGreaterThan(30 * 30 * 0.9)
  })

  it('draws every plate of a stack, and nothing between them', () => {
    const heights = [0, 3, 6, 9, 12, 15]
    const stack = merge(...heights.map((z) => box([20, 20, 1.4], [0, 0, z])))
    const grid = gridOf(turned(stack, [0, 0, 1], 0.2), 24)
    // The middle of the plates.
    const x = 10 * Math.cos(0.2) - 10 * Math.sin(0.2)
    const y = 10 * Math.sin(0.2) + 10 * Math.cos(0.2)

    for (const z of heights) {
      expect(isFilledAt(grid, x, y, z + 0.7), `plate at ${z}`).toBe(true)
      expect(isFilledAt(grid, x, y, z + 2.4), `above the plate at ${z}`).toBe(false)
    }
  })

  it('leaves the columns of an open mesh empty', () => {
    const closed = box([10, 10, 10])
    // The first four triangles are bottom and top: without the top, no column is left again.
    const indices = closed.indices.filter((_, i) => i < 6 || i >= 12)
    const grid = gridOf({ positions: closed.positions, indices }, 10)
    expect(isFilledAt(grid, 5.5, 5.5, 5.5)).toBe(false)
    expect(isFilledAt(gridOf(closed, 10), 5.5, 5.5, 5.5)).toBe(true)
  })

  it('counts shells inside shells as material', () => {
    const nested = gridOf(merge(box([10, 10, 10]), box([4, 4, 4], [3, 3, 3])), 10)
    expect(isFilledAt(nested, 5.4, 5.4, 5.4)).toBe(true)
    expect(isFilledAt(nested, 8.4, 8.4, 8.4)).toBe(true)
  })

  it('does not exist for a mesh without extent', () => {
    const scene = createRayScene(meshOf([[1, 1, 1]], [[0, 0, 0]]), unwatched)
    expect(voxelGridOf(scene, 80, unwatched)).toBeUndefined()
  })
})
