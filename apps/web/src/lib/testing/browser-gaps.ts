/**
 * Browser APIs that the components use and jsdom lacks. jsdom has no layout, so the answers are
 * constant.
 */
class NoLayoutObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

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
