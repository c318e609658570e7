import type { UploadView } from '@cotation/contracts'
import { fileRetention, type UploadPurpose } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Config } from '#core/config.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Owner } from '#http/session.ts'
import {
  countArriving,
  countUnfinishedOfNetwork,
  findOwnUpload,
  findVisitorNetwork,
  insertUploads,
  listUploadsWithAnalysis,
  lockOwnUploads,
  sumStored,
  type UploadRow,
  type UploadWithAnalysis,
} from './upload.repository.ts'

const gib = 1024 ** 3

/** Stored files and uploads in progress, per owner. Bytes are configurable: storage costs money. */
export const maxFiles = { visitor: 400, customer: 5000 } as const

/** In progress while bytes arrived within this time; an upload only announced takes no slot. */
const inProgressMs = 15 * 60_000

/** Visitors' maximum share of concurrent uploads, so that customers always find a slot. */
const visitorShare = 0.75

/**
 * The share of concurrent uploads that all visitors of a network may have unfinished, announced ones
 * too. Tokens are free, so a limit per visitor would not keep one address from taking every slot.
 */
const networkShare = 0.2

/** Abandoned uploads are removed after a day, so retrying sooner than hourly is pointless. */
const quotaRetrySeconds = 3600

function quotaOf(owner: Owner, config: Pick<Config, 'uploads'>) {
  const { visitorGib, customerGib, atOnce } = config.uploads
  return owner.customerId === null
    ? { files: maxFiles.visitor, bytes: visitorGib * gib, concurrent: Math.ceil(atOnce * visitorShare) }
    : { files: maxFiles.customer, bytes: customerGib * gib, concurrent: atOnce }
}

/**
 * Records files that the owner is about to send, in the given sequence; all of them or none (UPL-2,
 * GEO-4). The owner must be locked, so that concurrent announcements cannot exceed the quota.
 */
export async function announceUploads(
  deps: Pick<Deps, 'clock' | 'config' | 'storageRoom'>,
  trx: Trx,
  owner: Owner,
  files: readonly { name: string; bytes: number }[],
  purpose: UploadPurpose,
): Promise<UploadRow[]> {
  if (files.length === 0) return []

  const now = deps.clock()
  const quota = quotaOf(owner, deps.config)
  const stored = await sumStored(trx, owner)
  const bytes = files.reduce((sum, file) => sum + file.bytes, stored.bytes)
  if (stored.files + files.length > quota.files || bytes > quota.bytes)
    throw new AppError('QUOTA_EXCEEDED', { retryAfterSeconds: quotaRetrySeconds })

  await deps.storageRoom.assertRoomFor(files.reduce((sum, file) => sum + file.bytes, 0))

  const since = new Date(now.getTime() - inProgressMs)
  const arriving = await countArriving(trx, since)
  if (arriving + files.length > quota.concurrent) throw new AppError('BUSY')

  const network = owner.visitorHash && (await findVisitorNetwork(trx, owner.visitorHash))
  if (network) {
    const unfinished = await countUnfinishedOfNetwork(trx, network, since)
    const most = Math.max(quota.files, deps.config.uploads.atOnce * networkShare)
    if (unfinished + files.length > most) throw new AppError('BUSY')
  }

  return insertUploads(trx, owner, files, purpose, now)
}

/** Throws BUSY if an upload of which no byte has arrived finds no slot. */
export async function assertSlot(deps: Pick<Deps, 'db' | 'clock' | 'config'>, owner: Owner): Promise<void> {
  const since = new Date(deps.clock().getTime() - inProgressMs)
  const arriving = await countArriving(deps.db, since)
  if (arriving >= quotaOf(owner, deps.config).concurrent) throw new AppError('BUSY')
}

/** Another owner's upload is reported as unknown (BOL-1). */
export async function getOwnUpload(db: Db | Trx, owner: Owner, uploadId: string): Promise<UploadRow> {
  const upload = await findOwnUpload(db, owner, uploadId)
  if (!upload) throw new AppError('NOT_FOUND')
  return upload
}

