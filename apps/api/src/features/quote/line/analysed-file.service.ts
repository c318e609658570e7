import { catalogueOf, type QuoteDeps } from '#features/quote/change-project.service.ts'
import { findProjectById, lockProjectById, touchProject } from '#features/quote/project/project.repository.ts'
import { settleLines } from '#features/quote/verdict/settle-lines.service.ts'
import { listLineIdsOfUpload, listProjectsOfUpload } from './line.repository.ts'

/** The queue that is told of every file that was analysed, or refused. */
export const fileAnalysedJob = 'quote-file-analysed'

/**
 * Brings what is known of a file into every line that stands for it, project by project. May run twice, and after the customer has
 * changed the lines: what was chosen stays.
 */
export async function fileWasAnalysed(deps: QuoteDeps, uploadId: string): Promise<void> {
  for (const projectId of await listProjectsOfUpload(deps.db, uploadId)) {
    const found = await findProjectById(deps.db, projectId)
    if (!found) continue

    await catalogueOf(deps, found)
    await deps.db.transaction().execute(async (trx) => {
      const project = await lockProjectById(trx, projectId)
      if (!project) return
      const now = deps.clock()
      const open = { trx, project, now, catalogue: await catalogueOf(deps, project) }
      await settleLines(open, await listLineIdsOfUpload(trx, projectId, uploadId))
      await touchProject(trx, projectId, now)
    })
  }
}
