import type { ProjectSummary } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { ProjectRow } from '#features/quote/rows/project.repository.ts'
import { listLineSummaries, listProjects } from '#features/quote/rows/project-list.repository.ts'
import { statusAt } from '#features/quote/view/line-view.service.ts'
import type { Owner } from '#http/session.ts'

const maxThumbnails = 4

type LineSummary = Awaited<ReturnType<typeof listLineSummaries>>[number]

/** A page of project summaries, in three queries regardless of the number of lines. */
export async function listProjectSummaries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  query: { search?: string | undefined; page: number; pageSize: number },
): Promise<{ projects: ProjectSummary[]; total: number }> {
  const { projects, total } = await listProjects(db, owner, { ...query, search: query.search })
  const projectIds = projects.map(({ id }) => id)
  const lines = await listLineSummaries(db, projectIds)

  const linesOf = Map.groupBy(lines, ({ project_id }) => project_id)
  const now = clock()

  return { projects: projects.map((project) => summaryOf(project, linesOf.get(project.id) ?? [], now)), total }
}

function summaryOf(project: ProjectRow, lines: readonly LineSummary[], now: Date): ProjectSummary {
  const isReady = ({ file_state, analysis_id, standing, judged_analysis_id }: LineSummary): boolean => {
    const verdict = standing && { standing, analysisId: judged_analysis_id }
    return statusAt({ file_state, analysis_id, verdict }, project, now) === 'ready'
  }
  return {
    id: project.id,
    name: project.name,
    service: project.service,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
    validUntil: project.valid_until.toISOString(),
    lines: lines.length,
    readyLines: lines.filter(isReady).length,
    totalMinor: lines.reduce((sum, { line_minor }) => sum + Number(line_minor ?? 0), 0),
    shared: project.share_hash !== null,
    thumbnailIds: lines.flatMap(({ thumbnail_id }) => thumbnail_id ?? []).slice(0, maxThumbnails),
  }
}
