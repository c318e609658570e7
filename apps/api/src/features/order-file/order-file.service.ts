import type { OrderFileView } from '@cotation/contracts'
import type { Language, OrderDocument } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type AuditEntry, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import type { Paper } from '#core/paper-maker.ts'
import { createDocument } from '#features/order/document.service.ts'
import { findMesh } from '#features/upload/analysis/bodies.service.ts'
import { type OriginalFile, readRecorded } from '#features/upload/history.service.ts'
import { findCustomerOfOrder, findOrderedBody, listOrderFiles, type OrderFileRow } from './order-file.repository.ts'

type FileDeps = Pick<Deps, 'config' | 'db' | 'files'>

async function getCustomerOfOrder({ db }: Pick<Deps, 'db'>, orderId: string): Promise<string> {
  const customerId = await findCustomerOfOrder(db, orderId)
  if (customerId === undefined) throw new AppError('NOT_FOUND')
  return customerId
}

/** Before the first byte is sent, so that no download is missing in the audit. */
const record = ({ db }: Pick<Deps, 'db'>, entry: AuditEntry): Promise<void> =>
  db.transaction().execute((trx) => recordAudit(trx, entry))

/** A document of an order for a member of staff. */
export async function downloadDocument(
  deps: Deps,
  staffId: string,
  { orderId, kind }: { orderId: string; kind: OrderDocument },
  language: Language,
): Promise<Paper> {
  const customerId = await getCustomerOfOrder(deps, orderId)
  const paper = await createDocument(deps, orderId, 'staff', kind, language)

  const subject = { kind: 'order', id: orderId } as const
  await record(deps, { staffId, action: 'file.downloaded', subject, customerId, after: { document: kind } })
  return paper
}

const isThere = ({ sha256, state }: OrderFileRow) => sha256 !== null && state !== 'expired'

function fileViewOf(row: OrderFileRow): OrderFileView {
  return {
    uploadId: row.upload_id,
    name: row.name,
    purpose: row.purpose,
    lineId: row.line_id,
    lineName: row.line_name,
    bytes: isThere(row) ? Number(row.bytes) : null,
  }
}

export async function listFiles(deps: Pick<Deps, 'db'>, orderId: string): Promise<OrderFileView[]> {
  await getCustomerOfOrder(deps, orderId)
  return (await listOrderFiles(deps.db, orderId)).map(fileViewOf)
}

/** The mesh of an ordered part for a member of staff; NOT_FOUND once its file has been removed. */
export async function showOrderedMesh(
  deps: FileDeps,
  staffId: string,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<Uint8Array> {
  const body = await findOrderedBody(deps.db, orderId, lineId)
  if (!body || body.analysis_id === null || body.body_index === null) throw new AppError('NOT_FOUND')

  const mesh = await findMesh(deps, body.analysis_id, body.body_index)
  if (!mesh) throw new AppError('NOT_FOUND')

  const subject = { kind: 'file', id: body.upload_id } as const
  await recordFileView(deps, { staffId, subject, customerId: body.customer_id })
  return mesh
}

interface FileParams {
  orderId: string
  uploadId: string
}

/** A file that the customer sent with an order; NOT_FOUND for files of others. */
async function getOrderFile(deps: Pick<Deps, 'db'>, { orderId, uploadId }: FileParams) {
  const customerId = await getCustomerOfOrder(deps, orderId)
  const file = (await listOrderFiles(deps.db, orderId)).find(({ upload_id }) => upload_id === uploadId)
  if (!file?.state) throw new AppError('NOT_FOUND')

  const { name, sha256, state, purpose } = file
  return { customerId, purpose, stored: { name, sha256, state } }
}

/** A file of an order as the customer sent it. Each download is in the audit. */
export async function downloadFile(deps: FileDeps, staffId: string, params: FileParams): Promise<OriginalFile> {
  const { customerId, stored } = await getOrderFile(deps, params)
  const subject = { kind: 'file', id: params.uploadId } as const
  const after = { orderId: params.orderId }

  return readRecorded(deps, stored, () =>
    record(deps, { staffId, action: 'file.downloaded', subject, customerId, after }),
  )
}

/** A drawing of an order for the screen, which may read it ahead. */
export async function showDrawing(deps: FileDeps, staffId: string, params: FileParams): Promise<OriginalFile> {
  const { customerId, stored, purpose } = await getOrderFile(deps, params)
  if (purpose !== 'attachment') throw new AppError('NOT_FOUND')

  const subject = { kind: 'file', id: params.uploadId } as const
  return readRecorded(deps, stored, () => recordFileView(deps, { staffId, subject, customerId }))
}
