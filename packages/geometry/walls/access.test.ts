import { describe, expect, it } from 'vitest'
import { dot, type Vec3 } from '../math/vector.ts'
import { aFace, noFaces } from '../model/face-graph.fixture.ts'
import type { AccessFacts } from '../model/facts.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { unwatched, type Watch } from '../model/watch.ts'
import { box, insideOut, lathe, merge, meshOf, polygon, prism, sphere, tube, turned } from '../solids.ts'
import { accessOf } from './access.ts'
import { upright } from './oriented-box.fixture.ts'
import { createRayScene } from './ray-scene.ts'

const access = (mesh: TriangleMesh, orientedBox = upright, faces = noFaces): AccessFacts =>
  accessOf(createRayScene(mesh, unwatched), undefined, orientedBox, faces, unwatched)

const directionsOf = (facts: AccessFacts): string[] =>
  facts.setupDirections.map((d) => d.map((v) => v + 0).join()).sort()

/** A bar along y with a T-slot in its top: neck 6 wide and 5 deep, foot 14 wide and 5 deep. */
const tSlot = (): TriangleMesh =>
  prism(polygon('0,0 30,0 30,20 18,20 18,15 22,15 22,10 8,10 8,15 12,15 12,20 0,20'), 60)

describe('access', () => {
  it('reaches a block from two opposite sides, with nothing hidden', () => {
    const facts = access(box([10, 20, 30]))
    expect(facts).toMatchObject({ unreachableAreaPct: 0, undercutPct: 0, unreachable: [] })
    expect(facts.setupDirections).toHaveLength(2)
    const [first, second] = facts.setupDirections
    expect(dot(first ?? [0, 0, 0], second ?? [0, 0, 0])).toBe(-1)
  })

  it('stands a block on its smallest sides, where the tool cuts most with its flank', () => {
    expect(directionsOf(access(box([10, 20, 30])))).toEqual(['0,0,-1', '0,0,1'])
    expect(directionsOf(access(box([30, 20, 10])))).toEqual(['-1,0,0', '1,0,0'])
    expect(directionsOf(access(box([20, 30, 10])))).toEqual(['0,-1,0', '0,1,0'])
  })

  it('reaches a sphere from two opposite sides', () => {
    const facts = access(sphere(10))
    expect(facts.setupDirections).toHaveLength(2)
    expect(facts.unreachableAreaPct).toBeLessThan(0.1)
    expect(facts.undercutPct).toBeLessThan(2)
  })

  it('reaches a tube along its axis', () => {
    const facts = access(tube(10, 8, 30))
    expect(directionsOf(facts)).toEqual(['0,0,-1', '0,0,1'])
    expect(facts).toMatchObject({ unreachableAreaPct: 0, undercutPct: 0 })
    expect(Math.abs(facts.pullDirection[2])).toBe(1)
  })

  it('reaches a T-slot from its ends too, and finds its shoulders undercut when pulled up', () => {
    const facts = access(tSlot())
    expect(facts.unreachableAreaPct).toBe(0)
    expect(Math.abs(facts.pullDirection[1])).toBe(1)

    const capped = merge(tSlot(), box([30, 1, 20], [0, -1.001, 0]), box([30, 1, 20], [0, 60.001, 0]))
    const closed = access(capped)

    // Shoulders (2 · 4 · 60), two sides (2 · 5 · 60) and 8 mm of the foot's floor below them.
    const area = createRayScene(capped, unwatched).areaMm2
    const hidden = 2 * 4 * 60 + 2 * 5 * 60 + 8 * 60
    const touching = 4 * (30 * 20 - 6 * 5 - 14 * 5)

    expect(closed.unreachableAreaPct).toBeGreaterThan((90 * hidden) / area)
    expect(closed.unreachableAreaPct).toBeLessThan((110 * (hidden + touching + 200)) / area)
  })

  it('reaches a closed void from nowhere', () => {
    const facts = access(merge(box([20, 20, 20]), insideOut(box([10, 10, 10], [5, 5, 5]))))
    expect(facts.unreachableAreaPct).toBeCloseTo(20, 0)
    expect(facts.undercutPct).toBeCloseTo(20, 0)
    expect(facts.unreachable).toMatchObject([{ faces: [] }])
    expect((facts.unreachable[0]?.areaMm2 ?? 0) / 600).toBeCloseTo(1, 1)
    expect(facts.setupDirections).toHaveLength(2)
  })

  it('leaves the flanks of a thread to its own tools, but a mould does not open over them', () => {
    const mesh = merge(box([20, 20, 20]), insideOut(box([10, 10, 10], [5, 5, 5])))
    const triangleFaces = Uint32Array.from({ length: 24 }, (_, triangle) => (triangle < 12 ? 0 : 1))
    const thread = { diameterMm: 10, internal: true, areaMm2: 600, faces: [1] }
    const scene = createRayScene(mesh, unwatched)
    const facts = accessOf(scene, triangleFaces, upright, noFaces, unwatched, { threads: [thread] })

    expect(facts).toMatchObject({ unreachableAreaPct: 0, unreachable: [] })
    expect(facts.undercutPct).toBeCloseTo(20, 0)
  })

  it('reaches a groove around a shaft from the side', () => {
    const grooved = access(lathe(polygon('0,0 10,0 10,10 6,10 6,20 10,20 10,30 0,30')))

    expect(grooved.unreachableAreaPct).toBeLessThan(0.5)
    expect(grooved.undercutPct).toBeLessThan(1)
    expect(Math.abs(grooved.pullDirection[2])).toBe(0)
  })

  it('turns its directions with the part', () => {
    const turn = (v: Vec3): Vec3 => [...turned(meshOf([v], []), [0.6, 0, 0.8], 0.7).positions] as unknown as Vec3
    const axes = [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])] as const
    const facts = access(turned(tube(10, 8, 30), [0.6, 0, 0.8], 0.7), { ...upright, axes })
    expect(facts.setupDirections).toHaveLength(2)
    expect(Math.abs(dot(facts.setupDirections[0] ?? [0, 0, 0], axes[2]))).toBeCloseTo(1, 5)
    expect(facts.unreachableAreaPct).toBe(0)
  })

  it.each([
    ['a plane', { areaMm2: 600 }, true],
    ['a plane of less than 1 % of the surface', { areaMm2: 20 }, false],
    ['a plane whose normal has no unit length', { areaMm2: 600, axis: [1, 0, 2] }, false],
    ['a hole', { kind: 'cylinder', concave: true, areaMm2: 20 }, true],
    ['a round outside', { kind: 'cylinder', areaMm2: 600 }, false],
    ['a freeform face', { kind: 'freeform', areaMm2: 600 }, false],
  ] as const)('tries the direction of %s: %j', (_, face, isTried) => {
    // A tube that leans by 30° in an upright box: only its own direction sees all of its bore.
    const leaning = turned(tube(10, 8, 30), [0, 1, 0], Math.PI / 6)
    const axis = [0.5, 0, Math.sqrt(3) / 2] as const
    const { undercutPct } = access(leaning, upright, { source: 'brep', faces: [aFace({ axis, ...face })], edges: [] })

    expect(undercutPct === 0).toBe(isTried)
  })

  it('reports rising progress, at least every 64 samples', () => {
    const reported: number[] = []
    const watch: Watch = { mustStop: () => undefined, progress: (_, done) => void reported.push(done) }
    const scene = createRayScene(box([10, 20, 30]), unwatched)
    accessOf(scene, undefined, upright, noFaces, watch)

    // Six directions.
    expect(reported).toHaveLength(6 * Math.ceil(scene.samples.count / 64))
    expect(reported).toEqual(reported.toSorted((a, b) => a - b))
    expect(reported[0]).toBeCloseTo(0.92, 9)
    expect(reported.at(-1)).toBeCloseTo(0.92 + (0.07 * 5) / 6, 9)
  })

  it('gives neutral facts for meshes without a surface', () => {
    for (const mesh of [meshOf([], []), meshOf([[1, 1, 1]], [[0, 0, 0]])]) {
      expect(access(mesh)).toEqual({
        setupDirections: [],
        unreachableAreaPct: 0,
        undercutPct: 0,
        pullDirection: [1, 0, 0],
        unreachable: [],
        undercutSlots: [],
        latheRecesses: [],
      })
    }
  })
})
