/** As the Network Information API has it; not every browser does, and no type knows it. */
interface Connection {
  saveData?: boolean
}

const savesData = () => (navigator as Navigator & { connection?: Connection }).connection?.saveData === true

const signs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Does work that may be needed soon, once, when somebody stirs: who only opens a page and leaves pays for the page alone. Never where
 * the visitor asked for few bytes: the work must be done at the latest when it is needed. Returns how to give it up.
 */
export function atFirstSign(work: () => void): () => void {
  if (savesData()) return () => {}

  const giveUp = () => {
    for (const sign of signs) window.removeEventListener(sign, start)
  }
  const start = () => {
    giveUp()
    work()
  }
  for (const sign of signs) window.addEventListener(sign, start, { passive: true })

  return giveUp
}
