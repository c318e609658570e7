import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthOf, unit, type Vec3 } from '../math/vector.ts'
import type { Face, FaceEdge, SurfaceKind } from '../model/face-graph.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { Refused } from '../model/verdict.ts'
import { unwatched } from '../model/watch.ts'
import {
  box,
  cylinder,
  insideOut,
  lathe,
  merge,
  meshOf,
  moved,
  type Point2,
  placed,
  plateWithHoles,
  polygon,
  sphere,
  torus,
  tube,
  turned,
} from '../solids.ts'
import { facesOfMesh } from './faces-of-mesh.ts'

/** Points on an arc from one angle (degrees) to another, both ends included. */
const arc = (centre: Point2, radius: number, from: number, to: number, steps: number): Point2[] =>
  Array.from({ length: steps + 1 }, (_, i): Point2 => {
    const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
  })

/** The prism over an anticlockwise profile that its first point sees whole. */
function prism(profile: readonly Point2[], height: number): TriangleMesh {
  const n = profile.length
  const points = [0, height].flatMap((z) => profile.map(([x, y]): Vec3 => [x, y, z]))
  const triangles: Vec3[] = []
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n
    triangles.push([i, next, n + next], [i, n + next, n + i])
    if (i > 0 && next > 0) triangles.push([0, next, i], [n, n + i, n + next])
  }

  return meshOf(points, triangles)
}

const graphOf = (mesh: TriangleMesh) => facesOfMesh(mesh, unwatched).graph

/** Faces of a kind, largest first. */
const ofKind = (mesh: TriangleMesh, kind: SurfaceKind): Face[] =>
  graphOf(mesh)
    .faces.filter((face) => face.kind === kind)
    .sort((a, b) => b.areaMm2 - a.areaMm2)

