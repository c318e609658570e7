import type { Language } from '@cotation/domain'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { JSX } from 'react'

import { plugApp } from '#lib/app-port.ts'
import { basepath } from '#lib/base-path.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { staffSession } from '#lib/gateway/staff-session.ts'
import { I18nProvider, setLanguage } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { toasts } from '#lib/toast.ts'
import { ThemeProvider } from '#ui/theme/theme-provider.tsx'
import { ToastHost } from '#ui/toasts.tsx'

interface Visit {
  language?: Language
  token?: string
  visitorToken?: string
  /** Token of a member of staff. */
  staffToken?: string
}

/**
 * Renders one screen at `path` with the app's providers and a router that accepts every address.
 */
export async function renderScreen(
  Screen: () => JSX.Element,
  routePath: string,
  path = routePath,
  { language = 'en', token, visitorToken, staffToken }: Visit = {},
) {
  toasts.set([])
  queryClient.clear()
  session.clear('loggedOut')
  staffSession.clear('loggedOut')
  if (staffToken) staffSession.store({ accessToken: staffToken })
  if (token) session.store({ accessToken: token })
  if (visitorToken) session.storeTemporary({ accessToken: visitorToken })
  await setLanguage(language)
  await ensureMessages(['app', 'auth', 'account', 'validation', 'errors'])
  window.history.replaceState(null, '', basepath + path)

  const root = createRootRoute({ component: Outlet })
  const screen = createRoute({ getParentRoute: () => root, path: routePath, component: Screen })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const routeTree = root.addChildren([screen, elsewhere])
  const router = createRouter({ routeTree, history: createBrowserHistory(), basepath })
  plugApp({
    navigate: (to, { replace = false } = {}) => router.navigate({ href: to, replace }),
    currentRoute: () => ({
      requiresAuth: false,
      path: router.state.location.pathname,
      fullPath: router.state.location.href,
    }),
  })

  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <ThemeProvider isTest>
        <I18nProvider>
          {/* The types know only the app's router; this one has fewer routes. */}
          <RouterProvider router={router as never} />
          <ToastHost />
        </I18nProvider>
      </ThemeProvider>
    </QueryClientProvider>,
  )
  return { router, place: () => router.state.location.href }
}
