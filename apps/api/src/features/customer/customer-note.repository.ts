import type { Insertable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { CustomerNoteTable } from '#db/schema.generated.ts'

/** The notes about a customer with the names of their authors, newest first. */
export async function listNotes(db: Db, customerId: string) {
  return db
    .selectFrom('customer_note')
    .innerJoin('staff_member', 'staff_member.id', 'customer_note.staff_id')
    .select([
      'customer_note.id',
      'customer_note.staff_id',
      'customer_note.text',
      'customer_note.written_at',
      'customer_note.edited_at',
      'staff_member.name as author',
    ])
    .where('customer_note.customer_id', '=', customerId)
    .orderBy('customer_note.written_at', 'desc')
    .orderBy('customer_note.id')
    .execute()
}

export async function countNotes(trx: Trx, customerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('customer_note')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertNote(trx: Trx, note: Insertable<CustomerNoteTable>): Promise<string> {
  const { id } = await trx.insertInto('customer_note').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Undefined if the customer has no such note. */
export async function lockNote(trx: Trx, customerId: string, noteId: string) {
  return trx
    .selectFrom('customer_note')
    .select(['staff_id', 'text'])
    .where('id', '=', noteId)
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateNote(trx: Trx, noteId: string, change: { text: string; edited_at: Date }): Promise<void> {
  await trx.updateTable('customer_note').set(change).where('id', '=', noteId).execute()
}

export async function deleteNote(trx: Trx, noteId: string): Promise<void> {
  await trx.deleteFrom('customer_note').where('id', '=', noteId).execute()
}
