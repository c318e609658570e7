import type { Language } from '@cotation/domain'

/** The queue of every mail about an account. A secret is never in the payload: the job makes it when it sends. */
export const mailJob = 'auth-mail'

export const authMailKinds = ['activation', 'already-active', 'password-reset', 'password-changed'] as const
export type AuthMailKind = (typeof authMailKinds)[number]

export interface AuthMailRequest {
  kind: AuthMailKind
  email: string
  language: Language
}
