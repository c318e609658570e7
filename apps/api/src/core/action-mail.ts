import type { Language } from '@cotation/domain'
import { type Html, html } from '@cotation/html'
import { isContact, type Mail, type MailContact, MailError } from '#adapters/mail.ts'
import type { Db } from '#db/database.ts'
import type { Deps } from './deps.ts'
import { findManagers } from './manager.ts'

/** What a mail lists below its body: parts, then the amounts that add up to the total. */
export interface MailTable {
  parts: readonly { name: string; material: string; quantity: string; price: string }[]
  sums: readonly { name: string; price: string }[]
}

export interface ActionMail {
  /** The key of its texts in the `mail` messages: subject, body, button, note. */
  kind: string
  to: string
  /** The name in the greeting; without it the greeting is anonymous. */
  userName?: string
  language: Language
  /** A code to copy, in large type below the body. */
  code?: string | undefined
  table?: MailTable | undefined
  /** The customer's purchase order number, below the body; empty if the order has none. */
  poNumber?: string
  /** Answers go to the customer's manager, if there is one. Never for mails with sign-in secrets. */
  repliesTo: 'manager' | 'sender'
  /** The path in the web app that the button opens. */
  path: string
  /** Arguments of the texts. */
  values?: Readonly<Record<string, string | number>>
  idempotencyKey: string
}

/** A mail with a greeting, a reason, one button and a note, from the same messages as the app. */
export function composeActionMail(deps: Pick<Deps, 'config' | 'publicUrl' | 'texts'>, mail: ActionMail): Mail {
  const { kind, language, userName, code, table, poNumber = '' } = mail
  const values = { ...mail.values, userName: userName ?? '', brand: deps.config.brand.name }
  const t = (key: string) => deps.texts(language, 'mail', key, values)
  const url = `${deps.publicUrl}/manufacture${mail.path}`
  const subject = t(`${kind}.subject`)
  const body = t(`${kind}.body`)
  const button = t(`${kind}.button`)
  const note = t(`${kind}.note`)
  const greeting = t(userName === undefined ? 'greetingNobody' : 'greeting')
  const signature = t('signature')
  const codeText = code === undefined ? '' : `${code}\n\n`
  const codeMarkup =
    code === undefined ? '' : html`<p style="font:700 28px/1.5 monospace;letter-spacing:4px">${code}</p>`

  const reference = poNumber === '' ? '' : deps.texts(language, 'mail', 'poNumber', { number: poNumber })
  const referenceText = reference === '' ? '' : `${reference}\n\n`
  const referenceMarkup = reference === '' ? '' : html`<p>${reference}</p>`

  const say: TableTexts = (key, tableValues) => deps.texts(language, 'mail', `table.${key}`, tableValues)
  const tableText = table ? `${textOfTable(table, say)}\n\n` : ''
  const tableMarkup = table ? markupOfTable(table, say) : ''

  return {
    to: mail.to,
    subject,
    text: `${greeting}\n\n${body}\n\n${referenceText}${tableText}${codeText}${button}\n${url}\n\n${note}\n\n${signature}\n`,
    html: html`<!doctype html><html lang="${language}"><body style="font:16px/1.5 Arial,sans-serif;color:#14201d;max-width:36rem">
<p>${greeting}</p><p style="white-space:pre-line">${body}</p>${referenceMarkup}${tableMarkup}${codeMarkup}
<p><a href="${url}" style="display:inline-block;padding:12px 20px;background:#0b5a4a;color:#ffffff;text-decoration:none;border-radius:6px">${button}</a></p>
<p style="color:#4a5a56;font-size:14px">${note}</p><p>${signature}</p></body></html>`.markup,
    language,
    kind,
    idempotencyKey: mail.idempotencyKey,
  }
}

type TableTexts = (key: 'part' | 'quantity' | 'price' | 'row' | 'sum', values?: Record<string, string>) => string

function textOfTable({ parts, sums }: MailTable, say: TableTexts): string {
  const rows = parts.map(({ material, ...part }) =>
    say('row', { ...part, material, hasMaterial: material === '' ? 'no' : 'yes' }),
  )
  return [...rows, ...sums.map((sum) => say('sum', sum))].join('\n')
}

