import type { ExportControlView } from '@cotation/contracts'
import { type ExportAnswer, type ExportDeclaration, exportStanding, exportWording } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { pipeline } from '#db/pipeline.ts'
import { listLines } from '#features/quote/rows/line.repository.ts'
import { isProjectOrdered } from '#features/quote/rows/line-order.repository.ts'
import { readAnswerer } from '#features/quote/rows/owner.repository.ts'
import { lockProject, lockProjectById, touchProject } from '#features/quote/rows/project.repository.ts'

type Writing = Pick<Deps, 'db' | 'clock'>

/** An answer, and whether parts of its project were ordered. */
interface Declared {
  declaration: ExportDeclaration | null
  isOrdered: boolean
}

/**
 * An answer with which parts were ordered stays: the order refers to it. Also while parts that were
 * added since are in review.
 */
const isFixed = ({ declaration, isOrdered }: Declared): boolean =>
  isOrdered && exportStanding(declaration, []) === 'clear'

/** The question as the owner sees it for the parts of these uploads. */
export function exportControlOf(declared: Declared, uploadIds: readonly string[]): ExportControlView {
  const { declaration } = declared
  const standing = exportStanding(declaration, uploadIds)
  const isAnswered = standing !== 'unanswered'

  return {
    standing,
    answer: isAnswered ? (declaration?.answer ?? null) : null,
    answeredAt: isAnswered ? (declaration?.answeredAt ?? null) : null,
    isFixed: isFixed(declared),
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
    const [project, { email, isOrdered }] = await pipeline(trx, (one) => [
      lockProject(one, owner, projectId),
      readAnswerer(one, customerId, projectId),
    ])
    if (isFixed({ declaration: project.export_declaration, isOrdered })) throw new AppError('EXPORT_ANSWER_FIXED')

    const declaration: ExportDeclaration = {
      answer,
      wording: exportWording,
      answeredAt: now.toISOString(),
      answeredBy: email,
      clearance: null,
    }
    await touchProject(trx, projectId, now, {
      change: { export_declaration: JSON.stringify(declaration) },
      activity: [{ actor: 'customer', event: { kind: 'export-answered', answer } }],
    })

    // Only a clearance depends on the parts.
    return exportControlOf({ declaration, isOrdered }, [])
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
  { reason, uploadIds: reviewed }: { reason: string; uploadIds?: string[] | undefined },
): Promise<ExportControlView> {
  return db.transaction().execute(async (trx) => {
    const project = await lockProjectById(trx, projectId)
    if (!project || project.deleted_at) throw new AppError('NOT_FOUND')

    const answered = project.export_declaration
    const uploadIds = await listUploadIds(trx, projectId)
    const standing = exportStanding(answered, uploadIds)
    if (!answered || standing === 'unanswered') throw new AppError('EXPORT_UNANSWERED')
    const isOrdered = await isProjectOrdered(trx, projectId)
    if (standing === 'clear') return exportControlOf({ declaration: answered, isOrdered }, uploadIds)

    // A part that came after the reviewer had opened the page was not reviewed.
    if (reviewed && uploadIds.some((id) => !reviewed.includes(id))) throw new AppError('EXPORT_PARTS_CHANGED')

    const now = clock()
    const declaration = { ...answered, clearance: { at: now.toISOString(), staffId, reason, uploadIds } }
    await touchProject(trx, projectId, now, {
      change: { export_declaration: JSON.stringify(declaration) },
      activity: [{ actor: 'staff', event: { kind: 'export-cleared' } }],
    })
    await recordAudit(trx, {
      staffId,
      action: 'project.export-released',
      subject: { kind: 'project', id: projectId },
      before: { standing },
      after: { standing: 'clear', uploadIds },
      reason,
    })

    return exportControlOf({ declaration, isOrdered }, uploadIds)
  })
}
