import './app/trusted-types.ts'
import './app/zod-without-eval.ts'
import './ui/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { language } from '#lib/language.ts'
import { ensureMessages } from '#lib/messages.ts'
import { trackLanding } from '#lib/tracking.ts'
import { App } from './app/app.tsx'
import { createAppRouter } from './app/router.tsx'
import { startScrolling } from './app/scroll.ts'
import { shareStyleNonce } from './app/style-nonce.ts'
import { wireApp } from './app/wiring.ts'

async function start(container: HTMLElement) {
  const address = { href: window.location.href, search: window.location.search }
  document.documentElement.lang = language.get()
  shareStyleNonce()
  const router = createAppRouter()
  wireApp(router)
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
