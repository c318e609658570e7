import type { LineView, ProjectSummary, ProjectView } from '@cotation/contracts'
import { type LineStatus, quoteSums } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { secretHash } from '#core/secrets.ts'
import type { Db } from '#db/database.ts'
import { pipeline } from '#db/pipeline.ts'
import { listJudgedLines } from '#features/quote/rows/line.repository.ts'
import { type LineOrderRow, listLineOrders } from '#features/quote/rows/line-order.repository.ts'
import {
  findSharedProject,
  getProject,
  listLatest,
  listLineSummaries,
  listProjects,
  type ProjectRow,
} from '#features/quote/rows/project.repository.ts'
import type { QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { type LeadChange, settleCheaperLeads } from '#features/quote/settle/cheaper-leads.service.ts'
import type { Owner } from '#http/session.ts'
import { lineViews, statusAt } from './line-view.service.ts'

type Reading = Pick<Deps, 'db' | 'clock' | 'thumbnails'>

/** A project with its lines as its owner sees it. */
export function projectView(project: ProjectRow, lines: LineView[]): ProjectView {
  return {
    id: project.id,
    name: project.name,
    service: project.service,
    serviceChosen: project.service_chosen,
    materialId: project.material_id,
    country: project.country,
    revision: project.revision,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
    catalogueVersion: project.catalogue_version,
    pricedAt: project.priced_at.toISOString(),
    validUntil: project.valid_until.toISOString(),
    shared: project.share_hash !== null,
    lines,
  }
}

export async function getProjectView(deps: Reading, owner: Owner, projectId: string): Promise<ProjectView> {
  const { project, lines } = await readOwnLines(deps.db, owner, projectId)
  return projectView(project, await lineViews(deps, project, lines))
}

/** Reads the project first, so a client may fetch newer lines twice but never misses them. */
async function readOwnLines(db: Db, owner: Owner, projectId: string, lineIds?: readonly string[]) {
  const [project, lines] = await pipeline(db, (one) => [
    getProject(one, owner, projectId),
    listJudgedLines(one, projectId, lineIds),
  ])
  return { project, lines }
}

/** Throws NOT_FOUND unless the caller may read the project. */
export async function assertOwnProject({ db }: Pick<Deps, 'db'>, owner: Owner, projectId: string): Promise<void> {
  await getProject(db, owner, projectId)
}

interface PolledProject {
  revision: number
  project: ProjectView | null
  cheaperLeads?: LeadChange[]
}

/** For polling clients: omits the project if they have already seen its revision. */
export async function pollProject(
  deps: QuoteDeps,
  owner: Owner,
  projectId: string,
  seen: number | undefined,
): Promise<PolledProject> {
  if (seen !== undefined) {
    const { revision } = await getProject(deps.db, owner, projectId)
    if (revision === seen) return { revision, project: null }
  }

  const { project: row, lines } = await readOwnLines(deps.db, owner, projectId)
  const project = projectView(row, await lineViews(deps, row, lines))
  const automaticLines = project.lines.filter(({ manual }) => manual === null)
  const cheaperLeads = await settleCheaperLeads(deps, owner, row, automaticLines)
  if (cheaperLeads.length === 0) return { revision: project.revision, project }

  const settled = await getProjectView(deps, owner, projectId)
  return { revision: settled.revision, project: settled, cheaperLeads }
}

export interface ChangedLines {
  revision: number
  lines: LineView[]
}

export async function changedLines(
  deps: Reading,
  owner: Owner,
  projectId: string,
  lineIds: readonly string[],
): Promise<ChangedLines> {
  const { project, lines } = await readOwnLines(deps.db, owner, projectId, lineIds)
  return { revision: project.revision, lines: await lineViews(deps, project, lines) }
}

/** Replaces the owner's e-mail address in a read-only view. */
const anonymousOwner = 'customer'

export async function getSharedProject(deps: Pick<Deps, 'db'>, key: string): Promise<ProjectRow> {
  const project = await findSharedProject(deps.db, secretHash(key))
  if (!project) throw new AppError('NOT_FOUND')
  return project
}

/** Read-only view: parts and prices, but neither the owner nor what they and an expert wrote. */
export async function getSharedView(deps: Reading, key: string): Promise<ProjectView> {
  const project = await getSharedProject(deps, key)
  const lines = await listJudgedLines(deps.db, project.id)
  const scope = { kind: 'share', id: secretHash(key).toString('hex') } as const
  const views = await lineViews(deps, project, lines, scope)
  return projectView(project, views.map(anonymous))
}

function anonymous(line: LineView): LineView {
  const { manual } = line
  return {
    ...line,
    order: null,
    comment: '',
    findings: line.findings.map(({ finding, accepted }) => ({
      finding,
      accepted: accepted && { ...accepted, by: anonymousOwner },
    })),
    manual: manual && { ...manual, question: '', answer: manual.answer && { ...manual.answer, note: '' } },
  }
}

const maxThumbnails = 4

type LineSummary = Awaited<ReturnType<typeof listLineSummaries>>[number]

/** A page of project summaries, in four queries regardless of the number of lines. */
export async function listProjectSummaries(
  deps: Reading,
  owner: Owner,
  query: { search?: string | undefined; page: number; pageSize: number },
): Promise<{ projects: ProjectSummary[]; total: number }> {
  const { rows, total } = await listProjects(deps.db, owner, query)
  return { projects: await summariesOf(deps, rows), total }
}

/** The customer's projects that were changed last, without counting the others. */
export async function listLatestProjects(deps: Reading, customerId: string, limit: number): Promise<ProjectSummary[]> {
  return summariesOf(deps, await listLatest(deps.db, customerId, limit))
}

async function summariesOf(
  { db, clock, thumbnails }: Reading,
  projects: readonly ProjectRow[],
): Promise<ProjectSummary[]> {
  const now = clock()
  const projectIds = projects.map(({ id }) => id)
  const lines = await listLineSummaries(db, projectIds)
  const orders = await listLineOrders(
    db,
    lines.map(({ id }) => id),
    now,
  )
  const linesOf = Map.groupBy(lines, ({ project_id }) => project_id)

  return projects.map((project) => {
    const own = linesOf.get(project.id) ?? []
    const thumbnailKey = thumbnails.within({ kind: 'project', id: project.id })
    const shown = own.flatMap(({ thumbnail_id }) => thumbnail_id ?? []).slice(0, maxThumbnails)
    const thumbnailIds = shown.flatMap((id) => thumbnailKey(id) ?? [])
    return { ...summaryOf(project, own, orders, now), thumbnailIds }
  })
}

function summaryOf(
  project: ProjectRow,
  lines: readonly LineSummary[],
  orders: ReadonlyMap<string, LineOrderRow>,
  now: Date,
): Omit<ProjectSummary, 'thumbnailIds'> {
  const summed = lines.map(({ id, file_state, analysis_id, line_minor, standing, judged_analysis_id }) => {
    const verdict = standing && { standing, analysisId: judged_analysis_id }
    const status = statusAt({ isOrdered: orders.has(id), file_state, analysis_id, verdict }, project, now)
    return { status, lineMinor: line_minor === null ? null : Number(line_minor) }
  })
  const countOf = (status: LineStatus) => summed.filter((line) => line.status === status).length
  const { ready, undecided, analysing, orderedLines } = quoteSums(summed)

  return {
    id: project.id,
    name: project.name,
    service: project.service,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
    validUntil: project.valid_until.toISOString(),
    lines: lines.length,
    readyLines: countOf('ready'),
    decisionLines: countOf('needs-decision'),
    orderedLines,
    totalMinor: ready.minor,
    pendingMinor: undecided.minor + analysing.minor,
    shared: project.share_hash !== null,
  }
}