/**
 * NOT_FOUND unless all are the owner's, for this purpose; locks them against removal (BOL-2). Returns
 * their names by id.
 */
export async function assertOwnUploads(
  trx: Trx,
  owner: Owner,
  uploadIds: readonly string[],
  purpose: UploadPurpose,
): Promise<Map<string, string>> {
  const wanted = [...new Set(uploadIds)]
  if (wanted.length === 0) return new Map()

  const found = await lockOwnUploads(trx, owner, wanted, purpose)
  if (found.length !== wanted.length) throw new AppError('NOT_FOUND')
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Uploads as their owner sees them, by id. */
export async function listUploadViews(
  db: Db | Trx,
  uploadIds: readonly string[],
  now: Date,
): Promise<Map<string, UploadView>> {
  const rows = await listUploadsWithAnalysis(db, [...new Set(uploadIds)])
  return new Map(rows.map((row) => [row.id, uploadView(row, now)]))
}

function uploadView(row: UploadWithAnalysis, now: Date): UploadView {
  const isSettled = row.state === 'done' || row.state === 'failed'
  const isStored = isSettled && row.sha256 !== null
  const waitMs = row.state === 'analysing' && row.queued_at ? now.getTime() - row.queued_at.getTime() : null

  return {
    id: row.id,
    purpose: row.purpose,
    name: row.name,
    bytes: Number(row.bytes),
    state: row.state,
    createdAt: row.created_at.toISOString(),
    expiresAt: isStored ? addMonths(row.last_used_at, fileRetention.months).toISOString() : null,
    summary: row.summary,
    refusal: row.state === 'failed' ? (row.refusal ?? row.analysis_refusal) : null,
    analysingSeconds: waitMs === null ? null : Math.max(0, Math.floor(waitMs / 1000)),
  }
}

/** The same day of a later month, or that month's last day. */
function addMonths(date: Date, months: number): Date {
  const later = new Date(date)
  later.setUTCMonth(later.getUTCMonth() + months)
  // 30 November plus three months overflows to 2 March: step back to the end of February.
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0)
  return later
}

/** Files used within this time are not updated again: they do not expire for months. */
const recentMs = 3_600_000

/** The files whose retention period is worth restarting. */
export function staleUploads(files: readonly { uploadId: string; lastUsedAt: Date }[], now: Date): string[] {
  const stale = files.filter(({ lastUsedAt }) => now.getTime() - lastUsedAt.getTime() >= recentMs)
  return [...new Set(stale.map(({ uploadId }) => uploadId))]
}

/** Restarts the retention period of files that were just used. */
export async function touchUploads(trx: Db | Trx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('upload')
    .set({ last_used_at: now, warned_at: null })
    .where('id', 'in', ids)
    .where('last_used_at', '<', now)
    .execute()
}

/** Runs for every analysed, refused or cancelled upload; the quote slice then settles its lines. */
export const fileAnalysedJob = 'quote-file-analysed'

/** Enqueues the settling of all lines that wait for this upload. */
export async function enqueueFileAnalysed({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, uploadId: string): Promise<void> {
  await jobs.enqueue(trx, fileAnalysedJob, { uploadId })
}

/** The job queues of this slice that more than one file enqueues into. */
export const storeJob = 'store-upload'
export const storeForCustomersJob = 'store-customer-upload'

/** Customers' files are stored by workers of their own: visitors may send hundreds at once. */
export const storeJobOf = ({ customer_id }: Pick<UploadRow, 'customer_id'>): string =>
  customer_id === null ? storeJob : storeForCustomersJob

export const removeContentJob = 'remove-content'
export const analyseJob = 'analyse-part'
export const analyseForCustomersJob = 'analyse-customer-part'
export const analysisMailJob = 'analysis-mail'
