/** Part of the Network Information API, which not every browser has and TypeScript lacks. */
interface Connection {
  saveData?: boolean
}

const savesData = () => (navigator as Navigator & { connection?: Connection }).connection?.saveData === true

const interactions = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs work that may be needed soon, once, at the visitor's first interaction: a visit that only
 * opens the page and leaves downloads nothing more. Never with "save data" on, so the caller must
 * also start the work when it is needed. Returns a function that cancels it.
 */
export function onFirstInteraction(work: () => void): () => void {
  if (savesData()) return () => {}

  const cancel = () => {
    for (const interaction of interactions) window.removeEventListener(interaction, start)
  }
  const start = () => {
    cancel()
    work()
  }
  for (const interaction of interactions) window.addEventListener(interaction, start, { passive: true })

  return cancel
}
