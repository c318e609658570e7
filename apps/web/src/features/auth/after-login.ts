import { safeRedirectPath } from '@cotation/domain'

/** Screens that are only a way in: nobody wants to be brought back to one after logging in. */
const wayIn = /^\/(login|signup|reset-password|activate|clearToken|quick-callback|account-delete|404)([/?#]|$)/

/** Where a login leads: what `redirect=` asks for if it stays on our origin (OAU-3), else the screen before, else `/`. */
export function afterLoginPath(search: string, previousPath: string | undefined): string {
  const redirect = new URLSearchParams(search).get('redirect')
  const wanted = safeRedirectPath(redirect ?? previousPath)
  return wayIn.test(wanted) ? '/' : wanted
}
