import { uploadLimits } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { insertLines, lineCount } from '#features/quote/rows/line.repository.ts'
import { changeProject, type OpenProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import { announceUploads, assertOwnUploads, listUploadViews } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'

export interface AnnouncedFile {
  name: string
  bytes: number
}

/** Throws TOO_MANY_FILES unless the project has room for so many more lines; returns the last position. */
export async function lastPositionWithRoom({ trx, project }: OpenProject, more: number): Promise<number> {
  const { lines, lastPosition } = await lineCount(trx, project.id)
  if (lines + more > uploadLimits.filesPerProject) throw new AppError('TOO_MANY_FILES')
  return lastPosition
}

/** Appends one line per file, in the given sequence. */
async function appendLines(open: OpenProject, files: readonly { id: string; name: string }[]): Promise<string[]> {
  const { trx, project, now } = open
  const lastPosition = await lastPositionWithRoom(open, files.length)

  return insertLines(
    trx,
    files.map(({ id, name }, index) => ({
      project_id: project.id,
      upload_id: id,
      body_index: null,
      position: lastPosition + 1 + index,
      name,
      created_at: now,
      updated_at: now,
    })),
  )
}

/** Announces files and adds a line for each, which is settled once its file is analysed. */
export async function addLines(
  deps: Deps,
  owner: Owner,
  projectId: string,
  files: readonly AnnouncedFile[],
): Promise<ChangedLines> {
  async function work(open: OpenProject) {
    await lastPositionWithRoom(open, files.length)
    const uploads = await announceUploads(deps, open.trx, owner, files, 'part')
    return settleLines(open, await appendLines(open, uploads))
  }

  const ids = await changeProject(deps, owner, projectId, work, { addsFiles: true })
  return changedLines(deps, owner, projectId, ids)
}

/** Adds lines for files that were uploaded before; those already analysed are priced at once. */
export async function addStoredLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  uploadIds: readonly string[],
): Promise<ChangedLines> {
  const ids = await changeProject(deps, owner, projectId, async (open) => {
    await assertOwnUploads(open.trx, owner, uploadIds, 'part')
    const views = await listUploadViews(open.trx, [...new Set(uploadIds)], open.now)
    const files = uploadIds.map((id) => ({ id, name: views.get(id)?.name ?? '' }))
    return settleLines(open, await appendLines(open, files))
  })
  return changedLines(deps, owner, projectId, ids)
}
