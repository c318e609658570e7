import { safeRedirectPath } from '@cotation/domain'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { Shell } from '#app/layout/shell.tsx'
import { basepath } from '#lib/base-path.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { session } from '#lib/gateway/session.ts'
import { screenFacts } from '#lib/screen-facts.ts'

interface Visit {
  requiresAuth: boolean
  path: string
  /** With search and hash, without the base path. */
  fullPath: string
  /** The current screen; absent on the first page. */
  previousPath?: string | undefined
}

/**
 * Where a navigation is redirected (spec 2), or null. Only a real token counts: a visitor with a
 * temporary one may log in and may not open a private screen.
 */
export function guardedPath(visit: Visit, token: string | null): string | null {
  if (visit.requiresAuth && token === null) return loginPath(visit.fullPath)
  if (visit.path !== '/login' || token === null) return null

  // A tab may wait at the login while the customer logs in with another one.
  const target = new URLSearchParams(visit.fullPath.split('?')[1]).get('redirect')
  const previous = visit.previousPath ?? safeRedirectPath(target)
  // Returning to the login page itself would loop.
  return /^\/login([/?#]|$)/.test(previous) ? '/' : previous
}

/** The search parameters that screens read; `cm` and `utm…` pass through unchanged. */
interface Search {
  technology?: string
  /** The material that the lines of a new project start with. */
  material?: string
  redirect?: string
  tab?: string
  key?: string
  topic?: string
  /** What a message to us is about, beside `number`. */
  about?: string
  /** The line of a project whose panel is open. */
  part?: string
  search?: string
  /** Filters of the materials, beside `search`, `from` and `to`, and the materials to compare. */
  process?: string
  family?: string
  property?: string
  compare?: string
  page?: string
  /** The reload of the balance that the customer comes back from. */
  reload?: string
  project?: string
  /** Filters of a list, beside `search`. */
  status?: string
  from?: string
  to?: string
  /** The order to pay, or to report a problem with. */
  order?: string
  /** The additional cost to show or to pay. */
  cost?: string
  /** The claim that is shown. */
  claim?: string
  /**
   * The two numbers of an after-sale order: of the original order, and the work order's. The first
   * also names what a message to us is about.
   */
  number?: string
  workOrder?: string
  /** Ids of the lines to order, separated by commas. */
  lines?: string
  /** `1` if the payer came back without paying, chose an agency payment, or has finished. */
  cancelled?: string
  agency?: string
  done?: string
  /** `1` if the quote is forwarded to a purchaser. */
  forward?: string
}

interface RouterContext {
  /** The address before the navigation. */
  previousPath: () => string | undefined
}

/** The parent of all screens: the shell, the search parameters, the guards of spec 2. */
export const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): Search => search,
  beforeLoad: ({ location, matches, context }) => {
    const instead = guardedPath(
      {
        requiresAuth: screenFacts(matches).requiresAuth ?? false,
        path: location.pathname,
        fullPath: location.href,
        previousPath: context.previousPath(),
      },
      session.token(),
    )
    if (instead !== null) throw redirect({ href: basepath + instead, replace: true })
  },
})
