import { listLineIdsOfUpload, listProjectsOfUpload } from '#features/quote/rows/line.repository.ts'
import { findProjectById, lockProjectById, touchProject } from '#features/quote/rows/project.repository.ts'
import { getCatalogue, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'

/**
 * Settles every line that uses a file once it was analysed or refused, project by project. Idempotent, and keeps what
 * the customer has chosen in the meantime.
 */
export async function settleAnalysedFile(deps: QuoteDeps, uploadId: string): Promise<void> {
  for (const projectId of await listProjectsOfUpload(deps.db, uploadId)) {
    const found = await findProjectById(deps.db, projectId)
    if (!found) continue

    // Read before the transaction: waiting for a second pooled connection inside it can deadlock.
    await getCatalogue(deps, found)

    await deps.db.transaction().execute(async (trx) => {
      const project = await lockProjectById(trx, projectId)
      if (!project) return

      const now = deps.clock()
      const open = { trx, project, now, catalogue: await getCatalogue(deps, project) }
      await settleLines(open, await listLineIdsOfUpload(trx, projectId, uploadId))
      await touchProject(trx, projectId, now)
    })
  }
}
