import { expect, it } from 'vitest'
import { scrollGoal } from './scroll.ts'

it('goes to the hash, 100 px below the top (spec 2)', () => {
  expect(scrollGoal({ hashTop: 640, savedTop: 12, reducedMotion: false })).toEqual({ top: 540, behavior: 'smooth' })
  expect(scrollGoal({ hashTop: 40, reducedMotion: false }).top).toBe(0)
})

it('else restores the saved position, at once', () => {
  expect(scrollGoal({ savedTop: 320, reducedMotion: false })).toEqual({ top: 320, behavior: 'instant' })
})

it('else goes to the top, smoothly, unless less motion is asked for', () => {
  expect(scrollGoal({ reducedMotion: false })).toEqual({ top: 0, behavior: 'smooth' })
  expect(scrollGoal({ reducedMotion: true })).toEqual({ top: 0, behavior: 'instant' })
})
