import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { unwatched } from '../model/watch.ts'
import { box, insideOut, merge, polygon, prism } from '../solids.ts'
import { acrossAt, hasSupport, type Medium, tapersToEdge, thicknessAt, wallAcross, wayOut } from './probe.ts'
import { createRayScene, type RayScene } from './ray-scene.ts'

const up: Vec3 = [0, 0, 1]
const down: Vec3 = [0, 0, -1]

describe('the way out of a medium', () => {
  const plates = createRayScene(merge(box([20, 20, 2]), box([20, 20, 3], [0, 0, 7])), unwatched)

  it('ends at the next surface', () => {
    expect(wayOut(plates, 'wall', [7, 6, 0], up)?.mm).toBeCloseTo(2, 5)
    expect(wayOut(plates, 'gap', [7, 6, 2], up)?.mm).toBeCloseTo(5, 5)
    expect(wayOut(plates, 'wall', [7, 6, 8], up)?.mm).toBeCloseTo(2, 5)
  })

  it('does not exist from the other medium, into the open, or beyond a limit', () => {
    expect(wayOut(plates, 'gap', [7, 6, 0], up)).toBeUndefined()
    expect(wayOut(plates, 'gap', [7, 6, 10], up)).toBeUndefined()
    expect(wayOut(plates, 'wall', [7, 6, 10], up)).toBeUndefined()
    expect(wayOut(plates, 'wall', [7, 6, 0], up, 1.9)).toBeUndefined()
    expect(wayOut(plates, 'wall', [7, 6, 0], up, 2.1)?.mm).toBeCloseTo(2, 5)
  })

  it('runs through shells that overlap or touch', () => {
    const overlapping = createRayScene(merge(box([20, 20, 5]), box([20, 20, 5], [0, 0, 3])), unwatched)
    const touching = createRayScene(merge(box([20, 20, 5]), box([20, 20, 5], [0, 0, 5])), unwatched)
    const nested = createRayScene(merge(box([20, 20, 9]), box([10, 10, 2], [5, 5, 3])), unwatched)

    expect(wayOut(overlapping, 'wall', [7, 6, 0], up)?.mm).toBeCloseTo(8, 5)
    expect(wayOut(touching, 'wall', [7, 6, 0], up)?.mm).toBeCloseTo(5, 5)
    expect(wayOut(nested, 'wall', [7, 6, 0], up)?.mm).toBeCloseTo(9, 5)
  })

  it('leaves all shells around its start if asked to', () => {
    const nested = createRayScene(merge(box([20, 20, 9]), box([10, 10, 2], [5, 5, 3])), unwatched)

    expect(wayOut(nested, 'wall', [7, 6, 4], up)?.mm).toBeCloseTo(1, 5)
    expect(wayOut(nested, 'wall', [7, 6, 4], up, Infinity, true)?.mm).toBeCloseTo(5, 5)
  })
})

describe('the surface across', () => {
  const block = createRayScene(merge(box([20, 20, 20]), insideOut(box([10, 10, 10], [5, 5, 6]))), unwatched)

  it('is found on both sides of a void', () => {
    expect(acrossAt(block, 'wall', [7, 6, 0], down)).toMatchObject({ mm: expect.closeTo(6, 5), facing: 1 })
    expect(acrossAt(block, 'gap', [7, 7, 6], up)).toMatchObject({ mm: expect.closeTo(10, 5), facing: 1 })
    expect(acrossAt(block, 'wall', [7, 7, 20], up)?.mm).toBeCloseTo(4, 5)
  })

  it('must face the point within 37°', () => {
    // The slope rises by 30° from x = 0, or by 45°.
    const slope = (rise: number) => createRayScene(prism(polygon(`0,10 0,0 20,0 20,${10 + 20 * rise}`), 30), unwatched)

    expect(acrossAt(slope(Math.tan(Math.PI / 6)), 'wall', [9, 14, 0], down)).toMatchObject({
      mm: expect.closeTo(10 + 9 * Math.tan(Math.PI / 6), 4),
      facing: expect.closeTo(Math.cos(Math.PI / 6), 5),
    })
    expect(acrossAt(slope(1), 'wall', [9, 14, 0], down)).toBeUndefined()
  })

  it('is nearer on a slanted way if the opposite surface leans', () => {
    // Under a roof of 20° the shortest way to it is not the straight one.
    const slope = (20 * Math.PI) / 180
    const roof = createRayScene(prism(polygon(`0,10 0,0 60,0 60,10 30,${10 + 30 * Math.tan(slope)}`), 60), unwatched)
    const straightMm = 10 + 20 * Math.tan(slope)
    const ways = Array.from({ length: 40 }, (_, turn) => wallAcross(roof, [20, 29, 0], down, turn))
    const shortestMm = Math.min(...ways.map((way) => way?.mm ?? Infinity))

    expect(acrossAt(roof, 'wall', [20, 29, 0], down)?.mm).toBeCloseTo(straightMm, 3)
    // A ray that is slanted by 25° meets the roof 5° off its normal.
    const slantedMm = (straightMm * Math.cos(slope)) / Math.cos(Math.PI / 36)
    expect(shortestMm).toBeGreaterThan(slantedMm - 1e-3)
    expect(shortestMm).toBeLessThan(1.01 * slantedMm)
    for (const way of ways) expect(way?.straightMm).toBeCloseTo(straightMm, 3)
  })
})

