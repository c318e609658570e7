import { safeRedirectPath } from '@cotation/domain'
import { useLocation } from '@tanstack/react-router'
import { app } from '#lib/app-port.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { type SessionGrant, session } from '#lib/gateway/session.ts'
import { findUser } from '#lib/gateway/user.ts'

/** Signs in: everything fetched as a visitor, the user info too, is invalidated. */
export async function enter(grant: SessionGrant): Promise<void> {
  session.store(grant)
  // The session's own listener already fetches the user: join that request instead of cancelling
  // it.
  await queryClient.invalidateQueries({}, { cancelRefetch: false })
}

/**
 * Leaves a sign-in screen. A channel user was already sent to `/` by the general data (spec 4) and
 * stays there.
 */
export async function leaveFor(path: string): Promise<void> {
  const user = await findUser().catch(() => null)
  if (!user?.isChannel) await app.navigate(path, { replace: true })
}

/** Screens that only lead to a sign-in: never a destination after it. */
const entryScreens = /^\/(login|signup|reset-password|activate|clearToken|quick-callback|404)([/?#]|$)/

/**
 * Where a person goes on after signing in or up on this screen, to hand on to links and mails: the
 * `redirect=` of a sign-in screen, or the screen itself under a dialog. Undefined without either.
 */
export function useReturnPath(): string | undefined {
  const { pathname, searchStr, href } = useLocation()
  if (!entryScreens.test(pathname)) return href

  const wanted = afterLoginPath(searchStr, undefined)
  return wanted === '/' ? undefined : wanted
}

/** Whether a visitor was about to order: the sign-in screens then say that the project is kept. */
export const isAboutToOrder = (returnPath: string | undefined): boolean =>
  returnPath?.startsWith('/checkout') === true && session.temporaryToken() !== null

/**
 * Where a login leads: to `redirect=` if that stays on our origin (OAU-3), else to the previous
 * screen, else to `/`.
 */
export function afterLoginPath(search: string, previousPath: string | undefined): string {
  const redirect = new URLSearchParams(search).get('redirect')
  const wanted = safeRedirectPath(redirect ?? previousPath)
  return entryScreens.test(wanted) ? '/' : wanted
}
