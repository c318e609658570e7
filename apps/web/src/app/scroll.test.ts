import { expect, it } from 'vitest'
import { scrollTarget } from './scroll.ts'

it('scrolls to the hash, 100 px below the top (spec 2)', () => {
  expect(scrollTarget({ hashTop: 640, savedTop: 12, reducedMotion: false })).toEqual({ top: 540, behavior: 'smooth' })
  expect(scrollTarget({ hashTop: 40, reducedMotion: false }).top).toBe(0)
})

it('restores the saved position at once if there is no hash', () => {
  expect(scrollTarget({ savedTop: 320, reducedMotion: false })).toEqual({ top: 320, behavior: 'instant' })
})

it('scrolls smoothly to the top without hash or saved position, unless motion is reduced', () => {
  expect(scrollTarget({ reducedMotion: false })).toEqual({ top: 0, behavior: 'smooth' })
  expect(scrollTarget({ reducedMotion: true })).toEqual({ top: 0, behavior: 'instant' })
})
