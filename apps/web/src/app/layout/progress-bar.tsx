import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './progress-bar.module.css'

type Phase = 'idle' | 'running' | 'done'

/** Starts on every navigation (spec 2), ends when the new screen is rendered. */
export function ProgressBar() {
  const router = useRouter()
  const t = useTranslations('app.shell')
  const [phase, setPhase] = useState<Phase>('idle')

  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', () => setPhase('running')),
      router.subscribe('onResolved', () => setPhase((current) => (current === 'running' ? 'done' : current))),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])

  return (
    <div
      className={classes.track}
      data-phase={phase}
      role="progressbar"
      aria-label={t('loadingPage')}
      aria-hidden={phase !== 'running'}
    >
      <div
        className={classes.bar}
        onAnimationEnd={() => setPhase((current) => (current === 'done' ? 'idle' : current))}
      />
    </div>
  )
}
