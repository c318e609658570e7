import { describe, expect, it } from 'vitest'
import { unwatched } from '../model/watch.ts'
import { clearanceOf, type Hollow, hollowsOf } from './hollows.ts'
import type { VoxelGrid } from './voxel-grid.ts'

type Range = readonly [from: number, to: number]

/** All cells of a range on each axis, inclusive. */
interface Block {
  x: Range
  y: Range
  z: Range
}

const size = [25, 23, 21] as const
const cellOf = (x: number, y: number, z: number): number => x + size[0] * (y + size[1] * z)

/** A solid from cell 2 to the last but two on each axis, without the given blocks. */
function carved(...blocks: Block[]): VoxelGrid {
  const cells = new Uint8Array(size[0] * size[1] * size[2])
  const fill = ({ x, y, z }: Block, value: number) => {
    for (let layer = z[0]; layer <= z[1]; layer++) {
      for (let row = y[0]; row <= y[1]; row++) cells.fill(value, cellOf(x[0], row, layer), cellOf(x[1], row, layer) + 1)
    }
  }

  fill({ x: [2, size[0] - 3], y: [2, size[1] - 3], z: [2, size[2] - 3] }, 2)
  for (const block of blocks) fill(block, 0)

  return { cellMm: 1, size, origin: [0, 0, 0], cells }
}

const hollowsIn = (grid: VoxelGrid): Hollow[] => hollowsOf(grid, clearanceOf(grid), unwatched).hollows

/** A room of 9 × 9 × 9 cells. */
const room: Block = { x: [8, 16], y: [7, 15], z: [6, 14] }
const middle = cellOf(12, 11, 10)

/** Necks of 3 × 3 cells from the room to the outside. */
const toRight: Block = { x: [17, 22], y: [10, 12], z: [9, 11] }
const toLeft: Block = { x: [2, 7], y: [10, 12], z: [9, 11] }
const toBack: Block = { x: [11, 13], y: [16, 20], z: [9, 11] }
const toTop: Block = { x: [11, 13], y: [10, 12], z: [15, 18] }

describe('clearance', () => {
  const clearance = clearanceOf(carved(room))

  it('counts quarters of a cell to the nearest filled cell', () => {
    // The room has cells 8 to 16 along x: the first and the last of them touch the wall.
    expect(clearance[cellOf(8, 11, 10)]).toBe(4)
    expect(clearance[cellOf(16, 11, 10)]).toBe(4)
    expect(clearance[cellOf(9, 11, 10)]).toBe(8)
    expect(clearance[cellOf(12, 8, 10)]).toBe(8)
    expect(clearance[cellOf(12, 11, 8)]).toBe(12)
    expect(clearance[middle]).toBe(20)
    expect(clearance[cellOf(2, 11, 10)]).toBe(0)
  })

  it('measures across corners: 4 thirds of a cell in a plane, 5 thirds in space', () => {
    const cells = new Uint8Array(size[0] * size[1] * size[2])
    cells[middle] = 2
    const around = clearanceOf({ cellMm: 1, size, origin: [0, 0, 0], cells })

    for (const sign of [-1, 1]) {
      expect(around[cellOf(12 + 3 * sign, 11, 10)]).toBe(12)
      expect(around[cellOf(12, 11 + 3 * sign, 10)]).toBe(12)
      expect(around[cellOf(12, 11, 10 + 3 * sign)]).toBe(12)
      expect(around[cellOf(12 + 3 * sign, 11 - 3 * sign, 10)]).toBe(16)
      expect(around[cellOf(12 + 3 * sign, 11 + 3 * sign, 10 - 3 * sign)]).toBe(20)
      // Two steps straight and one across make 10 thirds of a cell.
      expect(around[cellOf(12 + 3 * sign, 11 + sign, 10)]).toBe(13)
    }
  })
})

describe('hollow spaces', () => {
  it.each([
    ['right', toRight],
    ['left', toLeft],
    ['back', toBack],
    ['top', toTop],
  ])('are rooms behind a neck to the %s', (_, neck) => {
    const [hollow, ...others] = hollowsIn(carved(room, neck))

    expect(others).toEqual([])
    expect(hollow).toMatchObject({ deepest: middle, openings: 1, neckRadiusCells: 2 })
    // The room has 729 cells, the neck 9 for each of its 4 to 6 layers.
    expect(hollow?.cells).toBeGreaterThanOrEqual(729)
    expect(hollow?.cells).toBeLessThanOrEqual(729 + 54)
  })

  it('count their openings', () => {
    expect(hollowsIn(carved(room, toLeft, toRight))).toMatchObject([{ openings: 2 }])
    expect(hollowsIn(carved(room, toLeft, toRight, toTop))).toMatchObject([{ openings: 3 }])
  })

  it('have their neck in the middle of the widest way out', () => {
    const narrow: Block = { x: [2, 7], y: [11, 11], z: [10, 10] }
    const [hollow] = hollowsIn(carved(room, narrow, toRight))
    const neckCell = hollow?.neckCell ?? -1

    expect(hollow).toMatchObject({ neckRadiusCells: 2, openings: 2 })
    expect(neckCell % size[0]).toBeGreaterThanOrEqual(17)
    expect(Math.floor(neckCell / size[0]) % size[1]).toBe(11)
    expect(Math.floor(neckCell / (size[0] * size[1]))).toBe(10)
  })

  it('are not rooms behind an opening of more than half their width, nor rooms of four cells', () => {
    expect(hollowsIn(carved(room, { x: [17, 22], y: [9, 13], z: [8, 12] }))).toEqual([])

    const small: Block = { x: [10, 13], y: [10, 13], z: [9, 12] }
    expect(hollowsIn(carved(small, { x: [14, 22], y: [11, 11], z: [10, 10] }))).toEqual([])
    expect(hollowsIn(carved())).toEqual([])
  })

  it('include closed rooms, but none of less than five cells', () => {
    const flat: Block = { x: [4, 9], y: [4, 10], z: [4, 10] }
    const cube: Block = { x: [14, 20], y: [12, 18], z: [10, 16] }
    const small: Block = { x: [14, 17], y: [4, 7], z: [4, 7] }
    const grid = carved(flat, cube, small)
    const { hollows, labels } = hollowsOf(grid, clearanceOf(grid), unwatched)

    expect(hollows).toEqual([
      { cells: 6 * 7 * 7, deepest: expect.any(Number), neckCell: -1, neckRadiusCells: 0, openings: 0 },
      { cells: 7 * 7 * 7, deepest: cellOf(17, 15, 13), neckCell: -1, neckRadiusCells: 0, openings: 0 },
    ])
    expect(labels.reduce((sum, label) => sum + label, 0)).toBe(6 * 7 * 7 + 7 * 7 * 7)
    expect(labels[cellOf(15, 5, 5)]).toBe(0)
  })

  it('may be one behind the other', () => {
    const first: Block = { x: [4, 12], y: [7, 15], z: [6, 14] }
    const second: Block = { x: [15, 21], y: [8, 14], z: [7, 13] }
    const between: Block = { x: [13, 14], y: [11, 11], z: [10, 10] }
    const outside: Block = { x: [2, 3], y: [10, 12], z: [9, 11] }
    const found = hollowsIn(carved(first, second, between, outside))

    expect(found.map(({ deepest, neckRadiusCells }) => [deepest, neckRadiusCells])).toEqual([
      [cellOf(8, 11, 10), 2],
      [cellOf(18, 11, 10), 1],
    ])
  })
})
