import { Link } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { browserStorage, visitStorage } from '#lib/browser-storage.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { CloseIcon } from '#ui/icons.tsx'
import classes from './cookie-banner.module.css'

/** Spec 3: acceptance is stored as the value 1. Closing hides the banner for this visit only. */
export const cookieKey = 'cookieAccepted'
const closedKey = 'cookieBannerClosed'

/** The prerendered page has no banner: it cannot know the answer, and a banner that vanishes again would be a blink. */
const answered = () =>
  typeof document === 'undefined' || browserStorage.get(cookieKey) === '1' || visitStorage.get(closedKey) === '1'

/** What else stays at the bottom of a phone's screen stands on the banner as long as it is there: `--banner-height`. */
function useToldHeight(banner: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const element = banner.current
    if (!isThere || !element) return

    const { style } = document.documentElement
    const told = new ResizeObserver(() => style.setProperty('--banner-height', `${element.offsetHeight}px`))
    told.observe(element)

    return () => {
      told.disconnect()
      style.removeProperty('--banner-height')
    }
  }, [banner, isThere])
}

export function CookieBanner() {
  const t = useTranslations('app.cookies')
  const [hidden, setHidden] = useState(answered)
  const banner = useRef<HTMLElement>(null)
  useToldHeight(banner, !hidden)
  if (hidden) return null

  const accept = () => {
    browserStorage.set(cookieKey, '1')
    setHidden(true)
  }
  const close = () => {
    visitStorage.set(closedKey, '1')
    setHidden(true)
  }

  return (
    <section ref={banner} className={classes.banner} aria-label={t('label')}>
      <p className={classes.text}>
        {t('text')}{' '}
        <Link to="/terms-of-use" search={{ tab: 'privacy-policy' }}>
          {t('more')}
        </Link>
      </p>
      <button type="button" className={`${buttons.primary} ${classes.accept}`} onClick={accept}>
        {t('accept')}
      </button>
      <button type="button" className={classes.close} onClick={close} aria-label={t('close')}>
        <CloseIcon />
      </button>
    </section>
  )
}
