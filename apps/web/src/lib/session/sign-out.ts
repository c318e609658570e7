import { api } from './api.ts'
import { app } from './app-port.ts'
import { clearUser } from './user.ts'

/** Spec 4: the server first, then token and user info. A server that does not answer must not keep anybody signed in. */
export async function signOut(): Promise<void> {
  await api('GET /global/account/logout', {}, { quiet: true }).catch(() => {})
  clearUser()
  await app.navigate('/')
}