function markupOfTable({ parts, sums }: MailTable, say: TableTexts): Html {
  const rows = parts.map(
    ({ name, material, quantity, price }) =>
      html`<tr><td style="padding:4px 8px 4px 0">${name}<br><span style="color:#4a5a56;font-size:14px">${material}</span></td><td style="padding:4px 8px;text-align:right">${quantity}</td><td style="padding:4px 0;text-align:right">${price}</td></tr>`,
  )
  const results = sums.map(
    ({ name, price }) =>
      html`<tr><th scope="row" colspan="2" style="padding:4px 8px 4px 0;text-align:left">${name}</th><td style="padding:4px 0;text-align:right">${price}</td></tr>`,
  )

  return html`<table style="border-collapse:collapse;width:100%;margin:16px 0">
<thead><tr><th scope="col" style="text-align:left">${say('part')}</th><th scope="col" style="text-align:right">${say('quantity')}</th><th scope="col" style="text-align:right">${say('price')}</th></tr></thead>
<tbody>${rows}${results}</tbody></table>`
}

/** Plain text to the company. User input goes into the body, never markup or headers (ABU-5). */
export async function sendStaffMail(
  deps: Pick<Deps, 'config' | 'mail'>,
  mail: Pick<Mail, 'kind' | 'subject' | 'text' | 'idempotencyKey'>,
): Promise<void> {
  const markup = html`<pre style="white-space:pre-wrap">${mail.text}</pre>`.markup
  await deps.mail.send({ ...mail, to: deps.config.brand.email, html: markup, language: 'fr' })
}

type ActionMailDeps = Pick<Deps, 'config' | 'db' | 'publicUrl' | 'texts' | 'mail' | 'log'>

/** Logs and drops a permanently refused mail; throws temporary errors, so that the job retries. */
export async function sendActionMail(deps: ActionMailDeps, mail: ActionMail): Promise<void> {
  const [result] = await sendActionMails(deps, [mail])
  if (result?.status === 'rejected') throw result.reason
}

/** `sendActionMail` for several mails, each with its own result. */
export async function sendActionMails(
  deps: ActionMailDeps,
  mails: readonly ActionMail[],
): Promise<PromiseSettledResult<void>[]> {
  const answered = mails.filter(({ repliesTo }) => repliesTo === 'manager')
  const managers = await listManagers(
    deps.db,
    answered.map(({ to }) => to),
  )
  const composed = mails.map((mail) => {
    const replyTo = mail.repliesTo === 'manager' ? managers.get(mail.to) : undefined
    return { ...composeActionMail(deps, mail), replyTo }
  })

  const sendEach = () => Promise.allSettled(composed.map((mail) => deps.mail.send(mail)))
  const results = await (deps.mail.sendAll?.(composed) ?? sendEach())
  return results.map((result, i) => withoutRefusal(result, mails[i]?.kind, deps.log))
}

/** A permanent refusal is logged and counts as sent: a retry would be refused too. */
function withoutRefusal(
  result: PromiseSettledResult<void>,
  kind: string | undefined,
  log: Deps['log'],
): PromiseSettledResult<void> {
  if (result.status === 'fulfilled') return result

  const error: unknown = result.reason
  if (!(error instanceof MailError) || error.temporary) return result

  log.warn({ kind, code: error.code }, 'mail refused permanently')
  return { status: 'fulfilled', value: undefined }
}

/**
 * By the recipients' addresses, not by the account that caused the mail: customers may have a mail
 * sent to any address, and strangers must not learn who their manager is.
 */
async function listManagers(db: Db, recipients: readonly string[]): Promise<Map<string, MailContact>> {
  const managers = await findManagers(db, 'email', recipients)

  // Without the check, a manager whose name no header can hold would cost customers their mails.
  const contacts = managers.map(({ customer, name, email }) => [customer, { name, address: email }] as const)
  return new Map(contacts.filter(([, contact]) => isContact(contact)))
}
