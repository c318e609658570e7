import type { Db, Trx } from '#db/database.ts'

export async function insertTicket(
  trx: Trx,
  ticket: { hash: Buffer; customerId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('login_ticket')
    .values({
      ticket_hash: ticket.hash,
      customer_id: ticket.customerId,
      created_at: ticket.now,
      expires_at: ticket.expiresAt,
    })
    .execute()
}

/** Counts a try of a live ticket; the customer's id, or null if it ended or its tries are used up. */
export async function countTicketTry(db: Db, hash: Buffer, maxTries: number, now: Date): Promise<string | null> {
  const row = await db
    .updateTable('login_ticket')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning('customer_id')
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** The customer of a live ticket, without counting a try. */
export async function findTicketOwner(db: Db, hash: Buffer, maxTries: number, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('login_ticket')
    .select('customer_id')
    .where('ticket_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Uses up a ticket: of several concurrent calls only one gets true. */
export async function takeTicket(trx: Trx, hash: Buffer): Promise<boolean> {
  const removed = await trx.deleteFrom('login_ticket').where('ticket_hash', '=', hash).executeTakeFirst()
  return removed.numDeletedRows > 0n
}
