import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { type OidcPerson, oidcLoginPage, personFrom } from './oidc-login-page.ts'
import { createOidcStorage } from './oidc-storage.ts'

export interface OidcClient {
  clientId: string
  clientSecret: string
  redirectUris: string[]
}

type Claims = Record<string, unknown>

export interface TestOidcServer {
  issuer: URL
  /** When set, ID tokens leave with these claims instead, signed again: a faulty provider. */
  alterIdToken: ((claims: Claims) => Claims) | null
  /** The key of altered ID tokens: another one makes them forgeries. */
  signingKey: KeyObject
  /** When set, every answer has this status: a provider that is down. */
  brokenStatus: number | null
  /** Paths asked for so far. */
  requests: string[]
  close(): Promise<void>
}

export interface OidcServerOptions {
  clients: OidcClient[]
  port?: number
  /** Puts the profile into the ID token, as Google does; else it is only in the user info. */
  profileInIdToken?: boolean
}

/** A real OpenID provider on loopback whose login page believes every e-mail address. */
export async function startOidcServer(options: OidcServerOptions): Promise<TestOidcServer> {
  const http = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const people = new Map<string, OidcPerson>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key: JWK = { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: 'test', alg: 'RS256', use: 'sig' }
  const provider = new Provider(`http://127.0.0.1:${port}`, configuration(options, port, key, people))

  provider.use(async (context, next) => {
    await next()
    const body: unknown = context.body
    if (server.alterIdToken && hasIdToken(body)) body.id_token = resign(body.id_token, server)
  })
  const answer = provider.callback()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    server.requests.push(request.url ?? '')
    if (server.brokenStatus !== null) return void response.writeHead(server.brokenStatus).end()
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    if (request.method === 'POST') return logIn(provider, people, request, response)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(oidcLoginPage(request.url))
  }

  const server: TestOidcServer = {
    issuer: new URL(provider.issuer),
    alterIdToken: null,
    signingKey: privateKey,
    brokenStatus: null,
    requests: [],
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}

function configuration(
  { clients, profileInIdToken = false }: OidcServerOptions,
  port: number,
  key: JWK,
  people: Map<string, OidcPerson>,
): Configuration {
  return {
    adapter: createOidcStorage(),
    clients: clients.map(({ clientId, clientSecret, redirectUris }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: redirectUris,
    })),
    jwks: { keys: [key] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !profileInIdToken,
    // Browsers share cookies between ports of a host; the port in the name separates two servers.
    cookies: {
      keys: ['test'],
      names: { session: `s${port}`, interaction: `i${port}`, resume: `r${port}` },
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_context, accountId) => {
      const person = people.get(accountId)
      if (!person) return undefined
      const { email, emailVerified } = person
      const claims = { sub: accountId, email, email_verified: emailVerified, name: email.split('@')[0] }
      return { accountId, claims: () => claims }
    },
    // Consent is another product's subject: every client may know what it asks for.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

async function logIn(
  provider: Provider,
  people: Map<string, OidcPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const person = personFrom(new URLSearchParams(await text(request)))
  if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' })
  const accountId = createHash('sha256').update(person.email).digest('hex').slice(0, 16)
  people.set(accountId, person)
  await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
}

function hasIdToken(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'
}

function resign(token: string, { alterIdToken, signingKey }: TestOidcServer): string {
  const [header, payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  const altered = Buffer.from(JSON.stringify(alterIdToken?.(claims) ?? claims)).toString('base64url')
  const content = `${header}.${altered}`
  return `${content}.${sign('sha256', Buffer.from(content), signingKey).toString('base64url')}`
}
