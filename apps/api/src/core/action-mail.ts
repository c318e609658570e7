import type { Language } from '@cotation/domain'
import { html } from '@cotation/html'
import { isContact, type Mail, type MailContact, MailError } from '#adapters/mail.ts'
import type { Db } from '#db/database.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import {
  codeParagraph,
  factList,
  linkButton,
  type MailFact,
  type MailSeller,
  type MailTable,
  mailPage,
  paragraph,
  partTable,
  sellerText,
  smallLink,
  smallParagraph,
} from './mail-markup.ts'
import { findManagers } from './manager.ts'
import { registrationTexts, vatText } from './seller-texts.ts'
import type { Translate } from './texts.ts'

export interface ActionMail {
  /** The key of its texts in the `mail` messages: subject, body, button, note. */
  kind: string
  to: string
  /** The name in the greeting; without it the greeting is anonymous. */
  userName?: string
  language: Language
  /** A code to copy, in large type below the body. */
  code?: string | undefined
  /** Facts to copy, such as a bank account, in a list below the body. */
  facts?: readonly MailFact[] | undefined
  table?: MailTable | undefined
  /** The customer's purchase order number, below the body; empty if the order has none. */
  poNumber?: string
  /**
   * Answers go to the customer's manager, if there is one, or else to the shop. Never to a manager for
   * mails with sign-in secrets.
   */
  repliesTo: 'manager' | 'sender'
  /** The path in the web app that the button opens. */
  path: string
  /** A second link in small type below the note, such as to the settings of these mails. */
  lastLink?: { name: string; path: string } | undefined
  /** Arguments of the texts. */
  values?: Readonly<Record<string, string | number>>
  idempotencyKey: string
}

type ComposeDeps = Pick<Deps, 'config' | 'publicUrl' | 'texts'>

/**
 * A mail with the brand, a greeting, a reason, one button, a note and the seller, from the same messages
 * as the app. Text and markup say the same.
 */
export function composeActionMail(deps: ComposeDeps, mail: ActionMail): Mail {
  const { kind, language, userName, code, facts, table, lastLink, poNumber = '' } = mail
  const { brand } = deps.config
  const values = { ...mail.values, userName: userName ?? '', brand: brand.name }
  const say: Translate = (key, others = values) => deps.texts(language, 'mail', key, others)

  const greeting = say(userName === undefined ? 'greetingNobody' : 'greeting')
  const subject = say(`${kind}.subject`)
  const body = say(`${kind}.body`)
  const button = say(`${kind}.button`)
  const note = say(`${kind}.note`)
  const signature = say('signature')
  const reference = poNumber === '' ? '' : say('poNumber', { number: poNumber })
  const url = `${deps.publicUrl}/manufacture${mail.path}`
  const seller = sellerOf(deps, language)

  const texts = [greeting, body]
  const markup = [paragraph(greeting), paragraph(body)]

  if (facts && facts.length > 0) {
    texts.push(facts.map(({ name, value }) => say('fact', { name, value })).join('\n'))
    markup.push(factList(facts))
  }
  if (reference !== '') {
    texts.push(reference)
    markup.push(paragraph(reference))
  }
  if (table) {
    texts.push(textOfTable(table, say))
    markup.push(
      partTable(table, { part: say('table.part'), quantity: say('table.quantity'), price: say('table.price') }),
    )
  }
  if (code !== undefined) {
    texts.push(code)
    markup.push(codeParagraph(code))
  }

  texts.push(`${button}\n${url}`, note)
  markup.push(linkButton(button, url), smallParagraph(note))

  if (lastLink) {
    const lastUrl = `${deps.publicUrl}/manufacture${lastLink.path}`
    texts.push(`${lastLink.name}\n${lastUrl}`)
    markup.push(smallLink(lastLink.name, lastUrl))
  }

  texts.push(signature, sellerText(seller))
  markup.push(paragraph(signature))

  return {
    to: mail.to,
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: mailPage({ language, subject, brand: brand.name, content: html`${markup}`, seller }),
    language,
    kind,
    idempotencyKey: mail.idempotencyKey,
    secrets: code === undefined ? [] : [code],
  }
}

/** Who sends the mail, as the law asks of business letters. */
function sellerOf({ config, texts }: Pick<Deps, 'config' | 'texts'>, language: Language): MailSeller {
  const { legalEntity, address, email, phone } = config.brand
  const say: Translate = (key, values) => texts(language, 'papers', key, values)
  const identity = [legalEntity, ...registrationTexts(config.brand, say), vatText(config.vatNumber, say)]
  return { identity: identity.filter(Boolean).join(' · '), address, email, phone }
}

function textOfTable({ parts, sums }: MailTable, say: Translate): string {
  const rows = parts.map(({ material, ...part }) =>
    say('table.row', { ...part, material, hasMaterial: material === '' ? 'no' : 'yes' }),
  )
  return [...rows, ...sums.map(({ name, price }) => say('table.sum', { name, price }))].join('\n')
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
    const manager = mail.repliesTo === 'manager' ? managers.get(mail.to) : undefined
    return { ...composeActionMail(deps, mail), replyTo: manager ?? shopContact(deps.config) }
  })

  const sendEach = () => Promise.allSettled(composed.map((mail) => deps.mail.send(mail)))
  const results = await (deps.mail.sendAll?.(composed) ?? sendEach())
  return results.map((result, i) => withoutRefusal(result, mails[i]?.kind, deps.log))
}

/** Where answers go if mails have a sender of their own, which may not be read by anyone. */
function shopContact({ brand, mailFrom }: Pick<Config, 'brand' | 'mailFrom'>): MailContact | undefined {
  const contact = { name: brand.name, address: brand.email }
  return mailFrom !== null && isContact(contact) ? contact : undefined
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