describe('a knife edge', () => {
  const isEdgeAt = (scene: RayScene, medium: Medium, at: Vec3, normal: Vec3): boolean => {
    const opposite = acrossAt(scene, medium, at, normal)
    if (!opposite) throw new Error('There is no surface across.')
    return tapersToEdge(scene, at, normal, opposite, medium)
  }

  it('is where two sides of a wedge meet, but not its blunt nose or a plate', () => {
    const sharp = createRayScene(prism(polygon('0,0 30,0 30,10'), 40), unwatched)
    const blunt = createRayScene(prism(polygon('0,0 30,0 30,15 0,5'), 40), unwatched)
    const plate = createRayScene(box([30, 40, 5]), unwatched)

    expect(isEdgeAt(sharp, 'wall', [3, 19, 0], down)).toBe(true)
    expect(isEdgeAt(blunt, 'wall', [3, 19, 0], down)).toBe(false)
    expect(isEdgeAt(plate, 'wall', [3, 19, 0], down)).toBe(false)
  })

  it('is the bottom of a V groove too, but not the side of a slot', () => {
    const groove = createRayScene(prism(polygon('0,0 40,0 40,20 24,20 20,4 16,20 0,20'), 30), unwatched)
    const slot = createRayScene(prism(polygon('0,0 40,0 40,20 24,20 23,4 17,4 16,20 0,20'), 30), unwatched)
    const lean = Math.hypot(4, 16)
    const slotLean = Math.hypot(1, 16)

    expect(isEdgeAt(groove, 'gap', [18, 14, 12], [16 / lean, 0, 4 / lean])).toBe(true)
    expect(isEdgeAt(slot, 'gap', [16.5, 14, 12], [16 / slotLean, 0, 1 / slotLean])).toBe(false)
  })
})

describe('a thickness', () => {
  const plate = createRayScene(box([30, 40, 6]), unwatched)

  it('is measured across a point in the medium', () => {
    expect(thicknessAt(plate, 'wall', [10, 20, 2], up, Infinity)).toBeCloseTo(6, 5)
    expect(thicknessAt(plate, 'wall', [10, 20, 2], up, 3)).toBeUndefined()
    expect(thicknessAt(plate, 'wall', [10, 20, 8], up, Infinity)).toBeUndefined()
    const slot = createRayScene(merge(box([30, 40, 6]), box([30, 40, 6], [0, 0, 9])), unwatched)
    expect(thicknessAt(slot, 'gap', [10, 20, 7], up, Infinity)).toBeCloseTo(3, 5)
  })

  it('is supported if it is about the same in two of four directions', () => {
    expect(hasSupport(plate, 'wall', [10, 20, 0], down, 6)).toBe(true)
    // A step of 4 mm beside the point: two of the directions measure 10 mm instead of 6.
    const stepped = createRayScene(prism(polygon('0,0 30,0 30,10 15,10 15,6 0,6'), 40), unwatched)
    expect(hasSupport(stepped, 'wall', [14.9, 20, 0], down, 6)).toBe(true)
    // A pin of the width of the ray is supported nowhere.
    const pin = createRayScene(merge(box([30, 30, 1]), box([0.4, 0.4, 6], [15, 15, 0.5])), unwatched)
    expect(hasSupport(pin, 'wall', [15.2, 15.2, 0], down, 6.5)).toBe(false)
  })
})
