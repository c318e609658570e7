import type { StaffProjectView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { findStaffName } from '#core/staff-name.ts'
import { findingTexts } from '#features/quote/commands/accept-findings.service.ts'
import { exportControlOf } from '#features/quote/commands/export-control.service.ts'
import { listAttachments } from '#features/quote/rows/attachment.repository.ts'
import { listJudgedLines, listLines } from '#features/quote/rows/line.repository.ts'
import { isProjectOrdered } from '#features/quote/rows/line-order.repository.ts'
import { findProjectById, type ProjectRow } from '#features/quote/rows/project.repository.ts'
import { getCatalogue } from '#features/quote/settle/change-project.service.ts'
import { lineViews } from '#features/quote/view/line-view.service.ts'
import type { OriginalFile } from '#features/upload/history.service.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { describeFindings, sendFile, showMesh } from './desk-part.service.ts'
import { findCustomerName } from './expert-desk.repository.ts'

async function getLiveProject({ db }: Pick<Deps, 'db'>, projectId: string): Promise<ProjectRow> {
  const project = await findProjectById(db, projectId)
  if (!project || project.deleted_at) throw new AppError('NOT_FOUND')
  return project
}

type ProjectDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'thumbnails'>

/** A project of any owner for a member of staff; NOT_FOUND once it is removed. */
export async function getStaffProject(
  deps: ProjectDeps,
  projectId: string,
  language: Language,
): Promise<StaffProjectView> {
  const project = await getLiveProject(deps, projectId)
  const views = await lineViews(deps, project, await listJudgedLines(deps.db, projectId))
  const customer = project.customer_id === null ? undefined : await findCustomerName(deps.db, project.customer_id)

  const surroundings = { catalogue: await getCatalogue(deps, project), words: await paperWords(language) }
  const textOf = await findingTexts(language)
  const cleared = project.export_declaration?.clearance?.uploadIds ?? []

  return {
    id: project.id,
    name: project.name,
    service: project.service,
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
    validUntil: project.valid_until.toISOString(),
    customer: customer ?? null,
    exportControl: await exportControlView(
      deps,
      project,
      views.map(({ upload }) => upload.id),
    ),
    lines: views.map((line) => ({
      line,
      description: describeChoice(line.configuration, line.price?.process, surroundings),
      findings: describeFindings(line, textOf),
      isCleared: cleared.includes(line.upload.id),
    })),
  }
}

async function exportControlView(
  { db }: Pick<Deps, 'db'>,
  { id, export_declaration: declaration }: ProjectRow,
  uploadIds: readonly string[],
): Promise<StaffProjectView['exportControl']> {
  const isOrdered = await isProjectOrdered(db, id)
  const { standing, answer, answeredAt } = exportControlOf({ declaration, isOrdered }, uploadIds)
  const clearance = standing === 'unanswered' ? null : declaration?.clearance

  return {
    standing,
    answer,
    answeredAt,
    clearance: clearance
      ? { by: await findStaffName(db, clearance.staffId), at: clearance.at, reason: clearance.reason }
      : null,
  }
}

/** The mesh of a part for a member of staff. */
export async function showProjectMesh(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  { projectId, lineId }: { projectId: string; lineId: string },
): Promise<Uint8Array> {
  return showMesh(deps, staffId, await getLiveProject(deps, projectId), lineId)
}

/** The file of a part, or a drawing; also one that could not be read. */
export async function downloadProjectFile(
  deps: Pick<Deps, 'db' | 'files'>,
  staffId: string,
  { projectId, uploadId }: { projectId: string; uploadId: string },
): Promise<OriginalFile> {
  const { customer_id: customerId } = await getLiveProject(deps, projectId)
  const lines = await listLines(deps.db, projectId)
  const drawings = await listAttachments(
    deps.db,
    lines.map(({ id }) => id),
  )
  const isOfProject =
    lines.some(({ upload_id }) => upload_id === uploadId) || [...drawings.values()].flat().includes(uploadId)
  if (!isOfProject) throw new AppError('NOT_FOUND')

  return sendFile(deps, staffId, { uploadId, customerId, after: { projectId } })
}
