import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import type { FaceGraph } from '../model/face-graph.ts'
import type { DetailFacts } from '../model/facts.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { unwatched } from '../model/watch.ts'
import { box, merge, meshOf, sphere, tube, turned } from '../solids.ts'
import { detailOf } from './detail.ts'
import { createRayScene } from './ray-scene.ts'

const noFaces: FaceGraph = { source: 'mesh', faces: [], edges: [] }

function detail(mesh: TriangleMesh): DetailFacts {
  const faces = Uint32Array.from({ length: triangleCount(mesh) }, (_, i) => i)
  return detailOf(createRayScene(mesh, unwatched, faces), faces, noFaces, unwatched)
}

/** A block 40 × 30 × 10 with a groove along y in its top, one piece. */
function grooved(width: number, depth: number): TriangleMesh {
  const outline: [number, number][] = [
    [0, 0],
    [40, 0],
    [40, 10],
    [20 + width, 10],
    [20 + width, 10 - depth],
    [20, 10 - depth],
    [20, 10],
    [0, 10],
  ]

  const cut: Vec3[] = [
    [0, 1, 4],
    [0, 4, 5],
    [1, 2, 3],
    [1, 3, 4],
    [0, 5, 6],
    [0, 6, 7],
  ]
  const count = outline.length
  const points = [0, 30].flatMap((y) => outline.map(([x, z]): Vec3 => [x, y, z]))

  return meshOf(points, [
    ...cut.flatMap(([a, b, c]): Vec3[] => [
      [a, b, c],
      [a + count, c + count, b + count],
    ]),
    ...outline.flatMap((_, i): Vec3[] => {
      const next = (i + 1) % count
      return [
        [i, i + count, next + count],
        [i, next + count, next],
      ]
    }),
  ])
}

describe('detail', () => {
  it('measures width and depth of an engraved line', () => {
    const facts = detail(grooved(0.6, 0.3))
    expect(facts.strokeMm).toBeCloseTo(0.6, 3)
    expect(facts.minMm).toBeCloseTo(0.3, 1)
    expect(facts.place?.[2]).toBeGreaterThan(9.6)
    expect(detail(grooved(0.4, 1.2))).toMatchObject({ minMm: expect.closeTo(0.4, 3), strokeMm: expect.closeTo(0.4, 3) })
  })

  it('measures width and height of an embossed line', () => {
    const facts = detail(merge(box([40, 30, 10]), box([0.8, 10, 1], [20, 10, 9.5])))
    expect(facts.strokeMm).toBeCloseTo(0.8, 3)
    expect(facts.minMm).toBeCloseTo(0.5, 1)
  })

  it('finds the same detail when the part is turned', () => {
    const facts = detail(turned(grooved(0.6, 0.3), [0.6, 0, 0.8], 0.7))
    expect(facts.strokeMm).toBeCloseTo(0.6, 2)
    expect(facts.minMm).toBeCloseTo(0.3, 1)
  })

  it('finds no detail in a deep slot, a tall rib or a plain part', () => {
    const none = { minMm: undefined, strokeMm: undefined, place: undefined }
    expect(detail(grooved(1, 6))).toEqual(none)
    expect(detail(merge(box([40, 30, 10]), box([0.8, 10, 9], [20, 10, 9.5])))).toEqual(none)
    for (const mesh of [box([40, 30, 1]), sphere(10), tube(10, 9, 30), meshOf([], [])])
      expect(detail(mesh)).toEqual(none)
  })
})

const cube = join(import.meta.dirname, '../../../../shared/parts/20mm-xyz-cube.stl')

describe.skipIf(!existsSync(cube))('the calibration cube', () => {
  it('finds letters half a millimetre deep on the calibration cube', () => {
    const bytes = readFileSync(cube)
    const triangles = bytes.readUInt32LE(80)
    const positions = new Float32Array(9 * triangles)
    for (let t = 0; t < triangles; t++) {
      for (let k = 0; k < 9; k++) positions[9 * t + k] = bytes.readFloatLE(84 + 50 * t + 12 + 4 * k)
    }

    const facts = detail({ positions, indices: Uint32Array.from({ length: 3 * triangles }, (_, i) => i) })
    expect(facts.minMm).toBeGreaterThan(0.3)
    expect(facts.minMm).toBeLessThan(1)
  })
})
