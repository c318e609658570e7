import type { Box } from '@cotation/geometry'
import { expect, it } from 'vitest'
import { toPixels, viewOf } from './camera.ts'
import { dimensionLines } from './dimension-lines.ts'

const box: Box = { min: [10, 0, -5], max: [40, 20, 1] }
const size = { width: 800, height: 500 }

it('measures all three sides in the iso view, each figure outside of the part', () => {
  const camera = viewOf('iso', box, size)
  const lines = dimensionLines(box, camera, size)

  expect(lines.map(({ axis, lengthMm }) => [axis, lengthMm])).toEqual([
    [0, 30],
    [1, 20],
    [2, 6],
  ])

  const centre = toPixels([25, 10, -2], camera, size)
  for (const { from, to, label } of lines) {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const
    const out = (at: readonly [number, number]) => Math.hypot(at[0] - centre[0], at[1] - centre[1])
    expect(out(label)).toBeGreaterThan(out(middle))
  }
})

it('puts a length below the part and a height beside it, farther away', () => {
  const camera = viewOf('front', box, size)
  const [length, height] = dimensionLines(box, camera, size)
  const [right, bottom] = toPixels([40, 0, -5], camera, size)
  const left = toPixels([10, 0, -5], camera, size)[0]
  expect(length?.label).toEqual([expect.closeTo(size.width / 2, 6), expect.closeTo(bottom + 18, 6)])
  expect([left - 36, right + 36]).toContainEqual(expect.closeTo(height?.label[0] ?? 0, 6))
})

it.each([
  ['front', [0, 2]],
  ['top', [0, 1]],
  ['right', [1, 2]],
] as const)('leaves out what is seen end on: %s', (name, axes) => {
  expect(dimensionLines(box, viewOf(name, box, size), size).map(({ axis }) => axis)).toEqual(axes)
})