/** How many faces of each kind there are: `{ plane: 6 }`. */
function kindsOf(faces: readonly Face[]): Partial<Record<SurfaceKind, number>> {
  const counts: Partial<Record<SurfaceKind, number>> = {}
  for (const { kind } of faces) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

const between = (edges: readonly FaceEdge[], a: number, b: number): FaceEdge[] =>
  edges.filter((edge) => edge.a === Math.min(a, b) && edge.b === Math.max(a, b))

/** The same triangles in another sequence, each starting at another corner. */
function shuffled({ positions, indices }: TriangleMesh, salt: number): TriangleMesh {
  const key = (t: number) => Math.imul(t + salt, 0x9e3779b1) >>> 0
  const sequence = [...Array(indices.length / 3).keys()].sort((a, b) => key(a) - key(b))
  const out = sequence.flatMap((t, i) => [0, 1, 2].map((k) => indices[3 * t + ((k + i) % 3)] ?? 0))
  return { positions, indices: Uint32Array.from(out) }
}

const along = (range: readonly [number, number]) => range[1] - range[0]

describe('planes', () => {
  it('finds 6 planes and 12 convex edges of 90° on a box', () => {
    const { graph, triangleFaces } = facesOfMesh(box([1, 2, 3]), unwatched)
    expect(kindsOf(graph.faces)).toEqual({ plane: 6 })
    expect(graph.edges).toHaveLength(12)

    for (const edge of graph.edges) {
      expect(edge).toMatchObject({ convexity: 'convex', kind: 'line', closed: false })
      expect(edge.turnDeg).toBeCloseTo(90, 6)
    }

    const top = graph.faces.find((face) => face.axis[2] > 0.9)
    expect(top?.areaMm2).toBeCloseTo(2, 6)
    expect(top?.centroid).toEqual([0.5, 1, 3].map((value) => expect.closeTo(value, 6)))
    expect([...triangleFaces].every((face) => face < 6)).toBe(true)
    expect(new Set(triangleFaces).size).toBe(6)
  })

  it('finds concave edges between the inner walls of a hollow box', () => {
    const { edges } = graphOf(insideOut(box()))
    expect(edges.map((edge) => edge.convexity)).toEqual(Array.from({ length: 12 }, () => 'concave'))
  })

  it('keeps the flats of a hexagonal prism', () => {
    expect(kindsOf(graphOf(cylinder(5, 3, 6)).faces)).toEqual({ plane: 8 })
  })

  it('does not take a square with chamfers for a cylinder, though its corners lie on a circle', () => {
    const chamfered: Point2[] = polygon('1,0 9,0 10,1 10,9 9,10 1,10 0,9 0,1')
    expect(kindsOf(graphOf(prism(chamfered, 5)).faces)).toEqual({ plane: 10 })
  })

  it('does not take equal chamfers of a rib for a fillet', () => {
    const rib: Point2[] = polygon('0,0 4,0 4,5 3,6 1.5,6 0.5,5')
    expect(kindsOf(graphOf(prism(rib, 20)).faces)).toEqual({ plane: 8 })
  })
})

describe('cylinders', () => {
  it.each([8, 12, 16, 64, 256])('finds one cylinder and two planes on a prism of %i sides', (segments) => {
    const { faces, edges } = graphOf(cylinder(5, 20, segments))
    expect(kindsOf(faces)).toEqual({ cylinder: 1, plane: 2 })

    const side = faces.find((face) => face.kind === 'cylinder')
    expect(side?.radiusMm).toBeCloseTo(5, 3)
    expect(side?.sweepDeg).toBe(360)
    expect(side?.concave).toBe(false)
    expect(along(side?.axialRange ?? [0, 0])).toBeCloseTo(20, 4)
    expect(edges).toHaveLength(2)

    for (const edge of edges) {
      expect(edge).toMatchObject({ convexity: 'convex', kind: 'circle', closed: true })
      expect(edge.radiusMm).toBeCloseTo(5, 3)
      expect(edge.turnDeg).toBeCloseTo(90, 2)
    }
  })

  it('gives both ends of a cylinder by origin and range', () => {
    const [side] = ofKind(moved(cylinder(5, 20), [7, 8, 9]), 'cylinder')
    const ends = side?.axialRange
      .map((reach) => (side.origin[2] ?? 0) + reach * (side.axis[2] ?? 0))
      .sort((a, b) => a - b)

    expect(ends?.[0]).toBeCloseTo(9, 4)
    expect(ends?.[1]).toBeCloseTo(29, 4)
    expect(side?.origin[0]).toBeCloseTo(7, 4)
    expect(side?.origin[1]).toBeCloseTo(8, 4)
  })

  it('marks the inside of a tube as concave', () => {
    const [outer, inner] = ofKind(tube(10, 6, 5), 'cylinder')
    expect(outer).toMatchObject({ concave: false, radiusMm: expect.closeTo(10, 3) })
    expect(inner).toMatchObject({ concave: true, radiusMm: expect.closeTo(6, 3) })
  })

  it.each([2, 3, 4, 9])('finds a quarter cylinder tangent to both planes on an edge rounded by %i strips', (strips) => {
    const profile: Point2[] = [[0, 0], [20, 0], ...arc([17, 7], 3, 0, 90, strips), [0, 10]]
    const { faces, edges } = graphOf(prism(profile, 30))

    expect(kindsOf(faces)).toEqual({ cylinder: 1, plane: 6 })

    const round = faces.find((face) => face.kind === 'cylinder')
    expect(round?.radiusMm).toBeCloseTo(3, 3)
    expect(round?.sweepDeg).toBeCloseTo(90, 1)
    expect(round?.concave).toBe(false)

    const smooth = edges.filter((edge) => edge.convexity === 'smooth')
    expect(smooth).toHaveLength(2)

    for (const edge of smooth) expect(edge).toMatchObject({ kind: 'line', lengthMm: expect.closeTo(30, 3) })
  })

  it('keeps two arcs of different radius that run into each other apart', () => {
    const profile: Point2[] = [
      [0, 0],
      [20, 0],
      ...arc([15, 0], 5, 0, 60, 8),
      ...arc([12.5, -4.330127], 10, 60, 90, 6).slice(1),
      [0, 5.669873],
    ]
    const radii = ofKind(prism(profile, 10), 'cylinder').map((face) => face.radiusMm)

    expect(radii.sort((a, b) => a - b)).toEqual([expect.closeTo(5, 2), expect.closeTo(10, 2)])
  })

  it('finds a plane where a shaft has a flat', () => {
    const profile: Point2[] = arc([0, 0], 10, 20, 340, 64)
    const { faces } = graphOf(prism(profile, 30))
    expect(kindsOf(faces)).toEqual({ cylinder: 1, plane: 3 })
    expect(faces.find((face) => face.kind === 'cylinder')?.sweepDeg).toBeCloseTo(320, 1)
  })
})

describe('holes', () => {
  const plate = { columns: 2, rows: 2, pitch: 20, thickness: 10, segments: 32 }

  it('finds closed rims at both ends of through holes', () => {
    const { faces, edges } = graphOf(plateWithHoles(plate, polygon('3,0 3,10')))

    expect(kindsOf(faces)).toEqual({ cylinder: 4, plane: 6 })

    for (const face of faces.filter(({ kind }) => kind === 'cylinder')) {
      expect(face).toMatchObject({ concave: true, sweepDeg: 360, radiusMm: expect.closeTo(3, 3) })
      expect(along(face.axialRange)).toBeCloseTo(10, 4)
      const rims = edges.filter((edge) => edge.a === face.id || edge.b === face.id)
      expect(rims).toHaveLength(2)
      for (const rim of rims) expect(rim).toMatchObject({ closed: true, kind: 'circle', convexity: 'convex' })
    }
  })

  it('finds counterbore, bore and drill tip as separate faces', () => {
    const tip = 2.5 / Math.tan((59 * Math.PI) / 180)
    const hole = polygon(`5,0 5,3 2.5,3 2.5,7 0,${7 + tip}`)
    const { faces, edges } = graphOf(plateWithHoles({ ...plate, columns: 1, rows: 1 }, hole))

    expect(kindsOf(faces)).toEqual({ cylinder: 2, cone: 1, plane: 7 })

    const [wide, bore] = faces.filter(({ kind }) => kind === 'cylinder').sort((a, b) => b.radiusMm - a.radiusMm)
    const cone = faces.find(({ kind }) => kind === 'cone')

    expect(cone).toMatchObject({ concave: true, halfAngleDeg: expect.closeTo(59, 2), sweepDeg: 360 })
    expect(cone?.radiusMm).toBeCloseTo(2.5, 3)
    expect(cone?.minorRadiusMm).toBeCloseTo(0, 3)
    expect(along(cone?.axialRange ?? [0, 0])).toBeCloseTo(tip, 3)
    expect(along(wide?.axialRange ?? [0, 0])).toBeCloseTo(3, 4)
    expect(along(bore?.axialRange ?? [0, 0])).toBeCloseTo(4, 4)
    expect(between(edges, bore?.id ?? 0, cone?.id ?? 0)[0]).toMatchObject({
      convexity: 'concave',
      closed: true,
      turnDeg: expect.closeTo(59, 1),
    })

    const shoulder = faces.find(({ kind, centroid }) => kind === 'plane' && Math.abs(centroid[2] - 7) < 1e-3)
    expect(between(edges, wide?.id ?? 0, shoulder?.id ?? 0)[0]?.convexity).toBe('concave')
    expect(between(edges, bore?.id ?? 0, shoulder?.id ?? 0)[0]?.convexity).toBe('convex')
  })

  it('finds the flat floor of a blind hole', () => {
    const { faces } = graphOf(plateWithHoles({ ...plate, segments: 16 }, polygon('3,0 3,6')))
    expect(kindsOf(faces)).toEqual({ cylinder: 4, plane: 10 })
  })
})

describe('doubly curved', () => {
  it.each([16, 32, 64])('finds one sphere on a ball of %i segments', (segments) => {
    const { faces } = graphOf(sphere(10, segments))
    expect(faces).toHaveLength(1)
    expect(faces[0]).toMatchObject({ kind: 'sphere', concave: false, radiusMm: expect.closeTo(10, 3), sweepDeg: 360 })
    expect(lengthOf(faces[0]?.origin ?? [1, 1, 1])).toBeLessThan(1e-3)
  })

  it.each([16, 64])('finds one torus on a ring of %i segments', (segments) => {
    const { faces } = graphOf(torus(20, 5, segments))
    expect(faces).toHaveLength(1)
    expect(faces[0]).toMatchObject({ kind: 'torus', concave: false, sweepDeg: 360 })
    expect(faces[0]?.radiusMm).toBeCloseTo(20, 3)
    expect(faces[0]?.minorRadiusMm).toBeCloseTo(5, 3)
  })

  it('marks a spherical void as concave', () => {
    expect(graphOf(insideOut(sphere(3, 32))).faces[0]).toMatchObject({ kind: 'sphere', concave: true })
  })

  it('finds a cone and two planes on a frustum', () => {
    const [cone] = ofKind(lathe(polygon('0,0 10,0 5,8 0,8')), 'cone')

    expect(cone?.halfAngleDeg).toBeCloseTo((Math.atan(5 / 8) * 180) / Math.PI, 3)
    expect(cone).toMatchObject({ radiusMm: expect.closeTo(10, 3), minorRadiusMm: expect.closeTo(5, 3), concave: false })
    expect(cone?.axis[2]).toBeCloseTo(-1, 6)
  })

  it('finds a cylinder with two tangent half spheres on a capsule', () => {
    const profile: Point2[] = [...arc([0, 5], 5, -90, 0, 12), ...arc([0, 20], 5, 0, 90, 12)]
    const exact = profile.map(([r, z], i): Point2 => [i === 0 || i === profile.length - 1 ? 0 : r, z])
    const { faces, edges } = graphOf(lathe(exact, 48))
    expect(kindsOf(faces)).toEqual({ cylinder: 1, sphere: 2 })
    expect(edges.map((edge) => edge.convexity)).toEqual(['smooth', 'smooth'])
  })

  it.each([2, 3, 8])('finds shoulder, chamfer and fillets of %i rings on a shaft', (rings) => {
    const profile: Point2[] = [
      [0, 0],
      [9, 0],
      [10, 1],
      [10, 20],
      [15, 20],
      [15, 28],
      ...arc([13, 28], 2, 0, 90, rings).slice(1),
      [10, 30],
      ...arc([10, 32], 2, 270, 180, rings).slice(1),
      [8, 50],
      [0, 50],
    ]
    const { faces, edges } = graphOf(lathe(profile, 48))

    expect(kindsOf(faces)).toEqual({ cylinder: 3, cone: 1, torus: 2, plane: 4 })

    const [rounding, fillet] = faces.filter(({ kind }) => kind === 'torus').sort((a, b) => b.radiusMm - a.radiusMm)
    expect(rounding).toMatchObject({
      concave: false,
      radiusMm: expect.closeTo(13, 2),
      minorRadiusMm: expect.closeTo(2, 2),
    })
    expect(fillet).toMatchObject({
      concave: true,
      radiusMm: expect.closeTo(10, 2),
      minorRadiusMm: expect.closeTo(2, 2),
    })
    expect(faces.find(({ kind }) => kind === 'cone')?.halfAngleDeg).toBeCloseTo(45, 2)

    const atFillets = edges.filter(({ a, b }) => [rounding?.id, fillet?.id].some((id) => id === a || id === b))
    expect(atFillets.map((edge) => edge.convexity)).toEqual(['smooth', 'smooth', 'smooth', 'smooth'])
  })
})

describe('no known surface', () => {
  const bumpy = placed(sphere(10, 64), (p) => {
    const [x, y, z] = unit(p)
    const swell = 1 + 0.06 * Math.sin(9 * x + 1) * Math.sin(8 * y + 2) + 0.05 * Math.cos(7 * z + 5 * x * y)
    return [p[0] * swell, p[1] * swell, p[2] * swell]
  })

  it('makes most of a bumpy ball freeform', () => {
    const { faces } = graphOf(bumpy)
    const area = faces.reduce((sum, face) => sum + face.areaMm2, 0)
    const freeform = faces.filter(({ kind }) => kind === 'freeform').reduce((sum, face) => sum + face.areaMm2, 0)
    expect(freeform / area).toBeGreaterThan(0.7)
    expect(faces.length).toBeLessThan(200)
  })

  it('keeps a rough triangle soup within the cap and in one piece', () => {
    const rough = placed(sphere(10, 128), (p) => {
      const noise = 1 + 0.08 * (((Math.sin(p[0] * 991 + p[1] * 787 + p[2] * 613) * 43758.5453) % 1) - 0.5)
      return [p[0] * noise, p[1] * noise, p[2] * noise]
    })
    const { faces } = graphOf(rough)
    expect(faces.length).toBeLessThan(1000)
  })
})

describe('the same part', () => {
  const tip = polygon('4,0 4,3 2,3 2,10')
  const part = merge(
    plateWithHoles({ columns: 1, rows: 1, pitch: 20, thickness: 10, segments: 24 }, tip),
    moved(lathe([[0, 0], [6, 0], [6, 8], ...arc([5, 8], 1, 0, 90, 4).slice(1), [0, 9]], 32), [0, 0, 30]),
  )
  const summary = (mesh: typeof part) =>
    graphOf(mesh)
      .faces.map(({ kind, areaMm2, radiusMm, concave }) => ({ kind, areaMm2, radiusMm, concave }))
      .sort((a, b) => a.kind.localeCompare(b.kind) || a.areaMm2 - b.areaMm2)
  const expected = summary(part)

  it('finds the same faces when a part is moved, turned, scaled and shuffled', () => {
    const direction = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }))
    fc.assert(
      fc.property(
        direction,
        fc.double({ min: 0, max: 6, noNaN: true }),
        fc.double({ min: -100, max: 100, noNaN: true }),
        fc.constantFrom(0.01, 1, 30),
        fc.nat(1000),
        ([x, y], angle, shift, size, salt) => {
          const axis: Vec3 = unit([x, y, 0.5])
          const other = placed(turned(shuffled(part, salt), axis, angle), ([px, py, pz]) => [
            size * (px + shift),
            size * (py - shift),
            size * (pz + shift / 2),
          ])
          const found = summary(other)

          expect(found.map(({ kind, concave }) => [kind, concave])).toEqual(
            expected.map(({ kind, concave }) => [kind, concave]),
          )

          found.forEach((face, i) => {
            const want = expected[i]
            expect(face.areaMm2 / size ** 2 / (want?.areaMm2 ?? 0)).toBeCloseTo(1, 3)
            expect(Math.abs(face.radiusMm / size - (want?.radiusMm ?? 0))).toBeLessThan(
              0.002 * (want?.radiusMm ?? 0) + 1e-9,
            )
          })
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('hostile input', () => {
  function finite(value: unknown): boolean {
    if (typeof value === 'number') return Number.isFinite(value)
    if (typeof value === 'object' && value !== null) return Object.values(value).every(finite)
    return true
  }

  it('accepts nothing, a point, a triangle and a flat sheet', () => {
    const none = { positions: new Float32Array(), indices: new Uint32Array() }
    expect(graphOf(none)).toEqual({ source: 'mesh', faces: [], edges: [] })

    const point = { positions: Float32Array.from([1, 2, 3]), indices: Uint32Array.from([0, 0, 0]) }
    expect(graphOf(point).faces).toHaveLength(1)
    expect(finite(graphOf(point))).toBe(true)

    const triangle = { positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]), indices: Uint32Array.from([0, 1, 2]) }
    expect(kindsOf(graphOf(triangle).faces)).toEqual({ plane: 1 })

    const sheet = placed(box(), ([x, y]) => [x, y, 0])
    expect(finite(graphOf(sheet))).toBe(true)
  })

  it('gives finite faces, and a face for each triangle, for any triangle soup', () => {
    const coordinate = fc.oneof(
      fc.constantFrom(0, 1, -1, 1e-30, 1e30, 3.4e38, -3.4e38, Number.NaN, Number.POSITIVE_INFINITY),
      fc.float({ min: -10, max: 10, noNaN: true }),
    )
    const soup = fc
      .array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 1, maxLength: 12 })
      .chain((points) =>
        fc.record({
          positions: fc.constant(Float32Array.from(points.flat())),
          indices: fc
            .array(fc.tuple(...[0, 1, 2].map(() => fc.nat(points.length - 1))), { maxLength: 40 })
            .map((triangles) => Uint32Array.from(triangles.flat())),
        }),
      )
    fc.assert(
      fc.property(soup, (mesh) => {
        const { graph, triangleFaces } = facesOfMesh(mesh, unwatched)
        expect(finite(graph)).toBe(true)
        expect(triangleFaces).toHaveLength(mesh.indices.length / 3)
        for (const face of triangleFaces) expect(graph.faces[face]).toBeDefined()
      }),
    )
  })

  it('stops when it is cancelled', () => {
    const watch = { mustStop: () => 'deadline' as const, progress: () => undefined }
    expect(() => facesOfMesh(sphere(1, 32), watch)).toThrow(Refused)
  })
})
