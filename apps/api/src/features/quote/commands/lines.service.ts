import type { ProjectView } from '@cotation/contracts'
import { type ChangedParts, changedParts, uploadLimits } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { pipeline } from '#db/pipeline.ts'
import { listAttachments, putAttachments } from '#features/quote/rows/attachment.repository.ts'
import {
  assertLinesOfProject,
  getLines,
  insertLines,
  type LineRow,
  lineCount,
  listLines,
  moveLines,
  setRemoved,
} from '#features/quote/rows/line.repository.ts'
import {
  type ChangingProject,
  changeProject,
  changeProjects,
  type OpenProject,
  type QuoteDeps,
} from '#features/quote/settle/change-project.service.ts'
import { followFirstLine, settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines, getProjectView } from '#features/quote/view/project-view.service.ts'
import { announceUploads, assertOwnUploads } from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'

/**
 * Moves or copies lines to the end of the same or another project of the caller, where they are
 * priced with that project's catalogue. Returns the source project, the one on the screen.
 */
export async function transferLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  { lineIds, toProjectId, copy }: { lineIds: readonly string[]; toProjectId: string; copy: boolean },
): Promise<ProjectView> {
  await changeProjects(deps, owner, [projectId, toProjectId], async (projects) => {
    const source = projects.get(projectId)
    const target = projects.get(toProjectId)
    if (!source || !target) throw new Error('the projects of a transfer are not open')

    const { trx, now } = target
    const lines = await getLines(trx, projectId, lineIds)
    const addsLines = copy || toProjectId !== projectId
    const lastPosition = await lastPositionWithRoom(target, addsLines ? lines.length : 0)

    if (copy) {
      await settleLines(target, await copyLines(target, lines, lastPosition))
    } else {
      const ids = lines.map(({ id }) => id)
      await moveLines(trx, ids, { projectId: toProjectId, lastPosition, now })
      await settleLines(target, ids)
      await followFirstLine(source)
    }

    recordTransfer(source, target, { copy, parts: changedParts(lines.map(({ name }) => name)) })
  })

  return getProjectView(deps, owner, projectId)
}

/** Moving lines to the end of their own project changes only their sequence: no entry. */
function recordTransfer(
  source: ChangingProject,
  target: ChangingProject,
  { copy, parts }: { copy: boolean; parts: ChangedParts },
): void {
  const isSameProject = source.project.id === target.project.id
  if (copy && isSameProject) target.record({ kind: 'lines-copied', ...parts })
  if (isSameProject) return

  const kind = copy ? 'lines-copied-in' : 'lines-moved-in'
  target.record({ kind, project: source.project.name, ...parts })
  if (!copy) source.record({ kind: 'lines-moved-out', project: target.project.name, ...parts })
}

/**
 * Copies lines to the end of a project: file, body, configuration, comment and attachments.
 * Accepted risks and expert prices belong to the original line and are not copied.
 */
export async function copyLines(
  { trx, project, now }: OpenProject,
  lines: readonly LineRow[],
  lastPosition: number,
): Promise<string[]> {
  const copies = lines.map(({ upload_id, body_index, name, configuration, comment }) => {
    return { upload_id, body_index, name, configuration, comment }
  })
  const copyIds = await insertLines(trx, { projectId: project.id, after: lastPosition, now }, copies)

  const lineIds = lines.map(({ id }) => id)
  const attached = await listAttachments(trx, lineIds)
  await putAttachments(
    trx,
    copyIds.map((lineId, index) => ({ lineId, uploadIds: attached.get(lineIds[index] ?? '') ?? [] })),
  )

  return copyIds
}

export interface AnnouncedFile {
  name: string
  bytes: number
}

/** Returns the last position; throws TOO_MANY_FILES without room for that many more lines. */
async function lastPositionWithRoom({ trx, project }: OpenProject, more: number): Promise<number> {
  const { lines, lastPosition } = await lineCount(trx, project.id)
  if (lines + more > uploadLimits.filesPerProject) throw new AppError('TOO_MANY_FILES')
  return lastPosition
}

/** Appends one line per file, in the given sequence, and settles them; returns the resulting lines. */
async function addFiles(
  open: ChangingProject,
  files: readonly { id: string; name: string }[],
  after: number,
): Promise<string[]> {
  const { trx, project, now } = open
  const lines = files.map(({ id, name }) => ({ upload_id: id, name, body_index: null, configuration: null }))
  const lineIds = await insertLines(trx, { projectId: project.id, after, now }, lines)

  const settled = await settleLines(open, lineIds)
  open.record({ kind: 'lines-added', ...changedParts(files.map(({ name }) => name)), count: settled.length })
  return settled.map(({ id }) => id)
}

/** Announces files and adds a line for each, which is settled once its file is analysed. */
export async function addLines(
  deps: Deps,
  owner: Owner,
  projectId: string,
  files: readonly AnnouncedFile[],
): Promise<ChangedLines> {
  async function work(open: ChangingProject) {
    const lastPosition = await lastPositionWithRoom(open, files.length)
    const uploads = await announceUploads(deps, open.trx, owner, files, 'part')
    return addFiles(open, uploads, lastPosition)
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
    const [names, lastPosition] = await pipeline(open.trx, (one) => [
      assertOwnUploads(one, owner, uploadIds, 'part'),
      lastPositionWithRoom({ ...open, trx: one }, uploadIds.length),
    ])
    const files = uploadIds.map((id) => ({ id, name: names.get(id) ?? '' }))
    return addFiles(open, files, lastPosition)
  })
  return changedLines(deps, owner, projectId, ids)
}

/** Removes lines; they can be restored for 30 days. */
export async function removeLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  lineIds: readonly string[],
): Promise<ProjectView> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    await assertLinesOfProject(trx, projectId, lineIds)
    const names = await setRemoved(trx, lineIds, now, now)
    if (names.length > 0) open.record({ kind: 'lines-removed', ...changedParts(names) })
    await followFirstLine(open)
  })
  return getProjectView(deps, owner, projectId)
}

/** Restores lines to their positions and settles them: files may have been analysed since. */
export async function restoreLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  lineIds: readonly string[],
): Promise<ProjectView> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    await assertLinesOfProject(trx, projectId, lineIds)
    const live = await listLines(trx, projectId, lineIds)
    await lastPositionWithRoom(open, new Set(lineIds).size - live.length)
    const names = await setRemoved(trx, lineIds, null, now)
    if (names.length > 0) open.record({ kind: 'lines-restored', ...changedParts(names) })
    await settleLines(open, lineIds)
  })
  return getProjectView(deps, owner, projectId)
}
