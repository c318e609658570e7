import { describe, expect, it } from 'vitest'
import { twinsOf } from './half-edges.ts'

describe('half-edges', () => {
  const twins = (...indices: number[]) => [...twinsOf(Uint32Array.from(indices), () => undefined)]

  it('pairs two triangles that run along their edge in opposite directions', () => {
    expect(twins(0, 1, 2, 2, 1, 3)).toEqual([-1, 3, -1, 1, -1, -1])
  })

  it('treats an edge of three triangles, or run twice in one direction, as a border', () => {
    expect(twins(0, 1, 2, 1, 0, 3, 1, 0, 4)).toEqual(Array.from({ length: 9 }, () => -1))
    expect(twins(0, 1, 2, 0, 1, 3)).toEqual(Array.from({ length: 6 }, () => -1))
  })
})
