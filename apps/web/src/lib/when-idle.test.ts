import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

let asked: (() => void)[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => asked.push(work))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => asked.splice(handle - 1, 1))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const idle = () => {
  for (const work of asked) work()
}

it('works when the page is there and the browser has time', () => {
  const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  const work = vi.fn()
  whenIdle(work)
  idle()
  expect(work).not.toHaveBeenCalled()
  readyState.mockReturnValue('complete')
  window.dispatchEvent(new Event('load'))
  expect(work).not.toHaveBeenCalled()
  idle()
  expect(work).toHaveBeenCalledOnce()
})

it('does nothing for a visitor who saves data, or who has left', () => {
  const work = vi.fn()
  const connection = { saveData: true }
  vi.stubGlobal('navigator', { connection })
  whenIdle(work)
  connection.saveData = false
  whenIdle(work)()
  idle()
  expect(work).not.toHaveBeenCalled()
})

it('does nothing where the browser cannot tell when it is idle', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const work = vi.fn()
  whenIdle(work)()
  expect(work).not.toHaveBeenCalled()
})
