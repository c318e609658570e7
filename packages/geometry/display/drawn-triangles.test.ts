import { describe, expect, it } from 'vitest'
import type { DisplayMesh } from '../model/facts.ts'
import { box, sphere } from '../solids.ts'
import { drawnTriangles } from './drawn-triangles.ts'

const shown = (mesh: { positions: Float32Array; indices: Uint32Array }): DisplayMesh => ({
  ...mesh,
  normals: new Float32Array(mesh.positions.length),
  groups: new Uint32Array(0),
})

describe('the picture of a part', () => {
  it('shows the three visible sides of a box, the top brightest', () => {
    const drawn = drawnTriangles(shown(box([30, 20, 10])), 480, 320)
    expect(drawn).toHaveLength(6)
    const shades = [...new Set(drawn.map(({ shade }) => shade.toFixed(3)))]
    expect(shades).toHaveLength(3)
  })

  it.each([0.01, 1, 1000])('fits a part of any size (× %d)', (size) => {
    const drawn = drawnTriangles(shown(sphere(size, 16)), 480, 320)
    const all = drawn.flatMap(({ corners }) => corners)
    for (const [x, y] of all) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(480)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(320)
    }

    expect(Math.max(...all.map(([, y]) => y)) - Math.min(...all.map(([, y]) => y))).toBeGreaterThan(250)
  })

  it('draws near triangles over far ones', () => {
    const depths = drawnTriangles(shown(sphere(5, 16)), 480, 320).map(({ depth }) => depth)
    expect(depths).toEqual(depths.toSorted((a, b) => a - b))
  })
})
