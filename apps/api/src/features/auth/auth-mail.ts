import type { Language } from '@cotation/domain'
import type { Mail } from '#adapters/mail/mail.ts'
import type { Deps } from '#src/deps.ts'
import { html } from '#src/html.ts'

/** The queue of every mail about an account. A secret is never in the payload: the job makes it when it sends. */
export const mailJob = 'auth-mail'

export const authMailKinds = ['activation', 'already-active', 'password-reset', 'password-changed'] as const
export type AuthMailKind = (typeof authMailKinds)[number]

export interface AuthMailRequest {
  kind: AuthMailKind
  email: string
  language: Language
}

export interface AuthMailContent {
  to: string
  userName: string
  language: Language
  /** Where the button leads, in the web app. */
  path: string
  idempotencyKey: string
}

/** A mail from the same catalogue of texts as the app: a greeting, a reason, one button, and what to do if it was not you. */
export function composeAuthMail(
  deps: Pick<Deps, 'config' | 'publicUrl' | 'texts'>,
  kind: AuthMailKind,
  content: AuthMailContent,
): Mail {
  const values = { userName: content.userName, brand: deps.config.brand.name }
  const say = (key: string) => deps.texts(content.language, 'mail', key, values)
  const url = `${deps.publicUrl}/manufacture${content.path}`
  const [subject, body, button, note] = [
    say(`${kind}.subject`),
    say(`${kind}.body`),
    say(`${kind}.button`),
    say(`${kind}.note`),
  ]
  const greeting = say('greeting')
  const signature = say('signature')
  return {
    to: content.to,
    subject,
    text: `${greeting}\n\n${body}\n\n${button}\n${url}\n\n${note}\n\n${signature}\n`,
    html: html`<!doctype html><html lang="${content.language}"><body style="font:16px/1.5 Arial,sans-serif;color:#14201d;max-width:36rem">
<p>${greeting}</p><p>${body}</p>
<p><a href="${url}" style="display:inline-block;padding:12px 20px;background:#0b5a4a;color:#ffffff;text-decoration:none;border-radius:6px">${button}</a></p>
<p style="color:#4a5a56;font-size:14px">${note}</p><p>${signature}</p></body></html>`.markup,
    language: content.language,
    kind,
    idempotencyKey: content.idempotencyKey,
  }
}
