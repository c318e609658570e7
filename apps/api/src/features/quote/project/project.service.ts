import type { ProjectView } from '@cotation/contracts'
import type { Catalogue, TechnologySlug } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Trx } from '#db/database.ts'
import type { QuoteDeps } from '#features/quote/change-project.service.ts'
import { lockOwner } from '#features/quote/owner.repository.ts'
import type { Owner } from '#http/session.ts'
import { countProjects, insertProject, lockProject, touchProject } from './project.repository.ts'
import { getProjectView } from './project-view.service.ts'

/** Of one owner, not removed; with those that can still be taken back, some times as many. */
export const projectLimits = { visitor: 50, customer: 2000, withRemovedFactor: 4 } as const

const dayMs = 86_400_000

/** Prices made now hold until then (MON-6). */
export const pricedNow = (catalogue: Catalogue, now: Date) => ({
  catalogue_version: catalogue.version,
  priced_at: now,
  valid_until: new Date(now.getTime() + catalogue.selling.validityDays * dayMs),
})

/** A new project, within what the owner may have. */
export async function insertOwnProject(
  trx: Trx,
  owner: Owner,
  project: { name: string; service: TechnologySlug; catalogue: Catalogue; now: Date },
): Promise<string> {
  await lockOwner(trx, owner)

  const limit = owner.customerId === null ? projectLimits.visitor : projectLimits.customer
  const { live, all } = await countProjects(trx, owner)
  if (live >= limit || all >= limit * projectLimits.withRemovedFactor) throw new AppError('QUOTA_EXCEEDED')

  const { name, service, catalogue, now } = project

  return insertProject(trx, {
    customer_id: owner.customerId,
    visitor_hash: owner.visitorHash,
    name,
    service,
    ...pricedNow(catalogue, now),
    created_at: now,
    updated_at: now,
  })
}

export async function createProject(
  deps: QuoteDeps,
  owner: Owner,
  { name, service }: { name: string; service: TechnologySlug },
): Promise<ProjectView> {
  const { catalogue } = await deps.catalogues.inForce()
  const id = await deps.db
    .transaction()
    .execute((trx) => insertOwnProject(trx, owner, { name, service, catalogue, now: deps.clock() }))
  return getProjectView(deps, owner, id)
}

/** Another service changes what new lines start with; lines keep what was chosen for them. */
export async function updateProject(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  { name, service }: { name?: string | undefined; service?: TechnologySlug | undefined },
): Promise<ProjectView> {
  await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, owner, projectId)
    await touchProject(trx, projectId, deps.clock(), { ...(name && { name }), ...(service && { service }) })
  })
  return getProjectView(deps, owner, projectId)
}

/** Removes a project for 30 days and then for good; its read-only link ends at once and for good. */
export async function removeProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, owner, projectId)
    await touchProject(trx, projectId, now, { deleted_at: now, share_hash: null })
  })
}

export async function restoreProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<ProjectView> {
  await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, owner, projectId, { removed: true })
    await touchProject(trx, projectId, deps.clock(), { deleted_at: null })
  })
  return getProjectView(deps, owner, projectId)
}
