import type { Language } from '@cotation/domain'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { DataExportTable } from '#db/schema.generated.ts'

export type ExportRow = Selectable<DataExportTable>

export async function findLatestExport(db: Db, customerId: string): Promise<ExportRow | undefined> {
  return db
    .selectFrom('data_export')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Literals: with parameters, a prepared statement no longer matches the index after some calls. */
const isUnderWay = sql<boolean>`state in ('queued', 'running')`

/** The id of the new export; undefined if one is under way. */
export async function insertExport(
  trx: Trx,
  request: { customer_id: string; language: Language; requested_at: Date },
): Promise<string | undefined> {
  const row = await trx
    .insertInto('data_export')
    .values({ ...request, state: 'queued' })
    .onConflict((conflict) => conflict.column('customer_id').where(isUnderWay).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Counts an attempt of an export that is not finished. */
export async function beginExport(db: Db, exportId: string) {
  return db
    .updateTable('data_export')
    .set(({ eb }) => ({ state: 'running', attempts: eb('attempts', '+', 1), progress: 0 }))
    .where('id', '=', exportId)
    .where('state', 'in', ['queued', 'running'])
    .returning(['customer_id', 'language', 'attempts'])
    .executeTakeFirst()
}

export async function updateProgress(db: Db, exportId: string, progress: number): Promise<void> {
  await db.updateTable('data_export').set({ progress }).where('id', '=', exportId).execute()
}

/** False if the export was removed meanwhile, with its customer. */
export async function finishExport(
  trx: Trx,
  exportId: string,
  made: { bytes: number; ready_at: Date; expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('data_export')
    .set({ state: 'ready', progress: 100, ...made })
    .where('id', '=', exportId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function failExport(db: Db, exportId: string): Promise<void> {
  await db.updateTable('data_export').set({ state: 'failed' }).where('id', '=', exportId).execute()
}

/** An export with its customer, for the mail; undefined if it can no longer be downloaded. */
export async function findReadyExport(db: Db, exportId: string) {
  return db
    .selectFrom('data_export')
    .innerJoin('customer', 'customer.id', 'data_export.customer_id')
    .select(['data_export.language', 'data_export.expires_at', 'customer.email', 'customer.username'])
    .where('data_export.id', '=', exportId)
    .where('state', '=', 'ready')
    .executeTakeFirst()
}

/** Stores a ticket for the customer's export if it is ready; false if none is. */
export async function putTicket(
  db: Db,
  own: { customerId: string; exportId: string; now: Date },
  ticket: { ticket_hash: Buffer; ticket_expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_export')
    .set(ticket)
    .where('id', '=', own.exportId)
    .where('customer_id', '=', own.customerId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', own.now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findByTicket(db: Db, ticketHash: Buffer, now: Date) {
  return db
    .selectFrom('data_export')
    .select(['id', 'ready_at'])
    .where('ticket_hash', '=', ticketHash)
    .where('ticket_expires_at', '>', now)
    .where('state', '=', 'ready')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function listExportIds(db: Db, customerId: string): Promise<string[]> {
  const rows = await db.selectFrom('data_export').select('id').where('customer_id', '=', customerId).execute()
  return rows.map(({ id }) => id)
}

export async function removeExport(db: Db, exportId: string): Promise<void> {
  await db.deleteFrom('data_export').where('id', '=', exportId).execute()
}

export async function listExpiredExports(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('data_export')
    .select('id')
    .where('state', '=', 'ready')
    .where('expires_at', '<=', now)
    .execute()
  return rows.map(({ id }) => id)
}

export async function endExport(db: Db, exportId: string): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ state: 'ended', bytes: null, ticket_hash: null, ticket_expires_at: null })
    .where('id', '=', exportId)
    .execute()
}
