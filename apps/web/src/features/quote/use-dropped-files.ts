import { type ComponentType, useCallback, useState } from 'react'
import { ensureMessages } from '#lib/texts/messages.ts'
import type { Technology } from './technologies.ts'
import type { DroppedFiles } from './workspace/files/dropped-files.ts'

type QuoteStartComponent = ComponentType<{ dropped: DroppedFiles; service: Technology }>

/** What makes a project of files, with its texts: fetched when files come near, so that a visitor who only reads does not pay for it. */
async function loadQuoteStart(): Promise<QuoteStartComponent> {
  const [{ QuoteStart }] = await Promise.all([
    import('./start/quote-start.tsx'),
    ensureMessages(['files']),
    import('#ui/theme/mantine-styles.ts'),
  ])
  return QuoteStart
}

export function useDroppedFiles() {
  const [dropped, setDropped] = useState<DroppedFiles>()
  const [QuoteStart, setQuoteStart] = useState<QuoteStartComponent>()
  const [failed, setFailed] = useState(false)
  const near = useCallback(() => void loadQuoteStart().catch(() => {}), [])
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
