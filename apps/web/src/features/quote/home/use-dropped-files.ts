import { useRouter } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { onFirstInteraction } from '#lib/on-first-interaction.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import type { QuoteStartProps } from './quote-start.tsx'

type QuoteStartComponent = ComponentType<QuoteStartProps>

/** Loads the code and texts that create a project. Not part of the first download. */
async function loadQuoteStart(): Promise<QuoteStartComponent> {
  const [{ QuoteStart }] = await Promise.all([import('./quote-start.tsx'), ensureMessages(['upload'])])
  return QuoteStart
}

/** An id that does not exist: preloads the code of the screen without a request to the server. */
const dummyProject = { to: '/quote/$projectId', params: { projectId: 'new' } } as const

/**
 * Preloads everything needed for the first price on the first interaction, or at the latest when
 * files are dragged over the page. On a slow connection, loading these one after the other would
 * add up.
 */
function usePreload(): () => void {
  const router = useRouter()
  const near = useCallback(() => {
    const start = loadQuoteStart()
    const reader = import('./preload-pricing.ts').then(({ preloadPricing }) => preloadPricing())
    // Failures are ignored: everything is fetched again when needed, and errors are shown then.
    void Promise.allSettled([start, reader, router.preloadRoute(dummyProject)])
  }, [router])
  useEffect(() => (window.matchMedia('(hover: hover)').matches ? onFirstInteraction(near) : undefined), [near])

  return near
}

const joined = (one: DroppedFiles, other: DroppedFiles): DroppedFiles => ({
  files: [...one.files, ...other.files],
  leftOut: [...one.leftOut, ...other.leftOut],
})

export function useDroppedFiles() {
  const [dropped, setDropped] = useState<DroppedFiles>()
  const [QuoteStart, setQuoteStart] = useState<QuoteStartComponent>()
  const [failed, setFailed] = useState(false)
  const near = usePreload()
  const take = useCallback(
    (files: DroppedFiles) => {
      // Until the code is there, nobody has taken the files of an earlier drop.
      setDropped((earlier) => (earlier && !QuoteStart ? joined(earlier, files) : files))
      setFailed(false)
      loadQuoteStart().then(
        (loaded) => setQuoteStart(() => loaded),
        () => setFailed(true),
      )
    },
    [QuoteStart],
  )

  return { dropped, QuoteStart, failed, take, near }
}
