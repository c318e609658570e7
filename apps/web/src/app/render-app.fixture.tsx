import type { Language } from '@cotation/domain'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'

import { App } from '#app/app.tsx'
import { createAppRouter } from '#app/router.tsx'
import { wireApp } from '#app/wiring.ts'
import { basepath } from '#lib/base-path.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'
import { staffSession } from '#lib/gateway/staff-session.ts'
import { setLanguage } from '#lib/texts/i18n.tsx'
import { ensureMessages } from '#lib/texts/messages.ts'
import { toasts } from '#lib/toast.ts'

interface Visit {
  language?: Language
  token?: string
  /** Token of a member of staff. */
  staffToken?: string
  /** How long the token is valid; 0 for one that has just expired. */
  expiresIn?: number
}

/** Renders the whole app at `path` as `main.tsx` does: route table, shell and wiring. */
export async function renderApp(path: string, { language = 'en', token, staffToken, expiresIn }: Visit = {}) {
  toasts.set([])
  queryClient.clear()
  session.clear('loggedOut')
  staffSession.clear('loggedOut')
  if (staffToken) staffSession.store({ accessToken: staffToken })
  if (token) session.store(expiresIn === undefined ? { accessToken: token } : { accessToken: token, expiresIn })
  await setLanguage(language)

  const router = createAppRouter(createMemoryHistory({ initialEntries: [basepath + path] }))
  wireApp(router)
  await Promise.all([ensureMessages(['app']), router.load()])
  render(<App router={router} />)

  return { router, place: () => router.state.location.href }
}
