import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { severalVisitors, startApp, type TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { startOidcServer, type TestOidcServer } from './servers/oidc.ts'
import { visitOidc } from './servers/oidc-visitor.ts'

export const signInPublicUrl = 'http://localhost:9'
const client = { clientId: 'cotation', clientSecret: 'secret' }
const channels = ['one', 'two'] as const

/** A product with two real sign-in providers and a third ("gone") that does not answer. */
export interface SignInApp extends TestApp {
  one: TestOidcServer
  two: TestOidcServer
}

export async function startAppWithProviders(): Promise<SignInApp> {
  const redirectUris = channels.map((channel) => `${signInPublicUrl}/manufacture/quick-callback/${channel}`)
  const clients = [{ ...client, redirectUris }]
  const one = await startOidcServer({ clients })
  const two = await startOidcServer({ clients, profileInIdToken: true })
  const providers = [
    { channel: 'one', name: 'One', issuer: one.issuer.href, ...client },
    { channel: 'two', name: 'Two', issuer: two.issuer.href, ...client },
    { channel: 'gone', name: 'Gone', issuer: `http://127.0.0.1:${await aClosedPort()}`, ...client },
  ]
  const settings = { PUBLIC_URL: signInPublicUrl, OIDC_PROVIDERS: JSON.stringify(providers) }
  const app = await startApp({ ...severalVisitors, ...settings })
  const close = async () => {
    await Promise.all([app.close(), one.close(), two.close()])
  }

  return { ...app, one, two, close }
}

async function aClosedPort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}

export const beginSignIn = (browser: Browser, channel: string, callback?: string) =>
  browser.call('GET /global/account/quick/loginUrl', {
    query: { channel, ...(callback === undefined ? {} : { callback }) },
  })

export const finishSignIn = (browser: Browser, channel: string, search: string) =>
  browser.call('POST /global/account/quick/callback', { body: { channel, search } })

/** Visits the provider and returns the query of its redirect. */
export async function visitProvider(
  browser: Browser,
  channel: (typeof channels)[number],
  email: string,
  { emailVerified = true, callback = '/' } = {},
): Promise<string> {
  const { data } = await beginSignIn(browser, channel, callback)
  return (await visitOidc(data.url, { email, emailVerified })).search
}

/** The complete sign-in in one browser. */
export async function signInWith(...[browser, channel, ...rest]: Parameters<typeof visitProvider>) {
  return finishSignIn(browser, channel, await visitProvider(browser, channel, ...rest))
}
