import { type Box, dot, type Vec3 } from '@cotation/geometry'
import { describe, expect, it } from 'vitest'
import { axesOf, between, cornersOf, fitted, orbited, panned, toPixels, viewNames, viewOf, zoomed } from './camera.ts'

const box: Box = { min: [10, 0, -5], max: [40, 20, 1] }
const size = { width: 800, height: 500 }
const turns = [-7, -1, 0, 0.4, 2, 3.2, 6]
const tilts = [-Math.PI / 2, -0.8, 0, 0.3, Math.PI / 2]
const rounded = (vector: Vec3) => vector.map((value) => Math.round(value * 1e9) / 1e9 + 0)

describe('the views', () => {
  it.each([
    ['front', [1, 0, 0], [0, 0, 1], [0, -1, 0]],
    ['top', [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    ['right', [0, 1, 0], [0, 0, 1], [1, 0, 0]],
  ] as const)('%s has its axes as on a drawing', (name, right, up, eye) => {
    const axes = axesOf(viewOf(name, box, size))
    expect([axes.right, axes.up, axes.eye].map(rounded)).toEqual([right, up, eye])
  })

  it('shows three sides alike in the iso view, from the front, the right and above', () => {
    const { eye } = axesOf(viewOf('iso', box, size))
    expect(eye.map((part) => part * Math.sqrt(3))).toEqual([1, -1, 1].map((part) => expect.closeTo(part, 9)))
  })

  it.each(viewNames)('shows the whole part centred and large in the %s view', (name) => {
    const camera = viewOf(name, box, size)
    const corners = cornersOf(box).map((corner) => toPixels(corner, camera, size))
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)

    expect(Math.min(...xs)).toBeGreaterThan(0)
    expect(Math.min(...ys)).toBeGreaterThan(0)
    expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(size.width, 6)
    expect(Math.min(...ys) + Math.max(...ys)).toBeCloseTo(size.height, 6)

    const across = Math.max(...xs) - Math.min(...xs)
    const high = Math.max(...ys) - Math.min(...ys)

    expect(Math.max(across / (800 - 2 * 64), high / (500 - 2 * 48))).toBeCloseTo(1, 6)
  })

  it('leaves at least half of a small picture to the part', () => {
    const camera = viewOf('front', box, { width: 100, height: 100 })
    expect(camera.heightMm).toBeCloseTo(60, 9)
  })

  it('fits a part without extent into a picture without size', () => {
    const camera = fitted({ turn: 0, tilt: 0 }, { min: [1, 1, 1], max: [1, 1, 1] }, { width: 0, height: 0 })
    expect(camera.heightMm).toBeGreaterThan(0)
    expect(camera.centre).toEqual([1, 1, 1])
  })
})

it.each(turns.flatMap((turn) => tilts.map((tilt) => [turn, tilt] as const)))(
  'has axes at right angles, turned %d, tilted %d',
  (turn, tilt) => {
    const { right, up, eye } = axesOf({ turn, tilt })
    for (const axis of [right, up, eye]) expect(Math.hypot(...axis)).toBeCloseTo(1, 9)
    for (const product of [dot(right, up), dot(up, eye), dot(eye, right)]) expect(product).toBeCloseTo(0, 9)
  },
)

describe('movements', () => {
  const camera = viewOf('iso', box, size)

  it('orbits, and stops at the poles', () => {
    expect(orbited(camera, 0.5, 0.1)).toMatchObject({ turn: camera.turn + 0.5, tilt: camera.tilt + 0.1 })
    expect(orbited(camera, 0, 9).tilt).toBe(Math.PI / 2)
    expect(orbited(camera, 0, -9).tilt).toBe(-Math.PI / 2)
  })

  it('pans so that the part follows the pointer', () => {
    const before = toPixels([20, 5, 0], camera, size)
    const after = toPixels([20, 5, 0], panned(camera, 30, -12, size), size)
    expect([after[0] - before[0], after[1] - before[1]]).toEqual([expect.closeTo(30, 6), expect.closeTo(-12, 6)])
  })

  it('zooms about the pointer', () => {
    const at: Vec3 = [40, 20, 1]
    const before = toPixels(at, camera, size)
    const nearer = zoomed(camera, 0.25, box, size, [before[0] - size.width / 2, before[1] - size.height / 2])
    expect(nearer.heightMm).toBe(camera.heightMm / 4)
    expect(toPixels(at, nearer, size)).toEqual(before.map((value) => expect.closeTo(value, 6)))
    expect(zoomed(camera, 0.5, box, size).centre).toEqual(camera.centre.map((value) => expect.closeTo(value, 9)))
  })

  it('limits zooming, so that the part stays in view', () => {
    const diagonal = Math.hypot(30, 20, 6)
    expect(zoomed(camera, 1e9, box, size).heightMm).toBeCloseTo(20 * diagonal, 9)
    expect(zoomed(camera, 1e-9, box, size).heightMm).toBeCloseTo(diagonal / 1000, 9)
  })

  it('goes from one view to another the shorter way round', () => {
    const from = { ...camera, turn: 3 }
    const to = { ...camera, turn: -3, heightMm: camera.heightMm * 4 }
    const half = between(from, to, 0.5)
    expect(half.turn).toBeCloseTo(Math.PI, 9)
    expect(half.heightMm).toBeCloseTo(2 * camera.heightMm, 9)
    expect(between(from, to, 0)).toEqual({ ...from, turn: expect.closeTo(3, 9) })
  })
})
