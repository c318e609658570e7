import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { unwatched } from '../model/watch.ts'
import { box, cylinder, insideOut, merge, polygon, prism } from '../solids.ts'
import { largestBall, straightWays, type Way } from './inscribed-ball.ts'
import { createRayScene } from './ray-scene.ts'

const down: Vec3 = [0, 0, -1]

describe('straight ways', () => {
  it('run from side to side, shortest first', () => {
    const ways = straightWays(createRayScene(box([10, 20, 30]), unwatched))
    const lengths = ways.map(({ mm }) => Math.round(mm))

    expect([...new Set(lengths)]).toEqual([10, 20, 30])
    // By area: 1200, 600 and 400 of 2200 mm².
    expect(lengths.filter((mm) => mm === 10).length / lengths.length).toBeCloseTo(1200 / 2200, 1)
    expect(ways.length).toBeGreaterThanOrEqual(1000)
    expect(ways.length).toBeLessThanOrEqual(2000)
  })
})

describe('the largest ball', () => {
  const ballIn = (mesh: Parameters<typeof createRayScene>[0], ...ways: Way[]) =>
    largestBall(createRayScene(mesh, unwatched), ways, unwatched)

  it('grows from any start to the middle of the part', () => {
    // The way starts 4 mm from two sides, where the ball has a diameter of 8 mm.
    const ball = ballIn(box([20, 20, 20]), { at: [4, 4, 0], normal: down, mm: 20 })

    expect(ball?.diameterMm).toBeCloseTo(20, 1)
    for (const value of ball?.at ?? []) expect(value).toBeCloseTo(10, 1)
  })

  it('is as thick as a bar, not as long', () => {
    expect(ballIn(cylinder(5, 80), { at: [1, 1, 0], normal: down, mm: 80 })?.diameterMm).toBeCloseTo(10, 1)
    expect(ballIn(box([8, 6, 90]), { at: [4, 3, 0], normal: down, mm: 90 })?.diameterMm).toBeCloseTo(6, 2)
  })

  it('fits into the corner of three sides', () => {
    // A right prism with legs of 30 and 40 mm has an inscribed circle of 10 mm radius.
    const ball = ballIn(prism(polygon('0,0 40,0 0,30'), 60), { at: [5, 20, 0], normal: down, mm: 25 })
    expect(ball?.diameterMm).toBeGreaterThan(19.5)
    expect(ball?.diameterMm).toBeLessThan(20.01)
  })

  it('keeps off the voids of the part', () => {
    const hollow = merge(box([40, 40, 40]), insideOut(box([20, 20, 20], [10, 10, 10])))
    const ball = ballIn(hollow, { at: [3, 5, 0], normal: down, mm: 40 })
    // In a corner it touches three sides and the corner of the void: r · (1 + √3) = 10 · √3.
    expect(ball?.diameterMm).toBeLessThan((20 * Math.sqrt(3)) / (1 + Math.sqrt(3)) + 0.01)
    expect(ball?.diameterMm).toBeGreaterThan(10)
  })

  it('is looked for from the longest way on', () => {
    const short = { at: [2, 10, 20], normal: [0, 0, 1], mm: 1 } as const
    const long = { at: [10, 10, 0], normal: down, mm: 20 } as const

    expect(ballIn(box([20, 20, 20]), short, long)?.diameterMm).toBeCloseTo(20, 2)
    expect(ballIn(box([20, 20, 20]))).toBeUndefined()
  })
})
