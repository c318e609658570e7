import type { LineView, ProjectView } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import { listJudgedLines } from '#features/quote/rows/line.repository.ts'
import { getProject, type ProjectRow } from '#features/quote/rows/project.repository.ts'
import { lineViews } from '#features/quote/view/line-view.service.ts'
import type { Owner } from '#http/session.ts'

type Reading = Pick<Deps, 'db' | 'clock'>

export async function projectView({ db, clock }: Reading, project: ProjectRow): Promise<ProjectView> {
  const lines = await listJudgedLines(db, project.id)
  return {
    id: project.id,
    name: project.name,
    service: project.service,
    revision: project.revision,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
    catalogueVersion: project.catalogue_version,
    pricedAt: project.priced_at.toISOString(),
    validUntil: project.valid_until.toISOString(),
    shared: project.share_hash !== null,
    lines: await lineViews(db, project, lines, clock()),
  }
}

export async function getProjectView(deps: Reading, owner: Owner, projectId: string): Promise<ProjectView> {
  return projectView(deps, await getProject(deps.db, owner, projectId))
}

/** For polling clients: omits the project if they have already seen its revision. */
export async function pollProject(
  deps: Reading,
  owner: Owner,
  projectId: string,
  seen: number | undefined,
): Promise<{ revision: number; project: ProjectView | null }> {
  const project = await getProject(deps.db, owner, projectId)
  const { revision } = project
  return { revision, project: revision === seen ? null : await projectView(deps, project) }
}

export interface ChangedLines {
  revision: number
  lines: LineView[]
}

/** Lines after a change. The revision is read first, so a client may fetch newer lines twice but never misses them. */
export async function changedLines(
  { db, clock }: Reading,
  owner: Owner,
  projectId: string,
  lineIds: readonly string[],
): Promise<ChangedLines> {
  const project = await getProject(db, owner, projectId)
  const lines = await listJudgedLines(db, projectId, lineIds)
  return { revision: project.revision, lines: await lineViews(db, project, lines, clock()) }
}
