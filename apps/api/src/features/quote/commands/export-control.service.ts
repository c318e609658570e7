import type { ExportControlView } from '@cotation/contracts'
import { type ExportAnswer, type ExportDeclaration, exportStanding, exportWording } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { listLines } from '#features/quote/rows/line.repository.ts'
import { hasOrder } from '#features/quote/rows/line-order.repository.ts'
import { ownerName } from '#features/quote/rows/owner.repository.ts'
import { lockProject, lockProjectById, type ProjectRow, touchProject } from '#features/quote/rows/project.repository.ts'

type Writing = Pick<Deps, 'db' | 'clock'>
type DeclaredProject = Pick<ProjectRow, 'id' | 'export_declaration'>

/**
 * An answer with which parts were ordered stays: the order refers to it. Also while parts that were
 * added since are in review.
 */
async function isFixed(db: Db | Trx, { id, export_declaration }: DeclaredProject): Promise<boolean> {
  return exportStanding(export_declaration, []) === 'clear' && (await hasOrder(db, id))
}

/** The question as the owner sees it for the parts of these uploads. */
export async function exportControlOf(
  db: Db | Trx,
  project: DeclaredProject,
  uploadIds: readonly string[],
): Promise<ExportControlView> {
  const declaration = project.export_declaration
  const standing = exportStanding(declaration, uploadIds)
  const isAnswered = standing !== 'unanswered'

  return {
    standing,
    answer: isAnswered ? (declaration?.answer ?? null) : null,
    answeredAt: isAnswered ? (declaration?.answeredAt ?? null) : null,
    isFixed: await isFixed(db, project),
  }
}

/** Records the answer of the project's customer; it replaces an earlier one with its clearance. */
export async function answerExportControl(
  { db, clock }: Writing,
  customerId: string,
  projectId: string,
  answer: ExportAnswer,
): Promise<ExportControlView> {
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const owner = { customerId, visitorHash: null }
    const project = await lockProject(trx, owner, projectId)
    if (await isFixed(trx, project)) throw new AppError('EXPORT_ANSWER_FIXED')

    const declaration: ExportDeclaration = {
      answer,
      wording: exportWording,
      answeredAt: now.toISOString(),
      answeredBy: await ownerName(trx, owner),
      clearance: null,
    }
    await touchProject(trx, projectId, now, {
      change: { export_declaration: JSON.stringify(declaration) },
      activity: [{ actor: 'customer', event: { kind: 'export-answered', answer } }],
    })

    // Only a clearance depends on the parts.
    return exportControlOf(trx, { id: projectId, export_declaration: declaration }, [])
  })
}

/** The uploads of a project's lines, without removed ones. */
async function listUploadIds(trx: Trx, projectId: string): Promise<string[]> {
  const lines = await listLines(trx, projectId)
  return [...new Set(lines.map(({ upload_id }) => upload_id))]
}

/**
 * A member of staff clears the parts that a project in review has now. Repeating it changes nothing
 * until parts are added.
 */
export async function clearExportControl(
  { db, clock }: Writing,
  staffId: string,
  projectId: string,
  reason: string,
): Promise<ExportControlView> {
  return db.transaction().execute(async (trx) => {
    const project = await lockProjectById(trx, projectId)
    if (!project || project.deleted_at) throw new AppError('NOT_FOUND')

    const answered = project.export_declaration
    const uploadIds = await listUploadIds(trx, projectId)
    const standing = exportStanding(answered, uploadIds)
    if (!answered || standing === 'unanswered') throw new AppError('EXPORT_UNANSWERED')
    if (standing === 'clear') return exportControlOf(trx, project, uploadIds)

    const now = clock()
    const declaration = { ...answered, clearance: { at: now.toISOString(), staffId, reason, uploadIds } }
    await touchProject(trx, projectId, now, {
      change: { export_declaration: JSON.stringify(declaration) },
      activity: [{ actor: 'staff', event: { kind: 'export-cleared' } }],
    })

    return exportControlOf(trx, { id: projectId, export_declaration: declaration }, uploadIds)
  })
}
