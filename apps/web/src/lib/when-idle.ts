/** As the Network Information API has it; not every browser does, and no type knows it. */
interface Connection {
  saveData?: boolean
}

const savesData = () => (navigator as Navigator & { connection?: Connection }).connection?.saveData === true

/**
 * Does work that may be needed soon, once the page is there and has nothing else to do. Not where the visitor asked for few bytes, nor
 * in a browser that cannot tell when it is idle: the work must be done at the latest when it is needed. Returns how to give it up.
 */
export function whenIdle(work: () => void): () => void {
  if (savesData() || typeof requestIdleCallback !== 'function') return () => {}
  let handle: number | undefined
  const ask = () => {
    handle = requestIdleCallback(work)
  }
  if (document.readyState === 'complete') ask()
  else window.addEventListener('load', ask, { once: true })
  return () => {
    window.removeEventListener('load', ask)
    if (handle !== undefined) cancelIdleCallback(handle)
  }
}
