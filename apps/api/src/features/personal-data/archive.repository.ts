import type { Db, Trx } from '#db/database.ts'
import type { Page } from '#db/lists.ts'
import type { ArchiveDates } from './erase-rows.repository.ts'

const invoiceSource = 'invoice'

/** The orders and additional costs of a customer whose invoices are archived. */
export async function listArchivedInvoices(db: Db, customerId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('archive_record')
    .select('row_key')
    .where('customer_id', '=', customerId)
    .where('source', '=', invoiceSource)
    .execute()
  return new Set(rows.map(({ row_key }) => row_key))
}

interface ArchivedInvoice {
  customerId: string
  invoiceOf: string
  fileKey: string
  fileName: string
}

export async function insertInvoice(db: Db, invoice: ArchivedInvoice, dates: ArchiveDates): Promise<void> {
  await db
    .insertInto('archive_record')
    .values({
      customer_id: invoice.customerId,
      source: invoiceSource,
      row_key: invoice.invoiceOf,
      data: JSON.stringify({ fileName: invoice.fileName }),
      file_key: invoice.fileKey,
      archived_at: dates.now,
      retain_until: dates.retainUntil,
    })
    .onConflict((conflict) => conflict.columns(['source', 'row_key']).doNothing())
    .execute()
}

export async function findInvoice(trx: Trx, customerId: string, invoiceOf: string) {
  return trx
    .selectFrom('archive_record')
    .select(['file_key', 'data'])
    .where('customer_id', '=', customerId)
    .where('source', '=', invoiceSource)
    .where('row_key', '=', invoiceOf)
    .executeTakeFirst()
}

export async function listRecords(trx: Trx, customerId: string, { page, pageSize }: Page) {
  return trx
    .selectFrom('archive_record')
    .select(['source', 'row_key', 'data'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}

/** The size and dates of an archive; undefined if there is none. */
export async function findArchive(trx: Trx, customerId: string) {
  const row = await trx
    .selectFrom('archive_record')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.min('archived_at').as('archivedAt'),
      fn.max('retain_until').as('retainUntil'),
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (row.archivedAt === null || row.retainUntil === null) return undefined

  return { total: Number(row.total), archivedAt: row.archivedAt, retainUntil: row.retainUntil }
}

export async function insertOpening(
  trx: Trx,
  opening: { customer_id: string; staff_id: string; reason: string; invoice_of: string | null; at: Date },
): Promise<void> {
  await trx.insertInto('archive_opening').values(opening).execute()
}

/** Records whose retention has ended. */
export async function listEnded(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('archive_record')
    .select(['id', 'file_key'])
    .where('retain_until', '<=', now)
    .orderBy('retain_until')
    .limit(limit)
    .execute()
}

export async function removeRecords(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('archive_record').where('id', 'in', ids).execute()
}
