import { assertSendable, type Mail, type MailSender, mailIdOf } from './mail.ts'

export interface MailboxMessage extends Omit<Mail, 'idempotencyKey' | 'replyTo' | 'secrets'> {
  /** The same for every retry of a mail; the store ignores repetitions. */
  id: string
  from: string
  /** A name with the address in angle brackets; null if answers go to the sender. */
  replyTo: string | null
}

export interface StoredMailboxMessage extends MailboxMessage {
  receivedAt: Date
}

export interface MailboxStore {
  insert(messages: readonly MailboxMessage[]): Promise<void>
  /** Newest first. */
  list(limit: number): Promise<StoredMailboxMessage[]>
  get(id: string): Promise<StoredMailboxMessage | null>
}

/** Without a mail server (the default), mails go to a mailbox that is read in the browser. */
export function createMailboxSender(store: Pick<MailboxStore, 'insert'>, from: string): MailSender {
  const messageOf = (mail: Mail): MailboxMessage => {
    assertSendable(mail)
    const { replyTo: contact, idempotencyKey, secrets: _secrets, ...content } = mail
    const replyTo = contact ? `${contact.name} <${contact.address}>` : null
    return { ...content, id: mailIdOf(idempotencyKey), from, replyTo }
  }

  return {
    async send(mail) {
      await store.insert([messageOf(mail)])
    },
    async sendAll(mails) {
      const messages = await Promise.allSettled(mails.map(async (mail) => messageOf(mail)))
      const sendable = messages.flatMap((message) => (message.status === 'fulfilled' ? [message.value] : []))
      const [inserted] = await Promise.allSettled([store.insert(sendable)])
      return messages.map((message) => (message.status === 'fulfilled' ? inserted : message))
    },
  }
}
