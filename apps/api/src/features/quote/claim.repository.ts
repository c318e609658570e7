import type { Trx } from '#db/database.ts'

/** Gives what a visitor made to the account that the visitor logged in to. */
export async function giveToCustomer(trx: Trx, visitorHash: Buffer, customerId: string): Promise<void> {
  const owner = { customer_id: customerId, visitor_hash: null }
  await trx.updateTable('project').set(owner).where('visitor_hash', '=', visitorHash).execute()
  await trx.updateTable('upload').set(owner).where('visitor_hash', '=', visitorHash).execute()
}
