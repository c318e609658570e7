import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, polygon, prism } from '../solids.ts'
import { createRayScene } from './ray-scene.ts'
import { standingHeightMm } from './standing-height.ts'

const left: Vec3 = [-1, 0, 0]
const right: Vec3 = [1, 0, 0]

const heightOf = (mesh: TriangleMesh, at: Vec3, normal: Vec3, mm: number): number | undefined =>
  standingHeightMm(createRayScene(mesh, unwatched), 'wall', at, normal, mm)

const depthOf = (mesh: TriangleMesh, at: Vec3, normal: Vec3, mm: number): number | undefined =>
  standingHeightMm(createRayScene(mesh, unwatched), 'gap', at, normal, mm)

/** A base of 60 × 40 × 5 mm with a rib from x = 20 on. */
const ribbed = (thickness: number, height: number): TriangleMesh =>
  prism(polygon(`0,0 60,0 60,5 ${20 + thickness},5 ${20 + thickness},${5 + height} 20,${5 + height} 20,5 0,5`), 40)

/** A block of 60 × 40 × 30 mm with a groove from x = 20 on. */
const grooved = (width: number, depth: number): TriangleMesh =>
  prism(polygon(`0,0 60,0 60,30 ${20 + width},30 ${20 + width},${30 - depth} 20,${30 - depth} 20,30 0,30`), 40)

describe('the height of a standing wall', () => {
  it.each([
    [1, 12],
    [2, 8],
    [3, 25],
  ])('is measured from its root, %d mm thick and %d mm high', (thickness, height) => {
    for (const z of [5 + 0.3 * height, 5 + 0.9 * height]) {
      expect(heightOf(ribbed(thickness, height), [20, 17, z], left, thickness)).toBeCloseTo(height, 1)
      expect(heightOf(ribbed(thickness, height), [20 + thickness, 23, z], right, thickness)).toBeCloseTo(height, 1)
    }
  })

  it('is that of a wall that hangs or stands out too', () => {
    const hanging = prism(polygon('0,30 0,25 20,25 20,13 21,13 21,25 60,25 60,30'), 40)
    expect(heightOf(hanging, [20, 17, 16], left, 1)).toBeCloseTo(12, 1)

    const aside = prism(polygon('0,0 5,0 5,20 30,20 30,21 5,21 5,60 0,60'), 40)
    expect(heightOf(aside, [17, 19, 21], [0, 0, 1], 1)).toBeCloseTo(25, 1)
  })

  it('does not exist for a plate, or for a wall between two others', () => {
    expect(heightOf(box([100, 80, 2]), [41, 37, 2], [0, 0, 1], 2)).toBeUndefined()

    const frame = prism(polygon('0,0 60,0 60,5 21,5 21,25 60,25 60,30 0,30 0,25 20,25 20,5 0,5'), 40)
    expect(heightOf(frame, [20, 17, 14], left, 1)).toBeUndefined()
  })

  it('does not exist for a wedge, which gets thicker slowly', () => {
    const wedge = prism(polygon('0,0 60,0 60,5 26,5 21,45 20,45 15,5 0,5'), 40)
    expect(heightOf(wedge, [19.5, 17, 41], left, 2)).toBeUndefined()
  })
})

describe('the depth of a groove', () => {
  it.each([
    [1, 3],
    [2, 10],
    [4, 20],
  ])('is measured from its mouth, %d mm wide and %d mm deep', (width, depth) => {
    const at = 30 - 0.4 * depth
    expect(depthOf(grooved(width, depth), [20, 17, at], right, width)).toBeCloseTo(depth, 1)
    expect(depthOf(grooved(width, depth), [20 + width, 23, at], left, width)).toBeCloseTo(depth, 1)
  })

  it('does not exist between two plates', () => {
    const plates = prism(polygon('0,0 5,0 5,30 0,30'), 40)
    expect(depthOf(plates, [5, 17, 14], right, 3)).toBeUndefined()
  })
})
