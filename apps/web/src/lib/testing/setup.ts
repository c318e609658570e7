import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { startKeepingFocus } from '#lib/kept-focus.ts'

// Only bounds a failure; generous, because a busy machine must not fail a test.
configure({ asyncUtilTimeout: 60_000 })
afterEach(cleanup)

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
  // Each test is a tab of its own.
  afterEach(() => window.sessionStorage.clear())

  let endKeepingFocus = () => {}
  beforeEach(() => {
    endKeepingFocus = startKeepingFocus()
  })
  afterEach(() => endKeepingFocus())

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
