import type { Readable } from 'node:stream'
import type { ArchiveView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import { type AuditFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { Page } from '#db/lists.ts'
import {
  findArchive,
  findInvoice,
  insertInvoice,
  insertOpening,
  listArchivedInvoices,
  listEnded,
  listRecords,
  removeRecords,
} from './archive.repository.ts'
import { archiveDates } from './erase-rows.repository.ts'
import { listInvoiced } from './invoice.repository.ts'
import { createInvoice } from './invoice.service.ts'

const archiveKey = (customerId: string, invoiceOf: string) => `archive/${customerId}/${invoiceOf}`

/**
 * Stores the invoices of all paid orders and additional costs as PDF, before they lose the texts
 * that an invoice needs. Archived invoices are skipped: after the erasure they would be blank.
 */
export async function archiveInvoices(deps: Deps, customerId: string, confirmedAt: Date): Promise<void> {
  const archived = await listArchivedInvoices(deps.db, customerId)
  const missing = (await listInvoiced(deps.db, customerId)).filter(({ id }) => !archived.has(id))

  for (const invoiced of missing) {
    const { bytes, fileName } = await createInvoice(deps, customerId, invoiced, invoiced.language)
    const fileKey = archiveKey(customerId, invoiced.id)
    await deps.files.put(fileKey, bytes, { contentType: 'application/pdf' })
    await insertInvoice(deps.db, { customerId, invoiceOf: invoiced.id, fileKey, fileName }, archiveDates(confirmedAt))
  }
}

interface Opening {
  customerId: string
  staffId: string
  reason: string
}

/** Opens a customer's archive. A reason is required, and each opening is recorded. */
export async function openArchive(deps: Deps, opening: Opening, page: Page): Promise<ArchiveView> {
  const { customerId } = opening

  return deps.db.transaction().execute(async (trx) => {
    const archive = await findArchive(trx, customerId)
    if (!archive) throw new AppError('NOT_FOUND')
    await insertOpening(trx, openingRow(opening, null, deps.clock()))
    await recordOpening(trx, opening, 'customer.archive-opened')

    const records = await listRecords(trx, customerId, page)
    return {
      archivedAt: archive.archivedAt.toISOString(),
      retainUntil: archive.retainUntil.toISOString(),
      total: archive.total,
      records: records.map(({ source, row_key: key, data }) => ({ source, key, data })),
    }
  })
}

export async function openArchivedInvoice(
  deps: Deps,
  opening: Opening & { invoiceOf: string },
): Promise<{ stream: Readable; bytes: number; fileName: string }> {
  const { customerId, invoiceOf } = opening
  const invoice = await deps.db.transaction().execute(async (trx) => {
    const found = await findInvoice(trx, customerId, invoiceOf)
    if (!found) throw new AppError('NOT_FOUND')
    await insertOpening(trx, openingRow(opening, invoiceOf, deps.clock()))
    await recordOpening(trx, opening, 'customer.invoice-opened', { invoiceOf })
    return found
  })

  const file = invoice.file_key === null ? null : await deps.files.get(invoice.file_key)
  if (!file) throw new AppError('NOT_FOUND')
  return { stream: file.body, bytes: file.bytes, fileName: String(invoice.data.fileName) }
}

function openingRow({ customerId, staffId, reason }: Opening, invoiceOf: string | null, at: Date) {
  return { customer_id: customerId, staff_id: staffId, reason, invoice_of: invoiceOf, at }
}

async function recordOpening(
  trx: Trx,
  { customerId, staffId, reason }: Opening,
  action: 'customer.archive-opened' | 'customer.invoice-opened',
  after: AuditFacts = {},
): Promise<void> {
  await recordAudit(trx, { staffId, action, subject: { kind: 'customer', id: customerId }, after, reason })
}

const purgeBatch = 500

/** Removes records whose retention has ended; files before their records. */
export async function purgeArchives({ db, files, clock }: Pick<Deps, 'clock' | 'db' | 'files'>): Promise<void> {
  for (;;) {
    const ended = await listEnded(db, clock(), purgeBatch)
    if (ended.length === 0) return

    for (const { file_key } of ended) if (file_key !== null) await files.remove(file_key)
    const ids = ended.map(({ id }) => id)
    await removeRecords(db, ids)
  }
}
