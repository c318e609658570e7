import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startOidcServer, type TestOidcServer } from '#test/servers/oidc.ts'
import { visitOidc } from '#test/servers/oidc-visitor.ts'
import { createOidcSignIn, type OidcProvider } from './sign-in.oidc.ts'
import type { SignInAttempt } from './sign-in.ts'

const redirectUri = 'http://127.0.0.1:9/manufacture/callback'
const client = { clientId: 'cotation', clientSecret: 'a secret: with % and +', redirectUris: [redirectUri] }
const zoe = { email: 'zoe@example.fr', emailVerified: true }

let server: TestOidcServer
let other: TestOidcServer

beforeAll(async () => {
  server = await startOidcServer({ clients: [client] })
  other = await startOidcServer({ clients: [client], profileInIdToken: true })
})

afterAll(() => Promise.all([server.close(), other.close()]))

afterEach(() => {
  server.alterIdToken = null
  other.alterIdToken = null
  server.brokenStatus = null
})

function providerAt(channel: string, issuer: URL, extra: Partial<OidcProvider> = {}): OidcProvider {
  const { clientId, clientSecret } = client
  return { channel, name: channel, issuer, clientId, clientSecret, ...extra }
}

const signIn = () => createOidcSignIn([providerAt('one', server.issuer), providerAt('two', other.issuer)])

/** A visitor who began with a channel and comes back from its provider. */
async function comeBack(channel: 'one' | 'two', who: Parameters<typeof visitOidc>[1] = zoe) {
  const product = signIn()
  const { url, ...attempt } = await product.begin(channel, { redirectUri })
  const callbackUrl = await visitOidc(url, who)
  const finish = (changes: Partial<SignInAttempt & { callbackUrl: URL }> = {}, at: string = channel) =>
    product.finish(at, { callbackUrl, redirectUri, ...attempt, ...changes })
  const changed = (name: string, value: string | null) => {
    const copy = new URL(callbackUrl)
    if (value === null) copy.searchParams.delete(name)
    else copy.searchParams.set(name, value)
    return { callbackUrl: copy }
  }

  return { product, attempt, callbackUrl, finish, changed, url: new URL(url) }
}

const refused = { name: 'SignInError', reason: 'refused' }
const unavailable = { name: 'SignInError', reason: 'unavailable' }

describe('a visitor who signs in', () => {
  test.each(['one', 'two'] as const)(
    'is known by issuer and subject (profile as provider %s gives it)',
    async (channel) => {
      const { finish, url } = await comeBack(channel)
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      })

      const { issuer } = channel === 'one' ? server : other
      const person = { email: 'zoe@example.fr', emailVerified: true, name: 'zoe' }

      expect(await finish()).toEqual({ ...person, issuer: issuer.origin, subject: expect.stringMatching(/^\w{16}$/) })
    },
  )

  test.each(['one', 'two'] as const)('has an unverified address reported as such (OAU-2, %s)', async (channel) => {
    const { finish } = await comeBack(channel, { ...zoe, emailVerified: false })
    expect(await finish()).toMatchObject({ email: 'zoe@example.fr', emailVerified: false })
  })

  test('is not verified without an address', async () => {
    other.alterIdToken = (claims) => ({ ...claims, email: '', email_verified: true })
    const identity = await (await comeBack('two')).finish()
    expect(identity).toMatchObject({ emailVerified: false })
    expect(identity).not.toHaveProperty('email')
  })

  test('may return through a proxy under another URL', async () => {
    const { finish, callbackUrl } = await comeBack('one')
    const inner = new URL(`http://10.0.0.1:3000/callback${callbackUrl.search}`)
    expect(await finish({ callbackUrl: inner })).toMatchObject({ email: 'zoe@example.fr' })
  })

  test('gets new secrets for every attempt', async () => {
    const first = await comeBack('one')
    const second = await comeBack('one')
    const values = [first, second].flatMap(({ attempt }) => Object.values(attempt))
    expect(new Set(values).size).toBe(6)
  })
})

describe('an attacker (OAU-1)', () => {
  test.each([null, '', 'another state'])('cannot sign in with state %j', async (state) => {
    const { finish, changed } = await comeBack('one')
    await expect(finish(changed('state', state))).rejects.toMatchObject(refused)
    await expect(finish({ state: state ?? '' })).rejects.toMatchObject(refused)
  })

  test('cannot sign in with two states', async () => {
    const { finish, callbackUrl } = await comeBack('one')
    const twice = new URL(`${callbackUrl}&state=another`)
    await expect(finish({ callbackUrl: twice })).rejects.toMatchObject(refused)
  })

  test('cannot replay an answer, even with its state', async () => {
    const { finish } = await comeBack('one')
    await finish()
    await expect(finish()).rejects.toMatchObject({ ...refused, code: 'invalid_grant' })
  })

  test('cannot put a code into the attempt of another browser', async () => {
    const victim = await comeBack('one')
    const attacker = await comeBack('one')
    const code = attacker.callbackUrl.searchParams.get('code')
    await expect(victim.finish(victim.changed('code', code))).rejects.toMatchObject(refused)
  })

  test.each(['', 'x'.repeat(43)])('cannot sign in with PKCE verifier %j', async (codeVerifier) => {
    const { finish } = await comeBack('one')
    await expect(finish({ codeVerifier })).rejects.toMatchObject(refused)
  })

  test.each(['', 'another nonce'])('cannot sign in with nonce %j', async (nonce) => {
    const { finish } = await comeBack('one')
    await expect(finish({ nonce })).rejects.toMatchObject(refused)
  })

  test('cannot mix up issuers, with or without the issuer parameter', async () => {
    const { finish, changed } = await comeBack('one')
    await expect(finish({}, 'two')).rejects.toMatchObject(refused)
    await expect(finish(changed('iss', other.issuer.origin))).rejects.toMatchObject(refused)
    await expect(finish(changed('iss', null))).rejects.toMatchObject(refused)
  })

  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['second audience', (claims) => ({ ...claims, aud: ['cotation', 'another'], azp: 'another' })],
    ['issuer', (claims) => ({ ...claims, iss: 'https://accounts.example' })],
    ['nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['missing nonce', ({ nonce: _, ...claims }) => claims],
    ['expiry', (claims) => ({ ...claims, exp: 1_700_000_000 })],
    ['subject', (claims) => ({ ...claims, sub: 'another person' })],
  ])('cannot sign in with an ID token that has a wrong %s', async (_what, alter) => {
    const { finish } = await comeBack('one')
    server.alterIdToken = alter
    await expect(finish()).rejects.toMatchObject(refused)
  })

  test('cannot sign an ID token with another key', async () => {
    const { finish } = await comeBack('one')
    const { signingKey } = server
    onTestFinished(() => void Object.assign(server, { signingKey }))
    server.alterIdToken = (claims) => claims
    server.signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

    await expect(finish()).rejects.toMatchObject(refused)

    server.signingKey = signingKey

    const honest = await comeBack('one')
    expect(await honest.finish()).toMatchObject({ email: 'zoe@example.fr' })
  })

  test('cannot sign in with an unknown channel', async () => {
    const product = signIn()
    await expect(product.begin('__proto__', { redirectUri })).rejects.toMatchObject(refused)
  })
})

