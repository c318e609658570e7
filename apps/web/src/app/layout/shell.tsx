import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { authDialogOpened, closeAuthDialog } from '#lib/auth-dialog.ts'
import { customerLook } from '#lib/gateway/customer-look.ts'
import { screenFacts } from '#lib/screen-facts.ts'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { toasts } from '#lib/toast.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { Head } from './head.tsx'
import { Header } from './header.tsx'
import { ProgressBar } from './progress-bar.tsx'
import classes from './shell.module.css'

const ToastHost = lazy(async () => ({ default: (await import('#ui/toasts.tsx')).ToastHost }))

const LookFrame = lazy(async () => ({ default: (await import('./look-banner.tsx')).LookFrame }))

const AuthDialog = lazy(async () => {
  const [module] = await Promise.all([import('#features/auth/auth-dialog.tsx'), ensureMessages(['auth', 'validation'])])
  return { default: module.AuthDialog }
})

/**
 * The frame of every screen. The code of dialogs and toasts is loaded when they are first needed.
 */
export function Shell() {
  const hasOwnFrame = useMatches({ select: (matches) => screenFacts(matches).hasOwnFrame ?? false })
  const hasToasts = useStore(toasts).length > 0

  return (
    <>
      <ProgressBar />
      {hasOwnFrame ? <Outlet /> : <LookedAt />}
      <Suspense>{hasToasts ? <ToastHost /> : null}</Suspense>
    </>
  )
}

/** Staff who look at the customer's side see it in a frame of their own. */
function LookedAt() {
  if (customerLook === null) return <CustomerFrame />

  return (
    <Suspense>
      <LookFrame look={customerLook}>
        <CustomerFrame />
      </LookFrame>
    </Suspense>
  )
}

function CustomerFrame() {
  const t = useTranslations('app.shell')
  const authOpened = useStore(authDialogOpened)

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Head />
      <Header />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <CookieBanner />
      <Suspense>{authOpened ? <AuthDialog opened onClose={closeAuthDialog} /> : null}</Suspense>
    </div>
  )
}
