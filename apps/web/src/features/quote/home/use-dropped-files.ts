import { useRouter } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { DroppedFiles } from '#features/quote/files/dropped-files.ts'
import { onFirstInteraction } from '#lib/on-first-interaction.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import type { Technology } from './technologies.ts'

type QuoteStartComponent = ComponentType<{ dropped: DroppedFiles; service: Technology }>

/** What makes a project of files, with its texts. It is no part of the first download. */
async function loadQuoteStart(): Promise<QuoteStartComponent> {
  const [{ QuoteStart }] = await Promise.all([
    import('./quote-start.tsx'),
    ensureMessages(['files']),
    import('#ui/theme/mantine-styles.ts'),
  ])
  return QuoteStart
}

/** A project that nobody has: its screen is fetched, and nothing is asked of the server. */
const anyProject = { to: '/quote/$projectId', params: { projectId: 'new' } } as const

/**
 * All that stands between a drop and its price, fetched when a hand moves where files can be
 * dropped, and at the latest when they come near: over a slow line each of these is a wait of its
 * own, one after the other.
 */
function useReadiness(): () => void {
  const router = useRouter()
  const near = useCallback(() => {
    const start = loadQuoteStart()
    const reader = import('./get-ready.ts').then(({ getReady }) => getReady())
    // Whatever fails here is fetched again, and told of, when it is needed.
    void Promise.allSettled([start, reader, router.preloadRoute(anyProject)])
  }, [router])
  useEffect(() => (window.matchMedia('(hover: hover)').matches ? onFirstInteraction(near) : undefined), [near])

  return near
}

export function useDroppedFiles() {
  const [dropped, setDropped] = useState<DroppedFiles>()
  const [QuoteStart, setQuoteStart] = useState<QuoteStartComponent>()
  const [failed, setFailed] = useState(false)
  const near = useReadiness()
  const take = useCallback((files: DroppedFiles) => {
    setDropped(files)
    setFailed(false)
    loadQuoteStart().then(
      (loaded) => setQuoteStart(() => loaded),
      () => setFailed(true),
    )
  }, [])

  return { dropped, QuoteStart, failed, take, near }
}
