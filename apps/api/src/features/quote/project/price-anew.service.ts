import type { ProjectView } from '@cotation/contracts'
import type { QuoteDeps } from '#features/quote/change-project.service.ts'
import { listManualQuotes, withdrawQuotes } from '#features/quote/expert/manual-quote.repository.ts'
import { copyLines } from '#features/quote/line/copy-lines.service.ts'
import { listLines } from '#features/quote/line/line.repository.ts'
import { settleLines } from '#features/quote/verdict/settle-lines.service.ts'
import type { Owner } from '#http/session.ts'
import { getProject, lockProject, touchProject } from './project.repository.ts'
import { insertOwnProject, pricedNow } from './project.service.ts'
import { getProjectView } from './project-view.service.ts'

/** A copy of a project with its lines, priced with the catalogue in force. */
export async function duplicateProject(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  name: string,
): Promise<ProjectView> {
  const { catalogue } = await deps.catalogues.inForce()
  const id = await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const { service } = await getProject(trx, owner, projectId)
    const copyId = await insertOwnProject(trx, owner, { name, service, catalogue, now })
    const open = { trx, project: await lockProject(trx, owner, copyId), catalogue, now }
    await copyLines(open, await listLines(trx, projectId), 0)
    await settleLines(open)
    return copyId
  })

  return getProjectView(deps, owner, id)
}

/** Prices a project anew with the catalogue in force. An expert's price that is too old itself is asked for anew. */
export async function requoteProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<ProjectView> {
  const { catalogue } = await deps.catalogues.inForce()
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const project = await lockProject(trx, owner, projectId)
    const priced = pricedNow(catalogue, now)
    const lines = await listLines(trx, projectId)
    const quotes = await listManualQuotes(
      trx,
      lines.map(({ id }) => id),
    )

    const oldest = new Date(2 * now.getTime() - priced.valid_until.getTime())
    const old = [...quotes.values()].filter(({ answered_at }) => answered_at !== null && answered_at <= oldest)
    await withdrawQuotes(
      trx,
      old.map(({ id }) => id),
    )
    await settleLines({ trx, project: { ...project, ...priced }, catalogue, now })
    await touchProject(trx, projectId, now, priced)
  })

  return getProjectView(deps, owner, projectId)
}
