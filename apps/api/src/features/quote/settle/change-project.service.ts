import type { Catalogue } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { lockOwner } from '#features/quote/rows/owner.repository.ts'
import { getProject, lockProject, type ProjectRow, touchProject } from '#features/quote/rows/project.repository.ts'
import type { Owner } from '#http/session.ts'

export type QuoteDeps = Pick<Deps, 'db' | 'clock' | 'catalogues' | 'jobs'>

/** A locked project in a transaction, with the catalogue that its prices rest on. */
export interface OpenProject {
  trx: Trx
  project: ProjectRow
  catalogue: Catalogue
  now: Date
}

/** A published catalogue is never removed, so a project's own is always there. */
export async function getCatalogue(
  deps: Pick<Deps, 'catalogues'>,
  project: Pick<ProjectRow, 'catalogue_version'>,
): Promise<Catalogue> {
  const found = await deps.catalogues.find(project.catalogue_version)
  if (!found) throw new Error(`There is no catalogue ${project.catalogue_version}.`)
  return found.catalogue
}

/**
 * Changes projects of the caller, all or nothing: locked in the order of their ids, so that two changes of the same ones never wait
 * for each other, and told apart from before by their revisions. `addsFiles` where new uploads are announced.
 */
export async function changeProjects<T>(
  deps: QuoteDeps,
  owner: Owner,
  projectIds: readonly string[],
  work: (open: ReadonlyMap<string, OpenProject>) => Promise<T>,
  { addsFiles = false }: { addsFiles?: boolean } = {},
): Promise<T> {
  const ids = [...new Set(projectIds)].sort()
  await readCatalogues(deps, deps.db, owner, ids)

  return deps.db.transaction().execute(async (trx) => {
    if (addsFiles) await lockOwner(trx, owner)

    const now = deps.clock()
    const open = new Map<string, OpenProject>()
    for (const id of ids) {
      const project = await lockProject(trx, owner, id)
      open.set(id, { trx, project, now, catalogue: await getCatalogue(deps, project) })
    }

    const result = await work(open)
    for (const id of ids) await touchProject(trx, id, now)

    return result
  })
}

/** Catalogues are read before the transaction: one that waits for a second connection could wait for itself. */
async function readCatalogues(deps: QuoteDeps, db: Db, owner: Owner, projectIds: readonly string[]): Promise<void> {
  for (const id of projectIds) await getCatalogue(deps, await getProject(db, owner, id))
}

/** The same for one project. */
export async function changeProject<T>(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  work: (open: OpenProject) => Promise<T>,
  options: { addsFiles?: boolean } = {},
): Promise<T> {
  return changeProjects(
    deps,
    owner,
    [projectId],
    async (projects) => {
      const open = projects.get(projectId)
      if (!open) throw new Error('a locked project is open')
      return work(open)
    },
    options,
  )
}
