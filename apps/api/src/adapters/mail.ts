import { createHash } from 'node:crypto'
import type { Language } from '@cotation/domain'

/** A person in a mail header. */
export interface MailContact {
  name: string
  address: string
}

export interface Mail {
  to: string
  /** Where answers go; by default to the sender. */
  replyTo?: MailContact | undefined
  subject: string
  text: string
  html: string
  language: Language
  /** For logs, such as 'activation': no personal data. */
  kind: string
  /** A retry with the same key must not reach the reader as a second message. */
  idempotencyKey: string
  /** Codes in the content, blanked in the record of mails. Keys in links are blanked without it. */
  secrets?: readonly string[] | undefined
}

export interface MailSender {
  send(mail: Mail): Promise<void>
  /** Each mail has its own result. Absent if a sender gains nothing from sending them together. */
  sendAll?(mails: readonly Mail[]): Promise<PromiseSettledResult<void>[]>
}

export interface MailErrorDetails {
  kind: string
  temporary: boolean
  code: string
  responseCode?: number | undefined
  /** What is wrong with the server's certificate. */
  detailCode?: string | undefined
}

/** Has no `cause`: servers repeat the recipient's address in errors, and loggers would print it. */
export class MailError extends Error {
  readonly temporary: boolean
  readonly code: string
  readonly responseCode: number | undefined
  readonly detailCode: string | undefined

  constructor({ kind, temporary, code, responseCode, detailCode }: MailErrorDetails) {
    const answer = responseCode === undefined ? code : `${code} ${responseCode}`
    super(`mail "${kind}" was not sent: ${answer} (${temporary ? 'temporary' : 'permanent'})`)
    this.name = 'MailError'
    this.temporary = temporary
    this.code = code
    this.responseCode = responseCode
    this.detailCode = detailCode
  }
}

const maxAddressLength = 254

// One address only: no whitespace, control character, list separator, bracket, quote or second @.
const oneAddress = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u
const controlCharacter = /\p{Cc}|[\u2028\u2029]/u

export function isOneAddress(address: string): boolean {
  return address.length <= maxAddressLength && oneAddress.test(address)
}

export function isContact({ name, address }: MailContact): boolean {
  return isOneAddress(address) && !controlCharacter.test(name)
}

/**
 * Every sender calls this first, so that the embedded mailbox also refuses what a mail server must
 * never get: several recipients, or a line break that would start another header.
 */
export function assertSendable(mail: Mail): void {
  const refuse = (code: string) => new MailError({ kind: mail.kind, temporary: false, code })
  if (!isOneAddress(mail.to)) throw refuse('recipient')
  if (controlCharacter.test(mail.subject)) throw refuse('subject')
  if (mail.replyTo && !isContact(mail.replyTo)) throw refuse('reply-to')
  if (mail.idempotencyKey === '') throw refuse('idempotency-key')
}

/** Hashed, because keys may contain account ids and end up in a public header. */
export function mailIdOf(idempotencyKey: string): string {
  return createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 40)
}
