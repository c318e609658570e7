import type { Messages } from '@cotation/messages'
import { createTranslator } from 'use-intl'
import { plugApp } from '#lib/app-port.ts'
import { openAuthDialog } from '#lib/auth-dialog.ts'
import { basepath } from '#lib/base-path.ts'
import { formDrafts, loggedOutKey } from '#lib/form-drafts.ts'
import { onApiFailure, reportFailure } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { customerLook } from '#lib/gateway/customer-look.ts'
import { type FailureAction, type FailureText, failureActions } from '#lib/gateway/failures.ts'
import { session, temporaryTokenKey, tokenKey } from '#lib/gateway/session.ts'
import { clearUser, refreshUser } from '#lib/gateway/user.ts'
import { screenFacts } from '#lib/screen-facts.ts'
import { language } from '#lib/texts/language.ts'
import { catalogues, ensureMessages } from '#lib/texts/messages.ts'
import { toast } from '#lib/toast.ts'
import type { AppRouter } from './router.tsx'

function failureText(key: FailureText): string {
  const locale = language.get()
  const messages = catalogues.get()[locale] as Pick<Messages, 'app'>
  return createTranslator({ locale, messages, namespace: 'app.failures' })(key)
}

/** Waits for the texts: the user is asked for at the start, and may be refused before they arrive. */
async function showFailure({ level, text }: FailureAction & { type: 'toast' }): Promise<void> {
  if ('message' in text) {
    toast[level](text.message)
    return
  }

  await ensureMessages(['app'])
  toast[level](failureText(text.key))
}

/**
 * An error that no screen handles, such as a form whose check throws, must not look like a button
 * that does nothing. Some errors carry no exception: a browser's notice about a late resize, or
 * scripts that an extension added. An aborted call was ended on purpose.
 */
function showBrokenPage(error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError') return
  toast.error(failureText('broken'))
}

/**
 * Connects the code outside of React to the running router, and carries out the actions of the
 * status table.
 */
export function wireApp(router: AppRouter, reload = () => window.location.reload()): void {
  const navigate = (path: string, { replace = false } = {}) => router.navigate({ href: basepath + path, replace })

  const currentRoute = () => {
    // Not the router's state: on the first load, calls can fail before a screen is in it.
    const location = router.latestLocation
    return {
      requiresAuth: screenFacts(router.matchRoutes(location)).requiresAuth ?? false,
      path: location.pathname,
      fullPath: location.href,
    }
  }
  plugApp({ navigate, currentRoute })

  const perform = (action: FailureAction, muted: boolean) => {
    switch (action.type) {
      case 'toast':
        if (!muted) void showFailure(action)
        return
      case 'clearUser':
        return clearUser()
      case 'redirect':
        return void navigate(action.to)
      case 'openAuthDialog':
        return openAuthDialog()
    }
  }

  onApiFailure((error, quiet) => {
    // Nobody logs in within the tab of a look: its frame says that the look has ended.
    if (customerLook !== null && error.status === 401) return clearUser()

    // The end of a session is shown even to callers that show their errors themselves: they lose
    // the screen.
    const muted = quiet && error.status !== 401
    for (const action of failureActions(error, currentRoute())) perform(action, muted)
  })

  window.addEventListener('error', ({ error }) => showBrokenPage(error))
  window.addEventListener('unhandledrejection', ({ reason }) => showBrokenPage(reason))

  session.subscribe(() => void refreshUser())
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === loggedOutKey) formDrafts.moveToMemory()
    if (key !== null && key !== tokenKey && key !== temporaryTokenKey) return

    session.notify()
    if (key === tokenKey && oldValue !== null && newValue !== oldValue) leavePrivatePage(newValue !== null)
  })

  /** Another tab logged out, or in as another customer, who must not see what this page shows. */
  function leavePrivatePage(hasOtherCustomer: boolean): void {
    const { requiresAuth } = currentRoute()
    const isProject = router.matchRoutes(router.latestLocation).some(({ params }) => 'projectId' in params)

    if (requiresAuth && !hasOtherCustomer)
      reportFailure(new ApiError({ code: 'UNAUTHENTICATED', status: 401, message: '' }))
    else if (requiresAuth || isProject) reload()
  }
}
