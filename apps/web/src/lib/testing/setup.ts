import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Only bounds a failure; generous, because a busy machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)

// The files of a worker share modules and document: no test leaves its fakes to the next. Not in a
// fixture, where only the first file that imports it would register the hook.
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/**
 * Browser APIs that the components use and jsdom lacks. jsdom has no layout, so the answers are
 * constant.
 */
class NoLayoutObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

if (typeof window !== 'undefined') {
  // Each test is a tab of its own, and each file a browser of its own.
  afterEach(() => window.sessionStorage.clear())
  window.localStorage.clear()
  window.history.replaceState(null, '', '/')
  document.body.replaceChildren()

  window.ResizeObserver ??= NoLayoutObserver

  window.matchMedia ??= (media) => ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  })

  Element.prototype.scrollIntoView ??= () => {}
  window.scrollTo = () => {}

  // Mantine's text area measures itself again when a font arrives; none does here.
  if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })
}
