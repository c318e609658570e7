import { loginPath } from '#lib/gateway/failures.ts'

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
  if (visit.path === '/login' && token !== null) {
    const previous = visit.previousPath ?? '/'
    // Returning to the login page itself would loop.
    return /^\/login([/?#]|$)/.test(previous) ? '/' : previous
  }
  return null
}
