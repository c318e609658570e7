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
  /** In addition to `openid`. */
  scopes?: readonly string[] | undefined
}

export interface OidcOptions {
  timeoutSeconds?: number | undefined
}

/** Requested URLs come from the configuration and the issuer's documents, never from a visitor. */
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

  /** On first use: a provider that is down must not prevent the start. */
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

      // The token request must repeat the registered URL; behind a proxy the called URL differs.
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
  // The library skips the check of an empty value.
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
  // Every provider must support Basic; Post is the fallback for those that exclude it.
  const authenticate: ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    method(clientSecret)(server, client, body, headers)
  }

  const prepare = (config: Configuration) => {
    config.timeout = timeout
    // By default the library trusts TLS alone; signatures also hold behind a TLS-terminating proxy.
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

/** Address and verification must come from one document. Some providers write booleans as text. */
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
  // A client secret that the provider no longer accepts is our problem, not the visitor's.
  'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  'invalid_client',
  'unauthorized_client',
])

function failureOf(error: unknown): SignInFailure {
  const { code, cause } = error as { code?: string; cause?: unknown }
  const response = error instanceof ResponseBodyError ? error : cause
  const status = response instanceof ResponseBodyError || response instanceof Response ? response.status : 0
  const noAnswer = error instanceof TypeError && code === undefined
  return noAnswer || status >= 500 || outages.has(codeOf(error)) ? 'unavailable' : 'refused'
}

/** The provider's error code comes through the visitor's URL: only a plain word may be logged. */
function codeOf(error: unknown): string {
  const named = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
  const code = named ? error.error : (error as { code?: string }).code
  return code !== undefined && /^\w{1,64}$/.test(code) ? code : 'unnamed'
}
