export interface SignInChannel {
  /** Short name in addresses and in the database ('google'). */
  channel: string
  /** The name that people read on the button. */
  name: string
}

/** Kept by the caller for this one attempt, bound to the browser that began it, and used once. */
export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
}

export interface SignInIdentity {
  /** Only the pair of issuer and subject names a person; an e-mail address may change hands. */
  issuer: string
  subject: string
  email?: string
  /** An account must never be linked by an address for which this is false (OAU-2). */
  emailVerified: boolean
  name?: string
}

export interface SignIn {
  channels(): readonly SignInChannel[]
  /** Where to send the browser, and what to keep until it comes back. */
  begin(channel: string, options: { redirectUri: string }): Promise<SignInAttempt & { url: string }>
  finish(channel: string, answer: SignInAttempt & { callbackUrl: URL; redirectUri: string }): Promise<SignInIdentity>
}

export const signInFailures = ['unavailable', 'refused'] as const
export type SignInFailure = (typeof signInFailures)[number]

/** Carries no `cause`: the libraries' errors hold tokens and answers, and a logger would print them. */
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
