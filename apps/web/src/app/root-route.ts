import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { guardedPath } from '#app/guards.ts'
import { Shell } from '#app/layout/shell.tsx'
import { basepath } from '#lib/base-path.ts'
import { session } from '#lib/gateway/session.ts'
import { screenFacts } from '#lib/screen-facts.ts'

/** What screens read from the address; `cm` and `utm…` pass through untouched. */
interface Search {
  technology?: string
  redirect?: string
  tab?: string
  key?: string
  topic?: string
  /** The line of a project whose panel is open. */
  part?: string
  search?: string
  page?: string
  /** The reload of the balance that the customer comes back from. */
  reload?: string
  project?: string
  /** What narrows a list beside its search. */
  status?: string
  from?: string
  to?: string
  /** The order that is paid. */
  order?: string
  /** The lines that are ordered, by commas; `1` where a payer came back without paying, chose an agency payment, or is done. */
  lines?: string
  cancelled?: string
  agency?: string
  done?: string
}

interface RouterContext {
  /** Where the visitor stands before the navigation that is being decided. */
  previousPath: () => string | undefined
}

/** What every screen stands in: the shell, the search keys, the guards of spec 2. */
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
