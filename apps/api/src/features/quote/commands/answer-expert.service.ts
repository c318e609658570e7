import type { Configuration, PartMeasures, TechnologySlug } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import { getJudgedLine, type JudgedLineRow } from '#features/quote/rows/line.repository.ts'
import {
  type ExpertAnswer,
  findProjectOfLine,
  listAsked,
  listManualQuotes,
  type ManualQuoteRow,
  setAnswer,
} from '#features/quote/rows/manual-quote.repository.ts'
import { findProjectById, lockProjectById, touchProject } from '#features/quote/rows/project.repository.ts'
import { getCatalogue, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { matchesSnapshot } from '#features/quote/settle/part-snapshot.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { listBodies } from '#features/upload/analysis/bodies.service.ts'
import { type ExpertMailRequest, expertMailQueue } from './expert-mail.service.ts'

/** A question that waits for an expert. */
export interface OpenQuestion {
  lineId: string
  askedAt: Date
  part: string
  service: TechnologySlug
  quantity: number | null
  materialId: string | null
  question: string
}

/** All that an expert needs to make a price. */
export interface AskedPart extends OpenQuestion {
  email: string
  fileName: string
  sha256: string | null
  configuration: Configuration | null
  measures: PartMeasures | null
  comment: string
  verdict: LineVerdictRecord | null
}

/** Every question that still stands, oldest first; those about a part that was changed since do not. */
export async function listQuestions({ db }: Pick<QuoteDeps, 'db'>): Promise<OpenQuestion[]> {
  const rows = await listAsked(db)
  return rows
    .filter((row) => matchesSnapshot(row.subject, row))
    .map(({ line_id, asked_at, name, service, configuration, question }) => ({
      lineId: line_id,
      askedAt: asked_at,
      part: name,
      service,
      quantity: configuration?.quantity ?? null,
      materialId: configuration?.materialId ?? null,
      question,
    }))
}

/** The question of a line that still stands. */
function standing(line: JudgedLineRow, quotes: ReadonlyMap<string, ManualQuoteRow>): ManualQuoteRow {
  const quote = quotes.get(line.id)
  if (quote?.state !== 'asked' || !matchesSnapshot(quote.subject, line)) throw new AppError('NOT_FOUND')
  return quote
}

export async function getQuestion({ db }: Pick<QuoteDeps, 'db'>, lineId: string): Promise<AskedPart> {
  const project = await projectOf(db, lineId)
  const line = await getJudgedLine(db, project.id, lineId)
  const { question, asked_at, email } = standing(line, await listManualQuotes(db, [lineId]))

  return {
    lineId,
    askedAt: asked_at,
    part: line.name,
    service: project.service,
    quantity: line.configuration?.quantity ?? null,
    materialId: line.configuration?.materialId ?? null,
    question,
    email,
    fileName: line.file_name,
    sha256: line.sha256,
    configuration: line.configuration,
    measures: await measuresOf(db, line),
    comment: line.comment,
    verdict: line.verdict,
  }
}

async function measuresOf(db: Db | Trx, line: JudgedLineRow): Promise<PartMeasures | null> {
  const bodies = line.analysis_id ? await listBodies(db, [line.analysis_id]) : []
  return bodies.find(({ body_index }) => body_index === line.body_index)?.measures ?? null
}

async function projectOf(db: QuoteDeps['db'], lineId: string) {
  const projectId = await findProjectOfLine(db, lineId)
  const project = projectId === undefined ? undefined : await findProjectById(db, projectId)
  if (!project || project.deleted_at) throw new AppError('NOT_FOUND')
  return project
}

/**
 * Brings an expert's price, or a refusal, into the line, and tells the asker; all of it or nothing. Refused as `VALIDATION` is a price
 * without a parcel for a part that was never measured: nobody would know what its carriage costs.
 */
export async function answerQuestion(
  deps: QuoteDeps,
  lineId: string,
  answer: Omit<ExpertAnswer, 'answeredAt'>,
): Promise<void> {
  const { id } = await projectOf(deps.db, lineId)
  await deps.db.transaction().execute(async (trx) => {
    const project = await lockProjectById(trx, id)
    if (!project || project.deleted_at) throw new AppError('NOT_FOUND')

    const now = deps.clock()
    const line = await getJudgedLine(trx, id, lineId)
    const quote = standing(line, await listManualQuotes(trx, [lineId]))

    if (answer.state === 'answered' && !answer.parcel && !(await measuresOf(trx, line)))
      throw new AppError('VALIDATION', { fields: [{ path: 'parcel', code: 'required' }] })

    await setAnswer(trx, quote.id, { ...answer, answeredAt: now })
    await settleLines({ trx, project, now, catalogue: await getCatalogue(deps, project) }, [lineId])
    await touchProject(trx, id, now)

    const mail: ExpertMailRequest = { kind: `expert-${answer.state}`, manualQuoteId: quote.id }
    await deps.jobs.enqueue(trx, expertMailQueue.name, mail)
  })
}
