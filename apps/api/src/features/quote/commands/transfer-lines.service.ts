import type { ProjectView } from '@cotation/contracts'
import { listAttachments, putAttachments } from '#features/quote/rows/attachment.repository.ts'
import { getLines, insertLines, type LineRow, moveLines } from '#features/quote/rows/line.repository.ts'
import { changeProjects, type OpenProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { getProjectView } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'
import { lastPositionWithRoom } from './add-lines.service.ts'

/**
 * Moves or copies lines to the end of the same or another project of the caller, where they are priced with that
 * project's catalogue. Returns the source project, which is the one on the screen.
 */
export async function transferLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  { lineIds, toProjectId, copy }: { lineIds: readonly string[]; toProjectId: string; copy: boolean },
): Promise<ProjectView> {
  await changeProjects(deps, owner, [projectId, toProjectId], async (projects) => {
    const target = projects.get(toProjectId)
    if (!target) throw new Error(`project ${toProjectId} is not open`)

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
    }
  })

  return getProjectView(deps, owner, projectId)
}

/**
 * Copies lines to the end of a project: file, body, configuration, comment and attachments. Accepted risks and expert
 * prices belong to the original line and are not copied.
 */
export async function copyLines(
  { trx, project, now }: OpenProject,
  lines: readonly LineRow[],
  lastPosition: number,
): Promise<string[]> {
  const copyIds = await insertLines(
    trx,
    lines.map((line, index) => ({
      project_id: project.id,
      upload_id: line.upload_id,
      body_index: line.body_index,
      position: lastPosition + 1 + index,
      name: line.name,
      configuration: line.configuration && JSON.stringify(line.configuration),
      comment: line.comment,
      created_at: now,
      updated_at: now,
    })),
  )

  const lineIds = lines.map(({ id }) => id)
  const attached = await listAttachments(trx, lineIds)
  await putAttachments(
    trx,
    copyIds.map((lineId, index) => ({ lineId, uploadIds: attached.get(lineIds[index] ?? '') ?? [] })),
  )

  return copyIds
}
