import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'

/** Points that an order has earned and not lost since, and the refunds of its money (US cents). */
export async function getOrderPoints(trx: Trx, orderId: string): Promise<{ points: number; refundedMinor: number }> {
  const { rows } = await sql<{ points: string; refunded: string }>`
    select coalesce(-sum(entry.amount_minor) filter (where account.kind = 'points'), 0) as points,
      coalesce(sum(entry.amount_minor) filter (where account.kind = 'sales' and posting.kind = 'refund'), 0) as refunded
    from ledger_transaction posting
    join ledger_entry entry on entry.transaction_id = posting.id
    join ledger_account account on account.id = entry.account_id
    where posting.order_id = ${orderId}`.execute(trx)
  return { points: Number(rows[0]?.points ?? 0), refundedMinor: Number(rows[0]?.refunded ?? 0) }
}
