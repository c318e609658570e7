import type { ActivityActor, Catalogue, ProjectEvent } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Activity } from '#core/project-activity.ts'
import type { Trx } from '#db/database.ts'
import { actorOf } from '#features/quote/rows/activity.repository.ts'
import { lockOwner } from '#features/quote/rows/owner.repository.ts'
import { lockProject, type ProjectRow, touchProject } from '#features/quote/rows/project.repository.ts'
import type { Owner } from '#http/session.ts'

/** What a change of a project needs. */
export type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'catalogues' | 'jobs'>

/** What a change needs whose caller sees the result. */
export type QuoteDeps = ChangeDeps & Pick<Deps, 'thumbnails'>

/** A locked project in a transaction, with the catalogue of its prices. */
export interface OpenProject {
  trx: Trx
  project: ProjectRow
  catalogue: Catalogue
  now: Date
}

/** A project that its owner is changing. */
export interface ChangingProject extends OpenProject {
  /** Adds to the activity of the project, if the transaction is committed; by its owner by default. */
  record(event: ProjectEvent, actor?: ActivityActor): void
}

/**
 * The catalogue of a project's prices. It exists: published catalogues are never removed. Pass an
 * open transaction: waiting for a second pooled connection inside it can deadlock.
 */
export async function getCatalogue(
  deps: Pick<Deps, 'catalogues'>,
  project: Pick<ProjectRow, 'catalogue_version'>,
  trx?: Trx,
): Promise<Catalogue> {
  const found = await deps.catalogues.find(project.catalogue_version, trx)
  if (!found) throw new Error(`There is no catalogue ${project.catalogue_version}.`)
  return found.catalogue
}

interface ChangeOptions {
  /** New uploads are announced, so the owner is locked for the quota. */
  addsFiles?: boolean
}

/** Changes projects of the caller in one transaction and increments their revisions. */
export async function changeProjects<T>(
  deps: ChangeDeps,
  owner: Owner,
  projectIds: readonly string[],
  work: (open: ReadonlyMap<string, ChangingProject>) => Promise<T>,
  { addsFiles = false }: ChangeOptions = {},
): Promise<T> {
  // Locked in this sequence, so that two changes of the same projects never deadlock.
  const ids = [...new Set(projectIds)].sort()

  return deps.db.transaction().execute(async (trx) => {
    if (addsFiles) await lockOwner(trx, owner)

    const now = deps.clock()
    const open = new Map<string, ChangingProject>()
    const activityOf = new Map<string, Activity[]>()
    for (const id of ids) {
      const project = await lockProject(trx, owner, id)
      const catalogue = await getCatalogue(deps, project, trx)
      const activity: Activity[] = []
      activityOf.set(id, activity)

      const record = (event: ProjectEvent, actor = actorOf(owner)) => void activity.push({ actor, event })
      open.set(id, { trx, project, now, catalogue, record })
    }

    const result = await work(open)
    for (const [id, activity] of activityOf) await touchProject(trx, id, now, { activity })

    return result
  })
}

/** `changeProjects` for one project. */
export async function changeProject<T>(
  deps: ChangeDeps,
  owner: Owner,
  projectId: string,
  work: (open: ChangingProject) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> {
  async function workOnOne(projects: ReadonlyMap<string, ChangingProject>): Promise<T> {
    const open = projects.get(projectId)
    if (!open) throw new Error(`project ${projectId} is not open`)
    return work(open)
  }

  return changeProjects(deps, owner, [projectId], workOnOne, options)
}
