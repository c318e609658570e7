import { uploadLimits } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { insertLines, lineCount } from '#features/quote/rows/line.repository.ts'
import { assertOwnUploads } from '#features/quote/rows/owner.repository.ts'
import { changeProject, type OpenProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import { announceUploads, listUploadViews } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'

export interface AnnouncedFile {
  name: string
  bytes: number
}

/** Room for so many more lines in a locked project, and the place after which they come. */
export async function lastPositionWithRoom({ trx, project }: OpenProject, more: number): Promise<number> {
  const { lines, lastPosition } = await lineCount(trx, project.id)
  if (lines + more > uploadLimits.filesPerProject) throw new AppError('TOO_MANY_FILES')
  return lastPosition
}

/** One line for each file, at the end, in the order given. */
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

/** Announces files that are about to be sent: a line each, which is settled when the file was analysed. */
export async function addLines(
  deps: Deps,
  owner: Owner,
  projectId: string,
  files: readonly AnnouncedFile[],
): Promise<ChangedLines> {
  const ids = await changeProject(
    deps,
    owner,
    projectId,
    async (open) => {
      await lastPositionWithRoom(open, files.length)
      const uploads = await announceUploads(deps, open.trx, owner, files, 'part')
      return settleLines(open, await appendLines(open, uploads))
    },
    { addsFiles: true },
  )
  return changedLines(deps, owner, projectId, ids)
}

/** Lines for files that were sent before; what is analysed already is priced at once. */
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
