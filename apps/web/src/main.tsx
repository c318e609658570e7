import './app/content-policy/trusted-types.ts'
import './app/content-policy/zod-without-eval.ts'
import './ui/theme/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { trackLanding } from '#lib/session/tracking.ts'
import { language } from '#lib/texts/language.ts'
import { ensureMessages } from '#lib/texts/messages.ts'
import { App } from './app/app.tsx'
import { shareStyleNonce } from './app/content-policy/style-nonce.ts'
import { createAppRouter } from './app/router.tsx'
import { startScrolling } from './app/scroll.ts'
import { wireApp } from './app/wiring.ts'

/** Lets the browser answer the visitor between two pieces of work. */
const breath = () => new Promise((resolve) => setTimeout(resolve))

async function start(container: HTMLElement) {
  const address = { href: window.location.href, search: window.location.search }
  document.documentElement.lang = language.get()
  shareStyleNonce()
  await breath()

  const router = createAppRouter()
  wireApp(router)
  await breath()

  // The first draw replaces the prerendered page: it must be whole, or the page would blink.
  await Promise.all([ensureMessages(['app']), router.load()])
  startScrolling(router)

  // As a transition React works in slices, and the page that already stands there stays responsive.
  const root = createRoot(container)
  startTransition(() => root.render(<App router={router} />))
  await trackLanding(address, document.referrer)
}

const container = document.getElementById('root')
if (container) void start(container)
