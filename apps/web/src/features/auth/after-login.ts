import { safeRedirectPath } from '@cotation/domain'

/** Screens that only lead to a sign-in: never a destination after it. */
const entryScreens = /^\/(login|signup|reset-password|activate|clearToken|quick-callback|account-delete|404)([/?#]|$)/

/**
 * Where a login leads: to `redirect=` if that stays on our origin (OAU-3), else to the previous
 * screen, else to `/`.
 */
export function afterLoginPath(search: string, previousPath: string | undefined): string {
  const redirect = new URLSearchParams(search).get('redirect')
  const wanted = safeRedirectPath(redirect ?? previousPath)
  return entryScreens.test(wanted) ? '/' : wanted
}
