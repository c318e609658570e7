import type { UploadView } from '@cotation/contracts'
import { type Language, uploadLimits } from '@cotation/domain'
import type { LengthUnit } from '@cotation/geometry'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { listAttachments, putAttachments } from '#features/quote/rows/attachment.repository.ts'
import { getLines, type LineRow, listLineIdsOfUpload, setFile } from '#features/quote/rows/line.repository.ts'
import {
  type ChangingProject,
  changeProject,
  type OpenProject,
  type QuoteDeps,
} from '#features/quote/settle/change-project.service.ts'
import { refuseOrdered } from '#features/quote/settle/ordered-lines.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import { chooseUnit, notifyWhenDone } from '#features/upload/analysis/analysis.service.ts'
import { listBodies } from '#features/upload/analysis/bodies.service.ts'
import { announceUploads, listUploadViews } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'
import type { AnnouncedFile } from './lines.service.ts'

interface LineId {
  projectId: string
  lineId: string
}

const idsOf = (lines: readonly LineRow[]): string[] => lines.map(({ id }) => id)

async function getLine({ trx, project }: OpenProject, lineId: string): Promise<LineRow> {
  const [line] = await getLines(trx, project.id, [lineId])
  if (!line) throw new AppError('NOT_FOUND')
  return line
}

async function announceOne(
  deps: Deps,
  open: OpenProject,
  owner: Owner,
  file: AnnouncedFile,
  purpose: 'part' | 'attachment',
) {
  const [upload] = await announceUploads(deps, open.trx, owner, [file], purpose)
  if (!upload) throw new Error('the announced file has no row')
  return upload
}

/**
 * Replaces a line's file by a revision. The configuration stays; the old measures and price are
 * saved for comparison. Other lines keep the old file.
 */
export async function replaceFile(
  deps: Deps,
  owner: Owner,
  { projectId, lineId }: LineId,
  file: AnnouncedFile,
): Promise<ChangedLines> {
  async function work(open: ChangingProject) {
    const line = await getLine(open, lineId)
    await refuseOrdered(open, [lineId])

    const bodies = line.analysis_id ? await listBodies(open.trx, [line.analysis_id]) : []
    const body = bodies.find(({ body_index }) => body_index === line.body_index)
    const upload = await announceOne(deps, open, owner, file, 'part')

    await setFile(open.trx, lineId, {
      uploadId: upload.id,
      // A name given by the customer stays.
      name: line.name === line.file_name ? upload.name : line.name,
      now: open.now,
      revision: {
        fileName: line.file_name,
        replacedAt: open.now.toISOString(),
        sizeMm: body?.measures?.sizeMm ?? null,
        volumeMm3: body?.measures?.volumeMm3 ?? null,
        lineMinor: line.line_minor === null ? null : Number(line.line_minor),
        fingerprint: body?.fingerprint ?? null,
      },
    })

    open.record({ kind: 'file-replaced', name: line.name, before: line.file_name, after: upload.name })
    return settleLines(open, [lineId])
  }

  const lines = await changeProject(deps, owner, projectId, work, { addsFiles: true })

  return changedLines(deps, owner, projectId, idsOf(lines))
}

/** Announces a drawing, artwork or instructions for a line. */
export async function attachFile(
  deps: Deps,
  owner: Owner,
  { projectId, lineId }: LineId,
  file: AnnouncedFile,
): Promise<ChangedLines & { upload: UploadView }> {
  async function work(open: ChangingProject) {
    const { name, has_quote } = await getLine(open, lineId)
    await refuseOrdered(open, [lineId])

    const attached = (await listAttachments(open.trx, [lineId])).get(lineId) ?? []
    if (attached.length >= uploadLimits.attachmentsPerLine) throw new AppError('TOO_MANY_FILES')

    const upload = await announceOne(deps, open, owner, file, 'attachment')
    await putAttachments(open.trx, [{ lineId, uploadIds: [...attached, upload.id] }])
    // An expert's price does not cover a drawing that came later.
    if (has_quote) await settleLines(open, [lineId])
    open.record({ kind: 'drawings-added', files: 1, fileName: upload.name, count: 1, name })
    return upload.id
  }

  const uploadId = await changeProject(deps, owner, projectId, work, { addsFiles: true })
  const changed = await changedLines(deps, owner, projectId, [lineId])
  const upload = (await listUploadViews(deps.db, [uploadId], deps.clock())).get(uploadId)
  if (!upload) throw new AppError('NOT_FOUND')

  return { ...changed, upload }
}

/** Sets the length unit of the line's file; returns all lines of that file in the project. */
export async function setUnit(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineId,
  unit: LengthUnit,
): Promise<ChangedLines> {
  const lines = await changeProject(deps, owner, projectId, async (open) => {
    const { upload_id, file_name: fileName, unit: before } = await getLine(open, lineId)
    const lineIds = await listLineIdsOfUpload(open.trx, projectId, upload_id)
    await refuseOrdered(open, lineIds)

    await chooseUnit(deps, open.trx, upload_id, unit)
    if (unit !== before) open.record({ kind: 'unit-changed', fileName, before, after: unit })
    return settleLines(open, lineIds)
  })
  return changedLines(deps, owner, projectId, idsOf(lines))
}

/** Sends a mail when the analysis of the line's file has finished. */
export async function notifyWhenAnalysed(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineId,
  to: { email: string; language: Language },
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { upload_id } = await getLine(open, lineId)
    await notifyWhenDone(open.trx, upload_id, to.email, to.language)
  })
  return changedLines(deps, owner, projectId, [lineId])
}
