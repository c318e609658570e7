import type { ExportControlView } from '@cotation/contracts'
import { type ExportAnswer, type ExportDeclaration, exportStanding, exportWording } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { actorOf } from '#features/quote/rows/activity.repository.ts'
import { hasOrder } from '#features/quote/rows/line-order.repository.ts'
import { ownerName } from '#features/quote/rows/owner.repository.ts'
import { lockProject, lockProjectById, type ProjectRow, touchProject } from '#features/quote/rows/project.repository.ts'
import type { Owner } from '#http/session.ts'

type Writing = Pick<Deps, 'db' | 'clock'>
type DeclaredProject = Pick<ProjectRow, 'id' | 'export_declaration'>

/** An answer with which parts were ordered stays: the order refers to it. */
async function isFixed(db: Db | Trx, { id, export_declaration }: DeclaredProject): Promise<boolean> {
  return exportStanding(export_declaration) === 'clear' && (await hasOrder(db, id))
}

export async function exportControlOf(db: Db | Trx, project: DeclaredProject): Promise<ExportControlView> {
  const declaration = project.export_declaration
  const standing = exportStanding(declaration)
  const isAnswered = standing !== 'unanswered'

  return {
    standing,
    answer: isAnswered ? (declaration?.answer ?? null) : null,
    answeredAt: isAnswered ? (declaration?.answeredAt ?? null) : null,
    isFixed: await isFixed(db, project),
  }
}

/** Records the answer of the project's owner; it replaces an earlier one with its clearance. */
export async function answerExportControl(
  { db, clock }: Writing,
  owner: Owner,
  projectId: string,
  answer: ExportAnswer,
): Promise<ExportControlView> {
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const project = await lockProject(trx, owner, projectId)
    if (await isFixed(trx, project)) throw new AppError('EXPORT_ANSWER_FIXED')

    const declaration: ExportDeclaration = {
      answer,
      wording: exportWording,
      answeredAt: now.toISOString(),
      answeredBy: await ownerName(trx, owner),
      clearance: null,
    }
    const activity = [{ actor: actorOf(owner), event: { kind: 'export-answered', answer } as const }]
    await touchProject(trx, projectId, now, {
      change: { export_declaration: JSON.stringify(declaration) },
      activity,
    })

    return exportControlOf(trx, { id: projectId, export_declaration: declaration })
  })
}

/** A member of staff clears a project that is in review. Repeating it changes nothing. */
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
    const standing = exportStanding(answered)
    if (!answered || standing === 'unanswered') throw new AppError('EXPORT_UNANSWERED')
    if (standing === 'clear') return exportControlOf(trx, project)

    const now = clock()
    const declaration = { ...answered, clearance: { at: now.toISOString(), staffId, reason } }
    await touchProject(trx, projectId, now, {
      change: { export_declaration: JSON.stringify(declaration) },
      activity: [{ actor: 'staff', event: { kind: 'export-cleared' } }],
    })

    return exportControlOf(trx, { id: projectId, export_declaration: declaration })
  })
}
