import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cross, dot, subtract, unit, type Vec3 } from '../math/vector.ts'
import type { DisplayMesh } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { box, cylinder, insideOut, lathe, moved, polygon, sphere, tube, turned } from '../solids.ts'
import { faceForm } from './face-form.ts'
import { surfaceRays } from './surface-rays.ts'

/** All triangles for which `keep` holds, as face 7 of a mesh. */
function faceOf({ positions, indices }: TriangleMesh, keep: (normal: Vec3) => boolean): DisplayMesh {
  const point = (vertex: number): Vec3 => [...positions.subarray(3 * vertex, 3 * vertex + 3)] as unknown as Vec3
  const kept: number[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [...indices.subarray(i, i + 3)]
    const [a, b, c] = corners.map(point) as [Vec3, Vec3, Vec3]
    if (keep(unit(cross(subtract(b, a), subtract(c, a))))) kept.push(...corners)
  }

  return {
    positions,
    normals: new Float32Array(positions.length),
    indices: Uint32Array.from(kept),
    groups: Uint32Array.from([7, 0, kept.length]),
  }
}

const isSide = ([, , z]: Vec3) => Math.abs(z) < 0.5

describe('the form of a face', () => {
  it('is a plane with its outward normal', () => {
    expect(
      faceForm(
        faceOf(box([4, 5, 6]), ([, , z]) => z > 0.5),
        7,
      ),
    ).toEqual({
      kind: 'plane',
      at: [2, 2.5, 6],
      normal: [0, 0, 1],
    })
  })

  it('is a cylinder with its diameter for any position, direction and tessellation', () => {
    const angle = fc.double({ min: -3, max: 3, noNaN: true })
    const solid = fc.record({
      radius: fc.double({ min: 0.5, max: 60, noNaN: true }),
      height: fc.double({ min: 0.5, max: 80, noNaN: true }),
      segments: fc.integer({ min: 12, max: 90 }),
      angle,
      by: fc.tuple(angle, angle, angle),
    })
    fc.assert(
      fc.property(solid, ({ radius, height, segments, angle, by }) => {
        const lone = faceOf(cylinder(radius, height, segments), isSide)
        const axis = unit([1, 2, 0.5])
        const face = { ...lone, ...turned(moved(lone, by), axis, angle) }
        const form = faceForm(face, 7)

        expect(form).toMatchObject({ kind: 'cylinder', concave: false })

        if (form?.kind === 'cylinder') {
          expect(Math.abs(form.diameterMm / (2 * radius) - 1)).toBeLessThan(1e-4)
          const pole = turned({ positions: Float32Array.from([0, 0, 1]), indices: new Uint32Array() }, axis, angle)
          expect(Math.abs(dot(form.axis, [...pole.positions] as unknown as Vec3))).toBeCloseTo(1, 4)
        }
      }),
      { numRuns: 60, seed: 5 },
    )
  })

  it('is concave in a hole, even if the cylinder is not complete', () => {
    const half = faceOf(insideOut(cylinder(3, 10)), (normal) => isSide(normal) && normal[0] > 0.3)
    expect(faceForm(half, 7)).toMatchObject({ kind: 'cylinder', concave: true, diameterMm: expect.closeTo(6, 4) })
  })

  it.each([
    ['a ball', faceOf(sphere(5), () => true)],
    ['a cone', faceOf(lathe(polygon('0,0 8,0 4,9 0,9')), ([, , z]) => z > 0.1 && z < 0.9)],
    ['two cylinders at once', faceOf(tube(10, 8.5, 30), isSide)],
    ['nothing', faceOf(box(), () => false)],
  ])('is undefined for %s', (_, mesh) => {
    expect(faceForm(mesh, 7)).toBeUndefined()
  })
})

describe('rays at a mesh', () => {
  const bottomAndTop = faceOf(box([4, 5, 6]), ([, , z]) => Math.abs(z) > 0.5)
  const rays = surfaceRays({ ...bottomAndTop, groups: Uint32Array.from([3, 0, 6, 9, 6, 6]) })

  it('report the face, the distance and the side', () => {
    expect(rays.first([1, 1, 10], [0, 0, -1])).toEqual({ distanceMm: 4, face: 9, back: false })
    expect(rays.first([1, 1, 10], [0, 0, -1], 5)).toEqual({ distanceMm: 10, face: 3, back: true })
    expect(rays.first([1, 1, -2], [0, 0, 1])).toEqual({ distanceMm: 2, face: 3, back: false })
  })

  it('report nothing if they miss', () => {
    expect(rays.first([9, 1, 10], [0, 0, -1])).toBeUndefined()
  })
})
