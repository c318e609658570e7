import type { Selectable } from 'kysely'
import type { MailboxStore, StoredMailboxMessage } from '#adapters/mail.mailbox.ts'
import type { Db } from '#db/database.ts'
import type { MailboxMessageTable } from '#db/schema.generated.ts'

const stored = (row: Selectable<MailboxMessageTable>): StoredMailboxMessage => ({
  id: row.id,
  from: row.sender,
  to: row.recipient,
  replyTo: row.reply_to,
  subject: row.subject,
  text: row.text,
  html: row.html,
  language: row.language,
  kind: row.kind,
  receivedAt: row.created_at,
})

/** Mails are read soon or never, and hold personal data. */
const keptMs = 90 * 86_400_000

/** Removes the mails that nobody needs any more. */
export async function removeOldMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mailbox_message')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}

/** Stores mails of installations without an SMTP server; they can be read in the browser. */
export function createMailboxStore(db: Db, clock: () => Date): MailboxStore {
  return {
    async insert(messages) {
      if (messages.length === 0) return

      const rows = messages.map(({ id, kind, language, subject, text, html, to, from, replyTo }) => ({
        id,
        kind,
        language,
        subject,
        text,
        html,
        recipient: to,
        sender: from,
        reply_to: replyTo,
        created_at: clock(),
      }))
      await db
        .insertInto('mailbox_message')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    async list(limit) {
      const rows = await db
        .selectFrom('mailbox_message')
        .selectAll()
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(stored)
    },
    async get(id) {
      const row = await db.selectFrom('mailbox_message').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? stored(row) : null
    },
  }
}
