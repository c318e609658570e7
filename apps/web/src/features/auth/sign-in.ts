import { safeRedirectPath } from '@cotation/domain'
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
 * Where a login leads: to `redirect=` if that stays on our origin (OAU-3), else to the previous
 * screen, else to `/`.
 */
export function afterLoginPath(search: string, previousPath: string | undefined): string {
  const redirect = new URLSearchParams(search).get('redirect')
  const wanted = safeRedirectPath(redirect ?? previousPath)
  return entryScreens.test(wanted) ? '/' : wanted
}
