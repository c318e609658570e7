import { app } from '#lib/app-port.ts'
import { api } from '#lib/gateway/api.ts'
import { clearUser } from './user.ts'

/**
 * Spec 4: the server first, then token and user info. Without a response the browser signs out all
 * the same.
 */
export async function signOut(): Promise<void> {
  await api('GET /global/account/logout', {}, { quiet: true }).catch(() => {})
  clearUser()
  await app.navigate('/')
}
