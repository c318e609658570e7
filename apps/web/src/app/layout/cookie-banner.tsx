import { Link } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { visitStorage } from '#lib/browser-storage.ts'
import { acceptCookies, hasAcceptedCookies } from '#lib/cookie-consent.ts'
import { keepReferralCode } from '#lib/referral-code.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import classes from './cookie-banner.module.css'

/** Closing hides the banner for this visit only. */
const closedKey = 'cookieBannerClosed'

/**
 * The prerendered page has no banner: it cannot know the answer, and a banner that disappears again
 * would flicker.
 */
const answered = () => typeof document === 'undefined' || hasAcceptedCookies() || visitStorage.get(closedKey) === '1'

/**
 * Publishes the banner's height as `--banner-height`: bars at the bottom of a phone's screen move
 * above it.
 */
function usePublishedHeight(banner: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = banner.current
    if (!isShown || !element) return

    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--banner-height', `${element.offsetHeight}px`))
    observer.observe(element)

    return () => {
      observer.disconnect()
      style.removeProperty('--banner-height')
    }
  }, [banner, isShown])
}

export function CookieBanner() {
  const t = useTranslations('app.cookies')
  const [hidden, setHidden] = useState(answered)
  const banner = useRef<HTMLElement>(null)
  usePublishedHeight(banner, !hidden)
  if (hidden) return null

  const accept = () => {
    acceptCookies()
    keepReferralCode()
    setHidden(true)
  }

  const close = () => {
    visitStorage.set(closedKey, '1')
    setHidden(true)
  }

  return (
    <section ref={banner} className={classes.banner} aria-label={t('label')} data-floats>
      <p className={classes.text}>
        {t('text')}{' '}
        <Link to="/terms-of-use" search={{ tab: 'privacy-policy' }}>
          {t('more')}
        </Link>
      </p>
      <Button size="sm" onClick={accept}>
        {t('accept')}
      </Button>
      <IconButton onClick={close} aria-label={t('close')}>
        <CloseIcon />
      </IconButton>
    </section>
  )
}
