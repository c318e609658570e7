export interface SignInChannel {
  /** Short name in URLs and in the database ('google'). */
  channel: string
  /** The name on the button. */
  name: string
}

/** Stored by the caller for one attempt, bound to the browser, used once. */
export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
}

export interface SignInIdentity {
  /** Only issuer and subject together identify a person; an e-mail address may change hands. */
  issuer: string
  subject: string
  email?: string
  /** An account must never be linked by an address for which this is false (OAU-2). */
  emailVerified: boolean
  name?: string
}

export interface SignIn {
  channels(): readonly SignInChannel[]
  /** The URL to redirect the browser to, and the attempt to store until it returns. */
  begin(channel: string, options: { redirectUri: string }): Promise<SignInAttempt & { url: string }>
  finish(channel: string, answer: SignInAttempt & { callbackUrl: URL; redirectUri: string }): Promise<SignInIdentity>
}

export type SignInFailure = 'unavailable' | 'refused'

/** Has no `cause`: the library's errors contain tokens and answers that a logger would print. */
export class SignInError extends Error {
  readonly reason: SignInFailure
  readonly code: string

  constructor(channel: string, reason: SignInFailure, code: string) {
    super(`sign-in with "${channel}" failed: ${reason} (${code})`)
    this.name = 'SignInError'
    this.reason = reason
    this.code = code
  }
}
