import { afterEach, expect, it, vi } from 'vitest'
import { atFirstSign } from './at-first-sign.ts'

afterEach(() => vi.unstubAllGlobals())

const stir = (sign: string) => window.dispatchEvent(new Event(sign))

it.each(['pointermove', 'pointerdown', 'keydown'])('works once somebody stirs, and once only: %s', (sign) => {
  const work = vi.fn()
  atFirstSign(work)
  window.dispatchEvent(new Event('load'))
  expect(work).not.toHaveBeenCalled()
  stir(sign)
  for (const later of ['pointermove', 'pointerdown', 'keydown']) stir(later)
  expect(work).toHaveBeenCalledTimes(1)
})

it('does nothing for a screen that was left', () => {
  const work = vi.fn()
  atFirstSign(work)()
  stir('pointermove')
  expect(work).not.toHaveBeenCalled()
})

it('does nothing where the visitor saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const work = vi.fn()
  atFirstSign(work)
  stir('pointermove')
  expect(work).not.toHaveBeenCalled()
})
