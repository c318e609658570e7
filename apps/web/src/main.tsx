import './app/content-policy.ts'
import './ui/theme/styles.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { basepath } from '#lib/base-path.ts'
import { browserTimeZone } from '#lib/browser-time-zone.ts'
import { beginEarlyAnswers, endEarlyAnswers, forgetEarlyAnswers } from '#lib/gateway/early-answers.ts'
import { trackLanding } from '#lib/gateway/tracking.ts'
import { prefetchUser } from '#lib/gateway/user.ts'
import { rememberReferralLink } from '#lib/referral-code.ts'
import { language, takeLinkedLanguage } from '#lib/texts/language.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { App } from './app/app.tsx'
import { shareStyleNonce } from './app/content-policy.ts'
import { createAppRouter } from './app/router.tsx'
import { startScrolling } from './app/scroll.ts'
import { wireApp } from './app/wiring.ts'

/** Longer than a slow phone needs to render a page; too short for data to become old. */
const earlyAnswerMs = 5000

/** Yields to the browser, so that it can react to the visitor between two pieces of work. */
const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve))

async function start(container: HTMLElement) {
  const address = { href: window.location.href, search: window.location.search }
  rememberReferralLink(address.search)
  takeLinkedLanguage(window)
  document.documentElement.lang = language.get()
  shareStyleNonce()
  await yieldToBrowser()

  const history = createBrowserHistory()
  await yieldToBrowser()

  const router = createAppRouter(history)
  await yieldToBrowser()

  wireApp(router)
  void prefetchUser()
  await yieldToBrowser()

  beginEarlyAnswers()
  // The first render replaces the prerendered page: it must be complete, or the page would flicker.
  const loading = Promise.all([ensureMessages(['app']), router.load()])
  await yieldToBrowser()
  // Read now, while the page waits for its code: without `Temporal` it takes as long as rendering a
  // small page.
  browserTimeZone()
  await loading
  endEarlyAnswers()
  router.subscribe('onBeforeNavigate', forgetEarlyAnswers)
  startScrolling(router)

  // In a transition, React renders in slices and the prerendered page stays responsive.
  const root = createRoot(container)
  startTransition(() => root.render(<App router={router} />))

  // Its code has rendered and asked for its data.
  setTimeout(forgetEarlyAnswers, earlyAnswerMs)

  // Not part of the first page, which has no actions and follows nothing.
  void import('./app/background.ts').then(({ startBackground }) => startBackground())
  await trackLanding(address, document.referrer)
}

const container = document.getElementById('root')
const isGallery = import.meta.env.DEV && window.location.pathname === `${basepath}/ui`
if (container && isGallery) void import('./ui/gallery.tsx').then(({ showGallery }) => showGallery(container))
else if (container) void start(container)
