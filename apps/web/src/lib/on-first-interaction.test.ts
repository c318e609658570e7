import { afterEach, expect, it, vi } from 'vitest'
import { onFirstInteraction } from './on-first-interaction.ts'

afterEach(() => vi.unstubAllGlobals())

const interact = (name: string) => window.dispatchEvent(new Event(name))

it.each(['pointermove', 'pointerdown', 'keydown'])('runs the work at the first %s, and only once', (name) => {
  const work = vi.fn()
  onFirstInteraction(work)
  window.dispatchEvent(new Event('load'))
  expect(work).not.toHaveBeenCalled()
  interact(name)
  for (const later of ['pointermove', 'pointerdown', 'keydown']) interact(later)
  expect(work).toHaveBeenCalledTimes(1)
})

it('runs nothing after it was cancelled', () => {
  const work = vi.fn()
  onFirstInteraction(work)()
  interact('pointermove')
  expect(work).not.toHaveBeenCalled()
})

it('runs nothing for a visitor who saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const work = vi.fn()
  onFirstInteraction(work)
  interact('pointermove')
  expect(work).not.toHaveBeenCalled()
})
