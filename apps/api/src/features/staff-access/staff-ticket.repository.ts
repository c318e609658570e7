import type { StaffTicketPurpose } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'

interface NewTicket {
  hash: Buffer
  staffId: string
  purpose: StaffTicketPurpose
  now: Date
  expiresAt: Date
}

export async function insertTicket(trx: Trx, ticket: NewTicket): Promise<void> {
  await trx
    .insertInto('staff_ticket')
    .values({
      ticket_hash: ticket.hash,
      staff_id: ticket.staffId,
      purpose: ticket.purpose,
      created_at: ticket.now,
      expires_at: ticket.expiresAt,
    })
    .execute()
}

interface TicketUse {
  hash: Buffer
  purpose: StaffTicketPurpose
  maxTries: number
  now: Date
}

/** Counts a try of a live ticket; the member's id, or null if it ended or its tries are used up. */
export async function countTicketTry(db: Db, { hash, purpose, maxTries, now }: TicketUse): Promise<string | null> {
  const row = await db
    .updateTable('staff_ticket')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id ?? null
}

/** The member of a live ticket, without counting a try. */
export async function findTicketOwner(db: Db, { hash, purpose, maxTries, now }: TicketUse): Promise<string | null> {
  const row = await db
    .selectFrom('staff_ticket')
    .select('staff_id')
    .where('ticket_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return row?.staff_id ?? null
}

/** Uses up a ticket: of several concurrent calls only one gets true. */
export async function takeTicket(trx: Trx, hash: Buffer): Promise<boolean> {
  const removed = await trx.deleteFrom('staff_ticket').where('ticket_hash', '=', hash).executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function removeTickets(trx: Trx, staffId: string): Promise<{ expires_at: Date }[]> {
  return trx.deleteFrom('staff_ticket').where('staff_id', '=', staffId).returning('expires_at').execute()
}
