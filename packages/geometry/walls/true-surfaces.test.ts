import { describe, expect, it } from 'vitest'
import { type Surface, signedDistance } from '../faces/surface.ts'
import type { Vec3 } from '../math/vector.ts'
import { aFace } from '../model/face-graph.fixture.ts'
import type { Face, FaceGraph } from '../model/face-graph.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { cylinder, insideOut, lathe, polygon } from '../solids.ts'
import { distanceAlongNormal, trueSurfacesOf } from './true-surfaces.ts'

const facets = 40

/** The side of a mesh of revolution is face 0, its ends are face 1. */
const sidesOf = (mesh: TriangleMesh): Uint32Array =>
  Uint32Array.from({ length: triangleCount(mesh) }, (_, triangle) => {
    const heights = [0, 1, 2].map((k) => mesh.positions[3 * (mesh.indices[3 * triangle + k] ?? 0) + 2])
    return heights.every((z) => z === heights[0]) ? 1 : 0
  })

function surfacesOf(mesh: TriangleMesh, side: Partial<Face>) {
  const faces = sidesOf(mesh)
  const graph: FaceGraph = { source: 'mesh', faces: [aFace(side), aFace({ id: 1 })], edges: [] }
  return { surfaces: trueSurfacesOf(mesh, faces, graph), onSide: faces.indexOf(0), onEnd: faces.indexOf(1) }
}

describe('the surface of a triangle', () => {
  it('is that of its face', () => {
    const mesh = cylinder(10, 20, facets)
    const { surfaces, onSide, onEnd } = surfacesOf(mesh, { kind: 'cylinder', radiusMm: 10, axialRange: [0, 20] })

    expect(surfaces.at(onSide)).toMatchObject({ kind: 'cylinder', radius: 10 })
    expect(surfaces.at(onEnd)).toMatchObject({ kind: 'plane' })
  })

  it('is unknown for freeform faces, coarse fits and meshes without faces', () => {
    const mesh = cylinder(10, 20, facets)
    const round = { kind: 'cylinder', radiusMm: 10, axialRange: [0, 20] } as const

    expect(surfacesOf(mesh, { kind: 'freeform' }).surfaces.at(sidesOf(mesh).indexOf(0))).toBeUndefined()
    expect(surfacesOf(mesh, { ...round, confidence: 0.8 }).surfaces.at(sidesOf(mesh).indexOf(0))).toBeUndefined()
    expect(surfacesOf(mesh, { ...round, confidence: 0.82 }).surfaces.at(sidesOf(mesh).indexOf(0))).toBeDefined()

    const unknown = trueSurfacesOf(mesh, undefined, undefined)
    expect([unknown.at(0), unknown.bulgeMm(0, 'convex')]).toEqual([undefined, 0])
  })

  it('contains the corners of a cone', () => {
    const mesh = lathe(polygon('0,0 10,0 4,6 0,6'), facets)
    const { surfaces, onSide } = surfacesOf(mesh, {
      kind: 'cone',
      axis: [0, 0, -1],
      origin: [0, 0, 6],
      radiusMm: 10,
      minorRadiusMm: 4,
      halfAngleDeg: 45,
      axialRange: [0, 6],
    })
    const surface = surfaces.at(onSide) as Surface

    expect(surfaces.residualMm(onSide, surface)).toBeCloseTo(0, 5)
    // Half way up its radius is 7.
    expect(signedDistance(surface, 7, 0, 3)).toBeCloseTo(0, 9)
    expect(Math.abs(signedDistance(surface, 8, 0, 3))).toBeCloseTo(Math.SQRT1_2, 9)
  })

  it('is off the corners by the difference of the radii if it is another one', () => {
    const { surfaces, onSide } = surfacesOf(cylinder(10, 20, facets), { kind: 'cylinder', radiusMm: 9 })
    expect(surfaces.residualMm(onSide, surfaces.at(onSide) as Surface)).toBeCloseTo(1, 5)
  })
})

describe('the height of a round surface over its facets', () => {
  const sagittaMm = 10 * (1 - Math.cos(Math.PI / facets))
  const rod = cylinder(10, 20, facets)

  it('is found from the angles between them', () => {
    const { surfaces, onSide } = surfacesOf(rod, { kind: 'freeform' })
    expect(surfaces.bulgeMm(onSide, 'convex') / sagittaMm).toBeCloseTo(1, 2)
    expect(surfaces.bulgeMm(onSide, 'concave')).toBe(0)
  })

  it('counts inwards in a bore', () => {
    const { surfaces, onSide } = surfacesOf(insideOut(rod), { kind: 'freeform' })
    expect(surfaces.bulgeMm(onSide, 'concave') / sagittaMm).toBeCloseTo(1, 2)
    expect(surfaces.bulgeMm(onSide, 'convex')).toBe(0)
  })

  it('is zero on planes and across creases of more than 35°', () => {
    const { surfaces, onEnd } = surfacesOf(rod, { kind: 'freeform' })
    expect(surfaces.bulgeMm(onEnd, 'convex')).toBe(0)

    const octagon = surfacesOf(cylinder(10, 20, 8), { kind: 'freeform' })
    expect(octagon.surfaces.bulgeMm(octagon.onSide, 'convex')).toBe(0)
    const dodecagon = surfacesOf(cylinder(10, 20, 12), { kind: 'freeform' })
    expect(dodecagon.surfaces.bulgeMm(dodecagon.onSide, 'convex')).toBeGreaterThan(0.3)
  })
})

describe('the distance between two surfaces', () => {
  const surface = (changes: Partial<Surface>): Surface => ({
    kind: 'sphere',
    origin: [0, 0, 0],
    axis: [0, 0, 1],
    radius: 10,
    minor: 0,
    slope: 0,
    ...changes,
  })
  const inwards: Vec3 = [-1, 0, 0]

  it.each<[string, Surface, Surface, number]>([
    ['concentric spheres', surface({}), surface({ radius: 8 }), 2],
    ['spheres one off the other', surface({}), surface({ radius: 8, origin: [1, 0, 0] }), 1],
    ['a tube', surface({ kind: 'cylinder' }), surface({ kind: 'cylinder', radius: 8.5 }), 1.5],
    ['a cylinder and a plane', surface({ kind: 'cylinder' }), surface({ kind: 'plane', axis: [1, 0, 0] }), 10],
    [
      'a torus and a cylinder',
      surface({ kind: 'torus', radius: 8, minor: 2 }),
      surface({ kind: 'cylinder', radius: 5 }),
      5,
    ],
  ])('is measured along the normal of the first: %s', (_, from, to, expected) => {
    // The point is on a chord, a little inside the first surface.
    expect(distanceAlongNormal(from, to, [9.9, 0, 0], inwards, expected - 0.1)).toBeCloseTo(expected, 6)
    expect(distanceAlongNormal(from, to, [9.9, 0, 0], inwards, 1.2 * expected)).toBeCloseTo(expected, 6)
  })

  it('is measured outwards as well', () => {
    expect(distanceAlongNormal(surface({ radius: 8 }), surface({}), [7.9, 0, 0], [1, 0, 0], 1.9)).toBeCloseTo(2, 6)
  })

  it('does not exist from the axis of a cylinder, or to a surface that is missed', () => {
    const bore = surface({ kind: 'cylinder' })
    expect(distanceAlongNormal(bore, bore, [0, 0, 3], inwards, 1)).toBeUndefined()

    const aside = surface({ radius: 1, origin: [0, 5, 0] })
    expect(distanceAlongNormal(surface({}), aside, [9.9, 0, 0], inwards, 9)).toBeUndefined()
  })
})
