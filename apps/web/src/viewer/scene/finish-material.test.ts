import { expect, it } from 'vitest'
import { finishSurfaces } from '#viewer/scene/viewer-messages.ts'
import { finishShade } from './finish-material.ts'

const blue = [0.05, 0.1, 0.4] as const

/** Faces halfway between the eye and the lamp, where a mirror shows the lamp. */
const towardsLamp = [-0.22, 0.27, 0.94] as const
const aside = [0.1, -0.5, 0.86] as const

it('reflects the lamp in white on a glossy surface, and in its colour on a matte one', () => {
  const gloss = finishShade('gloss', blue, towardsLamp)
  const matte = finishShade('matte', blue, towardsLamp)
  expect(gloss[0]).toBeGreaterThan(0.5)
  expect(matte[0]).toBeLessThan(0.12)
})

it('reflects in the colour of the surface on metal', () => {
  const [red, , bluePart] = finishShade('metal', blue, towardsLamp)
  expect(bluePart / red).toBeCloseTo(blue[2] / blue[0], 6)
})

it.each(finishSurfaces)('keeps %s at most white, and darker away from the lamp', (surface) => {
  const lit = finishShade(surface, [1, 1, 1], towardsLamp)
  const dim = finishShade(surface, blue, aside)
  expect(Math.max(...lit)).toBeLessThanOrEqual(1)
  expect(dim[2]).toBeLessThan(finishShade(surface, blue, towardsLamp)[2])
})
