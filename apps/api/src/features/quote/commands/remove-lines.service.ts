import type { ProjectView } from '@cotation/contracts'
import { assertLinesOfProject, listLines, setRemoved } from '#features/quote/rows/line.repository.ts'
import { changeProject, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { getProjectView } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'
import { lastPositionWithRoom } from './add-lines.service.ts'

/** Removes lines; they can be restored for 30 days. */
export async function removeLines(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  lineIds: readonly string[],
): Promise<ProjectView> {
  await changeProject(deps, owner, projectId, async ({ trx, now }) => {
    await assertLinesOfProject(trx, projectId, lineIds)
    await setRemoved(trx, lineIds, now, now)
  })
  return getProjectView(deps, owner, projectId)
}

/** Restores removed lines to their positions and settles them, because their files may have been analysed since. */
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
    await setRemoved(trx, lineIds, null, now)
    await settleLines(open, lineIds)
  })
  return getProjectView(deps, owner, projectId)
}
