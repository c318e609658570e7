import type { Readable } from 'node:stream'
import type { ExportView } from '@cotation/contracts'
import { type Language, personalDataLimits } from '@cotation/domain'
import { type ZipEntry, zipOf } from '#adapters/zip.ts'
import { sendActionMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { spendDailyBudget } from '#core/guards.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import { assertIdentity } from '#features/auth/password.service.ts'
import type { CustomerSession } from '#http/session.ts'
import { dayText } from '#src/papers/paper-words.ts'
import {
  beginExport,
  type ExportRow,
  endExport,
  failExport,
  findByTicket,
  findLatestExport,
  findReadyExport,
  finishExport,
  insertExport,
  listExpiredExports,
  listExportIds,
  putTicket,
  removeExport,
  updateProgress,
} from './export.repository.ts'
import { listExportEntries } from './export-content.service.ts'

export const exportJob = 'data-export'
export const exportMailJob = 'data-export-mail'

export interface ExportJobData {
  exportId: string
}

const dayMs = 86_400_000
const ticketMs = 5 * 60_000
const maxAttempts = 3

const exportKey = (exportId: string) => `exports/${exportId}`

function exportView(row: ExportRow, now: Date): ExportView {
  // The job that removes the file comes some minutes later.
  const isOver = row.state === 'ready' && row.expires_at !== null && row.expires_at <= now

  return {
    id: row.id,
    state: isOver ? 'ended' : row.state,
    progress: row.progress,
    language: row.language,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes === null ? null : Number(row.bytes),
  }
}

export async function getExports({ db, clock }: Deps, customerId: string): Promise<{ latest: ExportView | null }> {
  const row = await findLatestExport(db, customerId)
  return { latest: row ? exportView(row, clock()) : null }
}

/** Begins an export, one at a time per customer. */
export async function requestExport(
  deps: Deps,
  caller: { session: CustomerSession; language: Language },
  password: string | undefined,
): Promise<{ latest: ExportView | null }> {
  const { customerId } = caller.session
  await assertIdentity(deps, caller.session, password)
  await spendDailyBudget(deps, `export ${customerId}`)

  await deps.db.transaction().execute(async (trx) => {
    const request = { customer_id: customerId, language: caller.language, requested_at: deps.clock() }
    const exportId = await insertExport(trx, request)
    if (exportId === undefined) throw new AppError('EXPORT_UNDER_WAY')
    await deps.jobs.enqueue(trx, exportJob, { exportId })
  })

  deps.securityEvents.record({ kind: 'export-requested', customerId })
  return getExports(deps, customerId)
}

/** Writes the ZIP file to the file store. Starts again after a failure, three times at most. */
export async function runExport(deps: Deps, { exportId }: ExportJobData): Promise<void> {
  const begun = await beginExport(deps.db, exportId)
  if (!begun) return

  try {
    await writeExport(deps, exportId, { customerId: begun.customer_id, language: begun.language })
  } catch (error) {
    if (begun.attempts < maxAttempts) throw error
    deps.log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'an export failed')
    await deps.files.remove(exportKey(exportId))
    await failExport(deps.db, exportId)
  }
}

async function writeExport(deps: Deps, exportId: string, recipient: { customerId: string; language: Language }) {
  const entries = zipEntries(deps, exportId, await listExportEntries(deps, recipient))
  const { bytes } = await deps.files.put(exportKey(exportId), zipOf(entries), { contentType: 'application/zip' })

  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + personalDataLimits.exportDays * dayMs)
  const isKept = await deps.db.transaction().execute(async (trx) => {
    const isFinished = await finishExport(trx, exportId, { bytes, ready_at: now, expires_at: expiresAt })
    if (isFinished) await deps.jobs.enqueue(trx, exportMailJob, { exportId })
    return isFinished
  })

  // The customer was deleted while the export was made.
  if (!isKept) await deps.files.remove(exportKey(exportId))
}

/** Reads the entries one by one and stores the progress at every full percent. */
async function* zipEntries(
  deps: Deps,
  exportId: string,
  entries: Awaited<ReturnType<typeof listExportEntries>>,
): AsyncGenerator<ZipEntry> {
  let shown = 0
  for (const [index, read] of entries.entries()) {
    const entry = await read()
    if (entry) yield { ...entry, modifiedAt: deps.clock() }

    const percent = Math.floor((100 * (index + 1)) / entries.length)
    if (percent > shown && percent < 100) await updateProgress(deps.db, exportId, percent)
    shown = percent
  }
}

/** The mail leads to the profile: only the owner, logged in, can download the file. */
export async function sendExportMail(deps: Deps, { exportId }: ExportJobData): Promise<void> {
  const ready = await findReadyExport(deps.db, exportId)
  if (!ready?.expires_at) return

  const { language } = ready
  await sendActionMail(deps, {
    kind: 'export-ready',
    to: ready.email,
    userName: ready.username,
    language,
    repliesTo: 'sender',
    path: '/user/account/profile#your-data',
    values: { day: dayText(ready.expires_at, language) },
    idempotencyKey: `export-ready ${exportId}`,
  })
}

/**
 * A short-lived address: browsers save large files from an address, not from a call with a token.
 */
export async function createTicket(
  { db, clock }: Deps,
  own: { customerId: string; exportId: string },
): Promise<{ path: string }> {
  const now = clock()
  const ticket = newSecret()
  const stored = { ticket_hash: secretHash(ticket), ticket_expires_at: new Date(now.getTime() + ticketMs) }
  if (!(await putTicket(db, { ...own, now }, stored))) throw new AppError('NOT_FOUND')

  return { path: `/gateway/global/account/export/download/${ticket}` }
}

export async function downloadExport(
  { db, files, clock, config }: Deps,
  ticket: string,
): Promise<{ stream: Readable; bytes: number; fileName: string }> {
  const found = await findByTicket(db, secretHash(ticket), clock())
  const file = found ? await files.get(exportKey(found.id)) : null
  if (!found || !file) throw new AppError('NOT_FOUND')

  const day = (found.ready_at ?? clock()).toISOString().slice(0, 10)
  return { stream: file.body, bytes: file.bytes, fileName: `${config.brand.name}-${day}.zip` }
}

/** Removes the files of expired exports. */
export async function sweepExports({ db, files, clock }: Pick<Deps, 'clock' | 'db' | 'files'>): Promise<void> {
  for (const exportId of await listExpiredExports(db, clock())) {
    await files.remove(exportKey(exportId))
    await endExport(db, exportId)
  }
}

/** Files before rows: after a crash the rows still name them. */
export async function eraseExports({ db, files }: Pick<Deps, 'db' | 'files'>, customerId: string): Promise<void> {
  for (const exportId of await listExportIds(db, customerId)) {
    await files.remove(exportKey(exportId))
    await removeExport(db, exportId)
  }
}