describe('a failing sign-in', () => {
  test('is refused if the visitor cancels', async () => {
    const { finish } = await comeBack('one', 'cancels')
    await expect(finish()).rejects.toMatchObject({ ...refused, code: 'access_denied' })
  })

  test("does not copy text of the visitor's URL into the message", async () => {
    const { finish, changed } = await comeBack('one', 'cancels')
    const error = await finish(changed('error', 'a\nforged log line')).catch((reason: unknown) => reason)
    expect(String(error)).toBe('SignInError: sign-in with "one" failed: refused (unnamed)')
  })

  test('has no code, token or secret in its error', async () => {
    const { finish, callbackUrl, attempt } = await comeBack('one')
    server.alterIdToken = (claims) => ({ ...claims, aud: 'another client' })
    const error = await finish().catch((reason: Error) => reason)
    if (!(error instanceof Error)) throw new Error('expected a refusal')
    const printed = `${error.stack} ${JSON.stringify(error)} ${JSON.stringify(error.cause)}`
    const secrets = [callbackUrl.searchParams.get('code') ?? '', client.clientSecret, ...Object.values(attempt), 'eyJ']
    for (const secret of secrets) expect(printed).not.toContain(secret)
  })

  test('is unavailable while the provider is down, and works afterwards', async () => {
    const product = signIn()
    server.brokenStatus = 503

    await expect(product.begin('one', { redirectUri })).rejects.toMatchObject(unavailable)

    server.brokenStatus = null

    const { url, ...attempt } = await product.begin('one', { redirectUri })
    const callbackUrl = await visitOidc(url, zoe)
    server.brokenStatus = 502

    await expect(product.finish('one', { ...attempt, callbackUrl, redirectUri })).rejects.toMatchObject(unavailable)
  })

  test('is unavailable if the provider cannot be reached', async () => {
    const gone = await startOidcServer({ clients: [client] })
    const product = createOidcSignIn([providerAt('gone', gone.issuer)])
    const { url, ...attempt } = await product.begin('gone', { redirectUri })
    const callbackUrl = await visitOidc(url, zoe)

    await gone.close()
    await expect(product.finish('gone', { ...attempt, callbackUrl, redirectUri })).rejects.toMatchObject(unavailable)

    const later = createOidcSignIn([providerAt('gone', gone.issuer)])
    await expect(later.begin('gone', { redirectUri })).rejects.toMatchObject(unavailable)
  })

  test('times out if the provider is silent', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const issuer = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const product = createOidcSignIn([providerAt('silent', issuer)], { timeoutSeconds: 0.05 })
    const begin = product.begin('silent', { redirectUri })
    await expect(begin).rejects.toMatchObject({ ...unavailable, code: 'OAUTH_TIMEOUT' })
  })

  test('is unavailable if the provider rejects our client secret', async () => {
    const product = createOidcSignIn([providerAt('one', server.issuer, { clientSecret: 'old' })])
    const { url, ...attempt } = await product.begin('one', { redirectUri })
    const answer = { ...attempt, callbackUrl: await visitOidc(url, zoe), redirectUri }
    await expect(product.finish('one', answer)).rejects.toMatchObject(unavailable)
  })
})

describe('OIDC discovery', () => {
  test('is requested once, at the first use, even by concurrent visitors', async () => {
    const fresh = await startOidcServer({ clients: [client] })
    onTestFinished(() => fresh.close())
    const product = createOidcSignIn([providerAt('fresh', fresh.issuer)])
    expect(product.channels()).toEqual([{ channel: 'fresh', name: 'fresh' }])
    expect(fresh.requests).toEqual([])
    await Promise.all([1, 2, 3].map(() => product.begin('fresh', { redirectUri })))
    expect(fresh.requests).toEqual(['/.well-known/openid-configuration'])
  })

  test.each(['http://accounts.example', 'http://127.0.0.1.example', 'ftp://localhost', 'file:///etc/passwd'])(
    'issuer %s is refused at the start',
    (issuer) => {
      expect(() => createOidcSignIn([providerAt('bad', new URL(issuer))])).toThrow(/must be https/)
    },
  )
})
