import type { Selectable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { ReloadDisputeTable } from '#db/schema.generated.ts'

export type ReloadDisputeRow = Selectable<ReloadDisputeTable>

interface NewDispute {
  intentId: string
  customerId: string
  providerId: string
  disputedMinor: number
  frozenMinor: number
  now: Date
}

/** Returns false if the dispute is already known. */
export async function insertDispute(trx: Trx, dispute: NewDispute): Promise<boolean> {
  const row = await trx
    .insertInto('reload_dispute')
    .values({
      intent_id: dispute.intentId,
      customer_id: dispute.customerId,
      provider_id: dispute.providerId,
      disputed_minor: dispute.disputedMinor,
      frozen_minor: dispute.frozenMinor,
      opened_at: dispute.now,
    })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findDispute(trx: Trx, providerId: string): Promise<ReloadDisputeRow | undefined> {
  return trx.selectFrom('reload_dispute').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
}

export async function closeDispute(trx: Trx, disputeId: string, outcome: 'won' | 'lost', now: Date): Promise<void> {
  await trx.updateTable('reload_dispute').set({ outcome, closed_at: now }).where('id', '=', disputeId).execute()
}

export async function listDisputesOf(db: Db, intentId: string): Promise<ReloadDisputeRow[]> {
  return db.selectFrom('reload_dispute').selectAll().where('intent_id', '=', intentId).orderBy('opened_at').execute()
}
