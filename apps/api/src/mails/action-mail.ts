import type { Language } from '@cotation/domain'
import { html } from '@cotation/html'
import { type Mail, MailError } from '#adapters/mail/mail.ts'
import type { Deps } from '#core/deps.ts'

export interface ActionMail {
  /** Its texts stand under this key in the `mail` messages: subject, body, button, note. */
  kind: string
  to: string
  /** How to greet; without it, nobody is named. */
  userName?: string
  language: Language
  /** Where the button leads, in the web app. */
  path: string
  /** What the texts name. */
  values?: Readonly<Record<string, string | number>>
  idempotencyKey: string
}

/** A mail from the same catalogue of texts as the app: a greeting, a reason, one button, and what to know besides. */
export function composeActionMail(deps: Pick<Deps, 'config' | 'publicUrl' | 'texts'>, mail: ActionMail): Mail {
  const { kind, language, userName } = mail
  const values = { ...mail.values, userName: userName ?? '', brand: deps.config.brand.name }
  const say = (key: string) => deps.texts(language, 'mail', key, values)
  const url = `${deps.publicUrl}/manufacture${mail.path}`
  const subject = say(`${kind}.subject`)
  const body = say(`${kind}.body`)
  const button = say(`${kind}.button`)
  const note = say(`${kind}.note`)
  const greeting = say(userName === undefined ? 'greetingNobody' : 'greeting')
  const signature = say('signature')

  return {
    to: mail.to,
    subject,
    text: `${greeting}\n\n${body}\n\n${button}\n${url}\n\n${note}\n\n${signature}\n`,
    html: html`<!doctype html><html lang="${language}"><body style="font:16px/1.5 Arial,sans-serif;color:#14201d;max-width:36rem">
<p>${greeting}</p><p>${body}</p>
<p><a href="${url}" style="display:inline-block;padding:12px 20px;background:#0b5a4a;color:#ffffff;text-decoration:none;border-radius:6px">${button}</a></p>
<p style="color:#4a5a56;font-size:14px">${note}</p><p>${signature}</p></body></html>`.markup,
    language,
    kind,
    idempotencyKey: mail.idempotencyKey,
  }
}

/** Sends it; what the mail server refuses for good is told in the log by its kind and given up, what it refuses for now is retried. */
export async function sendActionMail(
  deps: Pick<Deps, 'config' | 'publicUrl' | 'texts' | 'mail' | 'log'>,
  mail: ActionMail,
): Promise<void> {
  try {
    await deps.mail.send(composeActionMail(deps, mail))
  } catch (error) {
    if (!(error instanceof MailError) || error.temporary) throw error
    deps.log.warn({ kind: mail.kind, code: error.code }, 'mail refused for good, given up')
  }
}
