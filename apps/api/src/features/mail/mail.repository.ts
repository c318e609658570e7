import type { MailState } from '@cotation/domain'
import { type Selectable, sql } from 'kysely'
import type { MailRecords } from '#adapters/mail.recorded.ts'
import { isMailQueue } from '#core/mail-queues.ts'
import { customerName, hadAddress, holdersOf } from '#db/customer-sql.ts'
import type { Db } from '#db/database.ts'
import type { MailRecordTable } from '#db/schema.generated.ts'

export type MailRecordRow = Selectable<MailRecordTable>

/** The built-in mailbox keeps mails for the same time: they hold personal data. */
const keptMs = 90 * 86_400_000

/** Writes the record of each mail. A retry of a mail that had left replaces its record. */
export function createMailRecords(db: Db, clock: () => Date): MailRecords {
  return {
    async add(mails) {
      if (mails.length === 0) return

      const mailedAt = clock()
      const rows = mails.map(({ mailId, to, replyTo, hasSecret, ...mail }) => ({
        ...mail,
        mail_id: mailId,
        recipient: to,
        reply_to: replyTo ? JSON.stringify(replyTo) : null,
        has_secret: hasSecret,
        mailed_at: mailedAt,
      }))
      await db
        .insertInto('mail_record')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('mail_id').doUpdateSet((row) => ({
            state: row.ref('excluded.state'),
            error: row.ref('excluded.error'),
          })),
        )
        .execute()
    },
  }
}

/** Removes the records that nobody needs any more. */
export async function removeOldRecords(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mail_record')
    .where('mailed_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}

export function findRecord(db: Db, id: string): Promise<MailRecordRow | undefined> {
  return db.selectFrom('mail_record').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A job that has not sent its mail. */
export interface MailJobRow {
  id: string
  state: Extract<MailState, 'waiting' | 'retrying' | 'failed'>
  kind: string
  recipient: string | null
  error: string | null
  mailedAt: Date
}

export async function findMailJob(db: Db, id: string): Promise<MailJobRow | undefined> {
  const queue = sql`coalesce(source_name, name)`
  const { rows } = await sql<MailJobRow>`
    select id, coalesce(data ->> 'kind', ${queue}) as kind, data ->> 'email' as recipient,
      coalesce(source_output, output) ->> 'code' as error, coalesce(source_created_on, created_on) as "mailedAt",
      case when name = 'dead-letter' then 'failed' when state = 'retry' then 'retrying' else 'waiting' end as state
    from pgboss.job where id = ${id} and state < 'active' and ${isMailQueue(queue)}`.execute(db)
  return rows[0]
}

/** The customer who had an address at a time, as staff call them. */
export async function findCustomerOf(
  db: Db,
  email: string,
  at: Date,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, ${customerName} as name from customer c
    where c.id in (${holdersOf(sql`${email}`)}) and c.deleted_at is null
      and ${hadAddress(sql`${email}`, sql`${at}::timestamptz`)}`.execute(db)
  return rows[0]
}
