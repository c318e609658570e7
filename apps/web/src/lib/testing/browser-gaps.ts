/** What the components ask of a browser and jsdom does not have: it lays nothing out, so the answers are constant. */
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

// A growing text area measures itself again when a font arrives; none does here.
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() })
