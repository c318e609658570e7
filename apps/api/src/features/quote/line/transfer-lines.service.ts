import type { ProjectView } from '@cotation/contracts'
import { changeProjects, type QuoteDeps } from '#features/quote/change-project.service.ts'
import { getProjectView } from '#features/quote/project/project-view.service.ts'
import { settleLines } from '#features/quote/verdict/settle-lines.service.ts'
import type { Owner } from '#http/session.ts'
import { lastPositionWithRoom } from './add-lines.service.ts'
import { copyLines } from './copy-lines.service.ts'
import { getLines, moveLines } from './line.repository.ts'

/**
 * Moves or copies lines to the end of a project of the caller, the same one or another, where they are priced with that project's
 * catalogue. Gives back the project that they come from, which is the one on the screen.
 */
export async function transferLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  { lineIds, toProjectId, copy }: { lineIds: readonly string[]; toProjectId: string; copy: boolean },
): Promise<ProjectView> {
  await changeProjects(deps, owner, [projectId, toProjectId], async (projects) => {
    const target = projects.get(toProjectId)
    if (!target) throw new Error('a locked project is open')

    const { trx, now } = target
    const lines = await getLines(trx, projectId, lineIds)
    const isNew = copy || toProjectId !== projectId
    const lastPosition = await lastPositionWithRoom(target, isNew ? lines.length : 0)
    const ids = lines.map(({ id }) => id)

    if (!copy) await moveLines(trx, ids, { projectId: toProjectId, lastPosition, now })
    await settleLines(target, copy ? await copyLines(target, lines, lastPosition) : ids)
  })
  return getProjectView(deps, owner, projectId)
}
