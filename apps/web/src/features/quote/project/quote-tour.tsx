import { useMemo, useState } from 'react'
import { browserStorage } from '#lib/browser-storage.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Tour, type TourStep } from '#ui/tour.tsx'
import { useTouchOnly } from '#ui/use-media-query.ts'
import classes from './project.module.css'

/**
 * Set once the tour was seen or declined: it is offered only once, but can be restarted at any
 * time.
 */
const seenKey = 'quoteTourSeen'

const steps = [
  { id: 'project', inPanel: false },
  { id: 'summary', inPanel: false },
  { id: 'lines', inPanel: false },
  { id: 'material', inPanel: true },
  { id: 'services', inPanel: true },
  { id: 'price', inPanel: true },
  { id: 'findings', inPanel: true },
  { id: 'order', inPanel: false },
] as const

interface QuoteTourProps {
  /** Opens the panel of the first part; undefined if there is none. */
  openPart: (() => void) | undefined
  /** Closes the panel, which covers the page on a phone. */
  closePart: () => void
}

/** Offers the tour of the quote screen once, and afterwards a button to restart it. */
export function QuoteTour({ openPart, closePart }: QuoteTourProps) {
  const t = useTranslations('tour')
  const [offered, setOffered] = useState(() => browserStorage.get(seenKey) === null)
  const [running, setRunning] = useState(false)
  const isTouchOnly = useTouchOnly()
  const tourSteps = useMemo(
    () =>
      steps
        .filter(({ inPanel }) => openPart !== undefined || !inPanel)
        .map(
          ({ id, inPanel }): TourStep => ({
            target: `[data-tour="${id}"]`,
            title: t(`steps.${id}.title`),
            text: id === 'lines' && isTouchOnly ? t('steps.lines.touchText') : t(`steps.${id}.text`),
            before: inPanel && openPart ? openPart : closePart,
          }),
        ),
    [openPart, closePart, isTouchOnly, t],
  )

  const closeOffer = (start: boolean) => {
    browserStorage.set(seenKey, '1')
    setOffered(false)
    setRunning(start)
  }

  return (
    <>
      {offered ? (
        <aside className={classes.offer} aria-label={t('offer.title')}>
          <p className={classes.text}>{t('offer.text')}</p>
          <Button variant="secondary" size="sm" onClick={() => closeOffer(true)}>
            {t('offer.start')}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => closeOffer(false)}>
            {t('offer.decline')}
          </Button>
        </aside>
      ) : (
        <Button variant="quiet" size="sm" onClick={() => closeOffer(true)} className={classes.again}>
          {t('again')}
        </Button>
      )}
      {running ? <Tour steps={tourSteps} onEnd={() => setRunning(false)} /> : null}
    </>
  )
}
