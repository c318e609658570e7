import { causeOf } from './error-cause.ts'
import type { Log } from './log.ts'
import { type Mail, MailError, type MailSender, mailIdOf } from './mail.ts'

/** A mail that left, or that was refused for good. */
export interface RecordedMail extends Omit<Mail, 'idempotencyKey' | 'secrets'> {
  mailId: string
  state: 'sent' | 'refused'
  /** The code of the refusal. */
  error: string | null
  hasSecret: boolean
}

export interface MailRecords {
  add(mails: readonly RecordedMail[]): Promise<void>
}

const blank = '•••'

/** Keys in links: `#key=…`, and the usual names in a query. */
const secretInLink = /([?&#](?:amp;)?(?:key|token|ticket)=)[^\s"'<>&#]+/g

/** The mail without what would let a reader act for its recipient. */
export function withoutSecrets({ text, html, secrets = [] }: Pick<Mail, 'text' | 'html' | 'secrets'>) {
  const blanked = (content: string) => {
    const withoutKeys = content.replaceAll(secretInLink, `$1${blank}`)
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, blank), withoutKeys)
  }

  const shown = { text: blanked(text), html: blanked(html) }
  return { ...shown, hasSecret: shown.text !== text || shown.html !== html }
}

/** Null for a temporary failure: the job tries again, and is itself what staff see until then. */
function recordOf(mail: Mail, result: PromiseSettledResult<void>): RecordedMail | null {
  const { idempotencyKey, secrets: _secrets, ...content } = mail
  const recorded = { ...content, ...withoutSecrets(mail), mailId: mailIdOf(idempotencyKey) }
  if (result.status === 'fulfilled') return { ...recorded, state: 'sent', error: null }

  const error: unknown = result.reason
  if (!(error instanceof MailError) || error.temporary) return null
  const code = error.responseCode === undefined ? error.code : `${error.code} ${error.responseCode}`
  return { ...recorded, state: 'refused', error: code }
}

/** Keeps a record of each mail, so that staff can see what a customer got. */
export function createRecordedSender(sender: MailSender, records: MailRecords, log: Log): MailSender {
  // A record that cannot be written must not fail the job: the mail has left, and a retry would send it twice.
  const record = async (mails: readonly Mail[], results: readonly PromiseSettledResult<void>[]) => {
    const recorded = mails.flatMap((mail, i) => {
      const result = results[i]
      const one = result ? recordOf(mail, result) : null
      return one ? [one] : []
    })
    await records.add(recorded).catch((error: unknown) => log.warn(causeOf(error), 'a mail could not be recorded'))
  }

  const sendOne = async (mail: Mail) => {
    const [result] = await Promise.allSettled([sender.send(mail)])
    await record([mail], [result])
    if (result.status === 'rejected') throw result.reason
  }

  const { sendAll } = sender
  if (!sendAll) return { send: sendOne }

  return {
    send: sendOne,
    async sendAll(mails) {
      const results = await sendAll(mails)
      await record(mails, results)
      return results
    },
  }
}
