import { app } from '#lib/app-port.ts'
import { api } from '#lib/gateway/api.ts'
import { clearUser } from './user.ts'

/** Spec 4: the server first, then token and user info. A server that does not answer must not keep anybody signed in. */
export async function signOut(): Promise<void> {
  await api('GET /global/account/logout', {}, { quiet: true }).catch(() => {})
  clearUser()
  await app.navigate('/')
}
