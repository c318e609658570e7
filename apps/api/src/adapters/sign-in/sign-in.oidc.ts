import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import {
  type SignIn,
  type SignInAttempt,
  type SignInChannel,
  SignInError,
  type SignInFailure,
  type SignInIdentity,
} from './sign-in.ts'

export interface OidcProvider extends SignInChannel {
  issuer: URL
  clientId: string
  clientSecret: string
  /** Beside `openid`. */
  scopes?: readonly string[] | undefined
}

export interface OidcOptions {
  timeoutSeconds?: number | undefined
}

/** The addresses asked come from the configuration and from the issuer's own documents, never from a visitor. */
export function createOidcSignIn(
  providers: readonly OidcProvider[],
  { timeoutSeconds = 10 }: OidcOptions = {},
): SignIn {
  for (const { channel, issuer } of providers) assertIssuer(channel, issuer)
  const known = new Map(providers.map((provider) => [provider.channel, provider]))
  const discovered = new Map<string, Promise<Configuration>>()

  function getProvider(channel: string): OidcProvider {
    const provider = known.get(channel)
    if (!provider) throw new SignInError('?', 'refused', 'unknown_channel')
    return provider
  }

  /** Asked at the first use: a provider that is down must not keep the product from starting. */
  function discover(provider: OidcProvider): Promise<Configuration> {
    const { channel } = provider
    const found = discovered.get(channel) ?? requestDiscovery(provider, timeoutSeconds)
    discovered.set(channel, found)
    return found.catch((error: unknown) => {
      if (discovered.get(channel) === found) discovered.delete(channel)
      throw new SignInError(channel, 'unavailable', codeOf(error))
    })
  }

  return {
    channels: () => providers.map(({ channel, name }) => ({ channel, name })),

    async begin(channel, { redirectUri }) {
      const provider = getProvider(channel)
      const config = await discover(provider)
      const attempt = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: ['openid', ...(provider.scopes ?? ['email', 'profile'])].join(' '),
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      })

      return { ...attempt, url: url.href }
    },

    async finish(channel, { callbackUrl, redirectUri, ...attempt }) {
      const provider = getProvider(channel)
      const config = await discover(provider)

      // Behind a proxy the address that was called differs from the registered one, which the token request must repeat.
      const answer = new URL(redirectUri)
      answer.search = callbackUrl.search

      try {
        return await identify(config, answer, attempt)
      } catch (error) {
        throw new SignInError(channel, failureOf(error), codeOf(error))
      }
    },
  }
}

async function identify(config: Configuration, answer: URL, attempt: SignInAttempt): Promise<SignInIdentity> {
  const { state, nonce, codeVerifier } = attempt
  // The library leaves out the check of a value that is empty.
  if (!state || !nonce || !codeVerifier) throw new ClientError('the attempt is not complete')

  const tokens = await authorizationCodeGrant(config, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new ClientError('there is no ID token')

  const isComplete = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint
  const profile = isComplete ? claims : await fetchUserInfo(config, tokens.access_token, claims.sub)
  return identityFrom(claims, profile)
}

function requestDiscovery({ issuer, clientId, clientSecret }: OidcProvider, timeout: number): Promise<Configuration> {
  // Basic is the method that every provider must know; the other is taken only where it is left out.
  const authenticate: ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    method(clientSecret)(server, client, body, headers)
  }

  const prepare = (config: Configuration) => {
    config.timeout = timeout
    // The library trusts TLS alone by default; the signature also holds behind a proxy that ends TLS.
    enableNonRepudiationChecks(config)
  }
  const execute = issuer.protocol === 'http:' ? [allowInsecureRequests, prepare] : [prepare]

  return discovery(issuer, clientId, undefined, authenticate, { timeout, execute })
}

function assertIssuer(channel: string, { protocol, hostname }: URL): void {
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && loopback)) return
  throw new Error(`the issuer of "${channel}" must be https:// (http:// on loopback only)`)
}

interface Claims {
  [claim: string]: unknown
}

/** The address and its proof must come from the same document. Some providers write booleans as text. */
function identityFrom({ iss, sub }: { iss: string; sub: string }, profile: Claims): SignInIdentity {
  const { email, email_verified: verified, name } = profile
  const hasEmail = typeof email === 'string' && email !== ''

  return {
    issuer: iss,
    subject: sub,
    ...(hasEmail ? { email } : {}),
    emailVerified: hasEmail && (verified === true || verified === 'true'),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
  }
}

const outages = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'server_error',
  'temporarily_unavailable',
  // A secret that the provider no longer takes is ours to mend: the visitor has done nothing wrong.
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'invalid_client',
  'unauthorized_client',
])

function failureOf(error: unknown): SignInFailure {
  const { code, cause } = error as { code?: string; cause?: unknown }
  const status = error instanceof ResponseBodyError ? error.status : cause instanceof Response ? cause.status : 0
  const noAnswer = error instanceof TypeError && code === undefined
  return noAnswer || status >= 500 || outages.has(codeOf(error)) ? 'unavailable' : 'refused'
}

/** The provider's error word comes through the visitor's address bar: only its plain form may reach a log. */
function codeOf(error: unknown): string {
  const named = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
  const code = named ? error.error : (error as { code?: string }).code
  return code !== undefined && /^\w{1,64}$/.test(code) ? code : 'unnamed'
}
