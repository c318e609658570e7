import type { ProjectView } from '@cotation/contracts'
import { type Catalogue, findMaterial, type ProjectEvent, type TechnologySlug } from '@cotation/domain'
import { isCountry } from '@cotation/places'
import { AppError } from '#core/app-error.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import { pipeline } from '#db/pipeline.ts'
import { actorOf } from '#features/quote/rows/activity.repository.ts'
import { listLines } from '#features/quote/rows/line.repository.ts'
import { listManualQuotes, withdrawQuotes } from '#features/quote/rows/manual-quote.repository.ts'
import { lockOwner } from '#features/quote/rows/owner.repository.ts'
import {
  countProjects,
  insertProject,
  lockProject,
  type ProjectChange,
  type ProjectRow,
  touchProject,
} from '#features/quote/rows/project.repository.ts'
import type { QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { getProjectView, projectView } from '#features/quote/view/project-view.service.ts'
import type { Owner } from '#http/session.ts'

/** Per owner, without removed projects; with them, `withRemovedFactor` times as many. */
export const projectLimits = { visitor: 50, customer: 2000, withRemovedFactor: 4 } as const

const dayMs = 86_400_000

/** The columns of a project that is priced now (MON-6). */
const pricedNow = (catalogue: Catalogue, now: Date) => ({
  catalogue_version: catalogue.version,
  priced_at: now,
  valid_until: new Date(now.getTime() + catalogue.selling.validityDays * dayMs),
})

interface ProjectTerms {
  name: string
  service: TechnologySlug
  serviceChosen?: boolean
  materialId?: string | null
  country?: string | null
}

/** Inserts a project unless the owner has reached their limit; the event says how it began. */
export async function insertOwnProject(
  trx: Trx,
  owner: Owner,
  project: ProjectTerms & { catalogue: Catalogue; now: Date },
  event: ProjectEvent,
): Promise<ProjectRow> {
  // In this sequence: projects are counted under the lock.
  const [, { live, all }] = await pipeline(trx, (one) => [lockOwner(one, owner), countProjects(one, owner)])
  const limit = owner.customerId === null ? projectLimits.visitor : projectLimits.customer
  if (live >= limit || all >= limit * projectLimits.withRemovedFactor) throw new AppError('QUOTA_EXCEEDED')

  const { name, service, serviceChosen = true, materialId = null, country = null, catalogue, now } = project

  const row = {
    customer_id: owner.customerId,
    visitor_hash: owner.visitorHash,
    name,
    service,
    service_chosen: serviceChosen,
    material_id: materialId,
    country,
    ...pricedNow(catalogue, now),
    created_at: now,
    updated_at: now,
  }
  return insertProject(trx, row, { actor: actorOf(owner), event })
}

interface NewProject {
  name: string
  service: TechnologySlug
  /** False leaves the process of new lines to their parts. */
  serviceChosen?: boolean | undefined
  materialId?: string | undefined
}

/** Whether the material is sold and made by a process of the service. */
function isSold(materialId: string, service: TechnologySlug, catalogue: Catalogue): boolean {
  const technology = catalogue.technologies.find(({ slug }) => slug === service)
  const material = findMaterial(catalogue, materialId)
  return material?.available === true && material.technologyId === technology?.id
}

export async function createProject(
  deps: QuoteDeps,
  owner: Owner,
  { name, service, serviceChosen = true, materialId }: NewProject,
): Promise<ProjectView> {
  const { catalogue } = await deps.catalogues.inForce()
  if (materialId !== undefined && !isSold(materialId, service, catalogue)) {
    throw new AppError('VALIDATION', { fields: [{ path: 'materialId', code: 'MATERIAL_NOT_OFFERED' }] })
  }

  const terms = { name, service, serviceChosen, materialId: materialId ?? null }
  const project = { ...terms, catalogue, now: deps.clock() }
  const created = await deps.db
    .transaction()
    .execute((trx) => insertOwnProject(trx, owner, project, { kind: 'created' }))

  return projectView(created, [])
}

interface ProjectEdit {
  name?: string | undefined
  service?: TechnologySlug | undefined
  serviceChosen?: boolean | undefined
  country?: string | undefined
}

/**
 * Another service changes the defaults of new lines and drops the material they would start with;
 * existing lines keep their configuration.
 */
export async function updateProject(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  { name, service, serviceChosen, country }: ProjectEdit,
): Promise<ProjectView> {
  // Alone it would be ignored without a word.
  if (serviceChosen !== undefined && service === undefined) {
    throw new AppError('VALIDATION', { fields: [{ path: 'service', code: 'SERVICE_REQUIRED' }] })
  }

  if (country !== undefined && !isCountry(country)) {
    throw new AppError('VALIDATION', { fields: [{ path: 'country', code: 'COUNTRY_INVALID' }] })
  }

  const change: ProjectChange = {
    ...(name && { name }),
    ...(service && { service, service_chosen: serviceChosen ?? true, material_id: null }),
    ...(country && { country }),
  }
  await changeRow(deps, owner, projectId, change, (project) => editEvents(project, { name, service, country }))
  return getProjectView(deps, owner, projectId)
}

/** What an edit changes in a project. */
function editEvents(before: ProjectRow, { name, service, country }: ProjectEdit): ProjectEvent[] {
  const events: ProjectEvent[] = []
  if (name && name !== before.name) events.push({ kind: 'renamed', before: before.name, after: name })
  if (service && service !== before.service)
    events.push({ kind: 'service-changed', before: before.service, after: service })
  if (country && country !== before.country)
    events.push({ kind: 'country-changed', before: before.country, after: country })

  return events
}

/** Removes a project; it can be restored for 30 days. Its read-only link is gone for good. */
export async function removeProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<void> {
  await changeRow(deps, owner, projectId, { deleted_at: deps.clock(), share_hash: null }, () => [{ kind: 'removed' }])
}

export async function restoreProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<ProjectView> {
  await changeRow(deps, owner, projectId, { deleted_at: null }, () => [{ kind: 'restored' }], { removed: true })
  return getProjectView(deps, owner, projectId)
}

/** Replaces the read-only link. The key is returned once; only its hash is stored. */
export async function shareProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<{ key: string }> {
  const key = newSecret()
  await changeRow(deps, owner, projectId, { share_hash: secretHash(key) }, () => [{ kind: 'shared' }])
  return { key }
}

export async function unshareProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<void> {
  await changeRow(deps, owner, projectId, { share_hash: null }, ({ share_hash }) =>
    share_hash === null ? [] : [{ kind: 'unshared' }],
  )
}

async function changeRow(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  change: ProjectChange,
  eventsOf: (before: ProjectRow) => readonly ProjectEvent[],
  options: { removed?: boolean } = {},
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const before = await lockProject(trx, owner, projectId, options)
    const activity = eventsOf(before).map((event) => ({ actor: actorOf(owner), event }))
    await touchProject(trx, projectId, deps.clock(), { change, activity })
  })
}

/** Reprices with the catalogue in force. Withdraws expert prices older than the validity period. */
export async function requoteProject(deps: QuoteDeps, owner: Owner, projectId: string): Promise<ProjectView> {
  const { catalogue } = await deps.catalogues.inForce()

  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const project = await lockProject(trx, owner, projectId)

    const lines = await listLines(trx, projectId)
    const lineIds = lines.map(({ id }) => id)
    const oldest = new Date(now.getTime() - catalogue.selling.validityDays * dayMs)
    const quotes = [...(await listManualQuotes(trx, lineIds)).values()]
    const stale = quotes.filter(({ answered_at, valid_until }) =>
      valid_until === null ? answered_at !== null && answered_at <= oldest : valid_until <= now,
    )
    const staleIds = stale.map(({ id }) => id)
    await withdrawQuotes(trx, staleIds)

    const priced = pricedNow(catalogue, now)
    await settleLines({ trx, project: { ...project, ...priced }, catalogue, now })
    await touchProject(trx, projectId, now, {
      change: priced,
      activity: [{ actor: actorOf(owner), event: { kind: 'requoted' } }],
    })
  })

  return getProjectView(deps, owner, projectId)
}
