import type { OrientedBox } from '../model/facts.ts'

export const upright: OrientedBox = {
  centre: [0, 0, 0],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  sizeMm: [1, 1, 1],
}
