import { afterAll, beforeAll } from 'vitest'
import { severalVisitors, startApp, type TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { freePort } from './product-process.ts'
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

/** The app of a test file, with providers. */
export function useAppWithProviders(): SignInApp {
  const app = {} as SignInApp
  beforeAll(async () => {
    const redirectUris = channels.map((channel) => `${signInPublicUrl}/manufacture/quick-callback/${channel}`)
    const clients = [{ ...client, redirectUris }]
    const one = await startOidcServer({ clients })
    const two = await startOidcServer({ clients, profileInIdToken: true })
    const providers = [
      { channel: 'one', name: 'One', issuer: one.issuer.href, ...client },
      { channel: 'two', name: 'Two', issuer: two.issuer.href, ...client },
      { channel: 'gone', name: 'Gone', issuer: `http://127.0.0.1:${await freePort()}`, ...client },
    ]
    const settings = { PUBLIC_URL: signInPublicUrl, OIDC_PROVIDERS: JSON.stringify(providers) }
    Object.assign(app, await startApp({ ...severalVisitors, ...settings }), { one, two })
  })
  afterAll(() => Promise.all([app.close(), app.one.close(), app.two.close()]))
  return app
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
