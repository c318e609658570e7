import type { Db, Trx } from '#db/database.ts'

export interface QuickFlow {
  stateHash: Buffer
  browserHash: Buffer
  channel: string
  nonce: string
  codeVerifier: string
  redirect: string
  linkCustomerId: string | null
  expiresAt: Date
}

export async function insertFlow(db: Db, flow: QuickFlow): Promise<void> {
  await db
    .insertInto('quick_flow')
    .values({
      state_hash: flow.stateHash,
      browser_hash: flow.browserHash,
      channel: flow.channel,
      nonce: flow.nonce,
      code_verifier: flow.codeVerifier,
      redirect: flow.redirect,
      link_customer_id: flow.linkCustomerId,
      expires_at: flow.expiresAt,
    })
    .execute()
}

/** Consumes the flow; a replayed callback finds nothing (OAU-1). */
export async function takeFlow(db: Db, key: { stateHash: Buffer; browserHash: Buffer; channel: string; now: Date }) {
  return db
    .deleteFrom('quick_flow')
    .where('state_hash', '=', key.stateHash)
    .where('browser_hash', '=', key.browserHash)
    .where('channel', '=', key.channel)
    .where('expires_at', '>', key.now)
    .returning(['nonce', 'code_verifier', 'redirect', 'link_customer_id'])
    .executeTakeFirst()
}

export async function findLink(db: Db | Trx, issuer: string, subject: string) {
  return db
    .selectFrom('quick_link')
    .select('customer_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** False if the identity, or this channel of the account, is already linked. */
export async function insertLink(
  db: Db | Trx,
  link: { issuer: string; subject: string; channel: string; customerId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('quick_link')
    .values({
      issuer: link.issuer,
      subject: link.subject,
      channel: link.channel,
      customer_id: link.customerId,
      created_at: link.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('channel')
    .executeTakeFirst()
  return row !== undefined
}

export async function listLinkedChannels(db: Db | Trx, customerId: string): Promise<string[]> {
  const rows = await db.selectFrom('quick_link').select('channel').where('customer_id', '=', customerId).execute()
  return rows.map((row) => row.channel)
}

export async function removeLinks(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('quick_link').where('customer_id', '=', customerId).execute()
}

export async function removeLink(trx: Trx, customerId: string, channel: string): Promise<void> {
  await trx.deleteFrom('quick_link').where('customer_id', '=', customerId).where('channel', '=', channel).execute()
}
