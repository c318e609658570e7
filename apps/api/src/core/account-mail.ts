import type { Language } from '@cotation/domain'

/** Mails about an account. The payload holds no secrets: the job creates them when it sends. */
export const mailJob = 'auth-mail'

export type AccountMailKind =
  | 'activation'
  | 'already-active'
  | 'password-reset'
  | 'password-code'
  | 'password-changed'
  | 'new-device'
  | 'sign-in-linked'
  | 'sign-in-unlinked'
  | 'phone-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'

export interface AccountMailRequest {
  kind: AccountMailKind
  email: string
  /** Language of the page, for an account whose owner has not chosen one in the profile yet. */
  language: Language
  /** Where the customer was going before the mail (spec 2). */
  redirect?: string | undefined
  /** Arguments of the texts. */
  values?: Readonly<Record<string, string>>
}
