import type { FindingText, LineView } from '@cotation/contracts'
import type { Finding } from '@cotation/geometry'
import { AppError } from '#core/app-error.ts'
import { type AuditFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import { getJudgedLine } from '#features/quote/rows/line.repository.ts'
import type { ProjectRow } from '#features/quote/rows/project.repository.ts'
import { getMesh } from '#features/quote/view/line-part.service.ts'
import { type OriginalFile, readRecorded } from '#features/upload/history.service.ts'
import { findSentFile } from './expert-desk.repository.ts'

/** The findings of a line as staff read them. */
export const describeFindings = ({ findings }: LineView, textOf: (finding: Finding) => string): FindingText[] =>
  findings.map(({ finding, accepted }) => ({
    rule: finding.rule,
    severity: finding.severity,
    text: textOf(finding),
    isAccepted: accepted !== null,
    places: finding.places.map(({ at }) => [...at]),
  }))

/** The mesh of a part that the caller may see; NOT_FOUND until its file is measured, and once it has expired. */
export async function showMesh(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  { id: projectId, customer_id: customerId }: Pick<ProjectRow, 'id' | 'customer_id'>,
  lineId: string,
): Promise<Uint8Array> {
  const { upload_id } = await getJudgedLine(deps.db, projectId, lineId)
  const mesh = await getMesh(deps, projectId, lineId)

  await recordFileView(deps, { staffId, subject: { kind: 'file', id: upload_id }, customerId })
  return mesh
}

interface SentFile {
  uploadId: string
  customerId: string | null
  /** Where it was downloaded, for the audit. */
  after: AuditFacts
}

/** A file that the caller may download, as the customer sent it. Each download is in the audit. */
export async function sendFile(
  deps: Pick<Deps, 'db' | 'files'>,
  staffId: string,
  { uploadId, customerId, after }: SentFile,
): Promise<OriginalFile> {
  const upload = await findSentFile(deps.db, uploadId)
  if (!upload) throw new AppError('NOT_FOUND')

  const subject = { kind: 'file', id: uploadId } as const
  return readRecorded(deps, upload, () =>
    deps.db
      .transaction()
      .execute((trx) => recordAudit(trx, { staffId, action: 'file.downloaded', subject, customerId, after })),
  )
}

/** A drawing that the caller may see, for the screen. */
export async function showDrawing(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  { uploadId, customerId }: Omit<SentFile, 'after'>,
): Promise<OriginalFile> {
  const upload = await findSentFile(deps.db, uploadId)
  if (!upload) throw new AppError('NOT_FOUND')

  const subject = { kind: 'file', id: uploadId } as const
  return readRecorded(deps, upload, () => recordFileView(deps, { staffId, subject, customerId }))
}
