import { useState } from 'react'
import { useSettled } from '#features/quote/workspace/use-timers.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Two files that finish one after the other are announced once. */
const announceAfterMs = 1000

/**
 * Announces to screen readers that files are being read, were interrupted, or are ready. A project
 * that was finished when it was opened announces nothing.
 */
export function FileAnnouncement({ lines }: { lines: readonly WorkLine[] }) {
  const t = useTranslations('line.announced')
  const [hasSeenProgress, setSeenProgress] = useState(false)

  const steps = lines.flatMap(({ progress }) => (progress ? [progress.step] : []))
  const interrupted = steps.filter((step) => step === 'interrupted' || step === 'storageFull').length
  const isReading = steps.some((step) => step !== 'interrupted' && step !== 'paused')
  if (steps.length > 0 && !hasSeenProgress) setSeenProgress(true)

  const text = () => {
    if (interrupted > 0) return t('interrupted', { count: interrupted })
    if (isReading) return t('reading')
    if (!hasSeenProgress || steps.length > 0) return ''

    const ready = lines.filter(({ status }) => status === 'ready').length
    return t('analysed', { ready, total: lines.length })
  }

  return (
    <p className="visually-hidden" role="status">
      {useSettled(text(), announceAfterMs)}
    </p>
  )
}
