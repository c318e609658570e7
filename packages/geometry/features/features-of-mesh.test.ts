import { describe, expect, it } from 'vitest'
import { facesOfMesh } from '../faces/faces-of-mesh.ts'
import { num } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { FeatureFacts } from '../model/facts.ts'
import { unwatched } from '../model/watch.ts'
import { lathe, plateWithHoles, polygon } from '../solids.ts'
import { featuresIn, type Sketch } from './graph-of.fixture.ts'

describe('features of triangles', () => {
  const meshed = (mesh: Parameters<typeof facesOfMesh>[0]): FeatureFacts => {
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    mesh.positions.forEach((value, i) => {
      low[i % 3] = Math.min(num(low, i % 3), value)
      high[i % 3] = Math.max(num(high, i % 3), value)
    })

    const sketch: Sketch = {
      graph: facesOfMesh(mesh, unwatched).graph,
      box: { min: low as unknown as Vec3, max: high as unknown as Vec3 },
    }

    return featuresIn(sketch)
  }
  const plate = { columns: 3, rows: 2, pitch: 20, thickness: 10 }

  it.each([
    ['through', polygon('3,0 3,10'), { through: true, bottom: 'open', depthMm: 10 }],
    ['blind', polygon('3,0 3,6'), { through: false, bottom: 'flat', depthMm: 6 }],
    ['with a tip', polygon('3,0 3,6 0,7.8'), { through: false, bottom: 'cone', depthMm: 6 }],
    [
      'counterbored',
      polygon('5.5,0 5.5,4 3,4 3,10'),
      { through: true, depthMm: 10, counterbore: { diameterMm: expect.closeTo(11, 1), depthMm: expect.closeTo(4, 1) } },
    ],
    [
      'countersunk',
      polygon('6,0 3,3 3,10'),
      {
        through: true,
        depthMm: 10,
        countersink: { diameterMm: expect.closeTo(12, 1), angleDeg: expect.closeTo(90, 0) },
      },
    ],
  ] as const)('finds six holes in a meshed plate: %s', (_, profile, expected) => {
    const { holes } = meshed(plateWithHoles(plate, profile))
    expect(holes).toHaveLength(6)
    for (const hole of holes) {
      expect(hole).toMatchObject({ ...expected, depthMm: expect.closeTo(expected.depthMm, 2) })
      expect(hole.diameterMm).toBeCloseTo(6, 1)
    }
  })

  it('recognises a meshed shaft as turned', () => {
    const outline = polygon('0,0 9,0 9,10 5,10 5,40 0,40')
    const { turning } = meshed(lathe(outline, 64))

    expect(turning.turned).toBe(true)
    expect(turning.barDiameterMm).toBeCloseTo(18, 1)
    expect(turning.barLengthMm).toBeCloseTo(40, 3)
  })
})
