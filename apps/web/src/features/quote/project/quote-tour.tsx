import { useMemo, useState } from 'react'
import { browserStorage } from '#lib/browser-storage.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { Tour, type TourStep } from '#ui/tour/tour.tsx'
import classes from './quote-tour.module.css'

/**
 * Set once the tour was seen or declined: it is offered once, and can be taken again at any time.
 */
const seenKey = 'quoteTourSeen'

const steps = [
  { id: 'project', inPanel: false },
  { id: 'lines', inPanel: false },
  { id: 'material', inPanel: true },
  { id: 'services', inPanel: true },
  { id: 'price', inPanel: true },
  { id: 'findings', inPanel: true },
  { id: 'order', inPanel: false },
] as const

interface QuoteTourProps {
  /** Opens the panel of the first part; undefined while there is none. */
  openPart: (() => void) | undefined
}

/**
 * Offers the tour of the quote screen to who has not seen it, and a button to who wants it again.
 */
export function QuoteTour({ openPart }: QuoteTourProps) {
  const t = useTranslations('tour')
  const [offered, setOffered] = useState(() => browserStorage.get(seenKey) === null)
  const [running, setRunning] = useState(false)
  const walked = useMemo(
    () =>
      steps
        .filter(({ inPanel }) => openPart !== undefined || !inPanel)
        .map(
          ({ id, inPanel }): TourStep => ({
            target: `[data-tour="${id}"]`,
            title: t(`steps.${id}.title`),
            text: t(`steps.${id}.text`),
            ...(inPanel && openPart ? { before: openPart } : {}),
          }),
        ),
    [openPart, t],
  )

  const settle = (start: boolean) => {
    browserStorage.set(seenKey, '1')
    setOffered(false)
    setRunning(start)
  }

  return (
    <>
      {offered ? (
        <aside className={classes.offer} aria-label={t('offer.title')}>
          <p className={classes.text}>{t('offer.text')}</p>
          <button type="button" className={buttons.secondary} onClick={() => settle(true)}>
            {t('offer.start')}
          </button>
          <button type="button" className={buttons.quiet} onClick={() => settle(false)}>
            {t('offer.decline')}
          </button>
        </aside>
      ) : (
        <button type="button" className={`${buttons.quiet} ${classes.again}`} onClick={() => settle(true)}>
          {t('again')}
        </button>
      )}
      {running ? <Tour steps={walked} onEnd={() => setRunning(false)} /> : null}
    </>
  )
}
