import type { Language, LeaveReason } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

export interface ContactMessage {
  name: string
  email: string
  topic: string
  message: string
  language: Language
}

export async function insertContactMessage(trx: Trx, now: Date, contact: ContactMessage): Promise<string> {
  const row = await trx
    .insertInto('contact_message')
    .values({ ...contact, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function getContactMessage(db: Db, id: string) {
  return db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function insertLeaveReason(
  db: Db,
  now: Date,
  answer: { customerId: string | null; reasons: LeaveReason[]; other: string | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('leave_reason')
      .values({ customer_id: answer.customerId, reasons: answer.reasons, other: answer.other, created_at: now })
      .execute()
    if (answer.customerId === null) return
    await trx.updateTable('customer').set({ detain_popup: false }).where('id', '=', answer.customerId).execute()
  })
}

export async function countChannelVisit(db: Db, channel: string, day: string): Promise<void> {
  await db
    .insertInto('channel_visit')
    .values({ channel, day, visits: 1 })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'day']).doUpdateSet({ visits: sql`channel_visit.visits + 1` }),
    )
    .execute()
}

export async function insertSemRecord(
  db: Db,
  now: Date,
  record: { referer: string; browseUrl: string; parameters: Record<string, string> },
): Promise<void> {
  await db
    .insertInto('sem_record')
    .values({
      referer: record.referer,
      browse_url: record.browseUrl,
      parameters: JSON.stringify(record.parameters),
      created_at: now,
    })
    .execute()
}
