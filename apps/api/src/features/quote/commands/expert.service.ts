import type { Configuration, Language, PartMeasures, ProjectEvent, TechnologySlug } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, byTool, recordAudit } from '#core/audit.ts'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import { getJudgedLine, getLines, type JudgedLineRow, type LineRow } from '#features/quote/rows/line.repository.ts'
import {
  type ExpertAnswer,
  findProjectOfLine,
  insertQuestion,
  listAsked,
  listManualQuotes,
  type ManualQuoteRow,
  setAnswer,
  updateSnapshot,
  withdrawQuotes,
} from '#features/quote/rows/manual-quote.repository.ts'
import {
  findProjectById,
  lockProjectById,
  type ProjectRow,
  touchProject,
} from '#features/quote/rows/project.repository.ts'
import {
  type ChangeDeps,
  changeProject,
  getCatalogue,
  type QuoteDeps,
} from '#features/quote/settle/change-project.service.ts'
import { refuseOrdered } from '#features/quote/settle/ordered-lines.service.ts'
import { matchesSnapshot, seenWithPart, snapshotOf } from '#features/quote/settle/part-snapshot.ts'
import { settleLines } from '#features/quote/settle/settle-lines.service.ts'
import { type ChangedLines, changedLines } from '#features/quote/view/project-view.service.ts'
import { listBodies } from '#features/upload/analysis/bodies.service.ts'
import type { Owner } from '#http/session.ts'
import { type ExpertMailRequest, expertMailQueue } from './expert-mail.service.ts'

interface LineId {
  projectId: string
  lineId: string
}

/** Asks an expert to price the line as it is; replaces an older question or answer; mails staff. */
export async function askExpert(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineId,
  asked: { question: string; email: string; language: Language },
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const { trx, now } = open
    const [line] = await getLines(trx, projectId, [lineId])
    if (!line) return
    await refuseOrdered(open, [lineId])
    assertAnalysed(line)

    await withdrawQuotesOf(trx, lineId)
    const manualQuoteId = await insertQuestion(trx, {
      ...asked,
      line_id: lineId,
      subject: snapshotOf(line),
      asked_at: now,
    })
    const mail: ExpertMailRequest = { kind: 'expert-asked', manualQuoteId }
    await deps.jobs.enqueue(trx, expertMailQueue.name, mail)
    open.record({ kind: 'expert-asked', name: line.name })
    await settleLines(open, [lineId])
  })

  return changedLines(deps, owner, projectId, [lineId])
}

/**
 * An expert needs the file. Without one, a visitor could send staff any number of mails (ABU-5). A
 * file that could not be measured will do.
 */
function assertAnalysed({ file_state, sha256 }: LineRow): void {
  const isAnalysed = file_state === 'done' || (file_state === 'failed' && sha256 !== null)
  if (!isAnalysed) throw new AppError('PART_NOT_ANALYSED')
}

/** Withdraws the question, or gives up the expert's price. Idempotent. */
export async function recallExpert(
  deps: QuoteDeps,
  owner: Owner,
  { projectId, lineId }: LineId,
): Promise<ChangedLines> {
  await changeProject(deps, owner, projectId, async (open) => {
    const [line] = await getLines(open.trx, projectId, [lineId])
    await refuseOrdered(open, [lineId])

    const withdrawn = await withdrawQuotesOf(open.trx, lineId)
    if (line && withdrawn > 0) open.record({ kind: 'expert-recalled', name: line.name })
    await settleLines(open, [lineId])
  })
  return changedLines(deps, owner, projectId, [lineId])
}

/** Withdraws what is in force for a line; returns how many questions or answers that were. */
async function withdrawQuotesOf(trx: Trx, lineId: string): Promise<number> {
  const quotes = await listManualQuotes(trx, [lineId])
  const ids = [...quotes.values()].map(({ id }) => id)
  await withdrawQuotes(trx, ids)
  return ids.length
}

/** A question that no expert has answered yet. */
export interface OpenQuestion {
  lineId: string
  askedAt: Date
  part: string
  service: TechnologySlug
  quantity: number | null
  materialId: string | null
  question: string
}

/** Everything an expert needs to quote a price. */
export interface AskedPart extends OpenQuestion {
  email: string
  fileName: string
  sha256: string | null
  configuration: Configuration | null
  measures: PartMeasures | null
  comment: string
  verdict: LineVerdictRecord | null
}

/** All open questions, oldest first. A question about a part that was changed since is not open. */
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

/** Throws unless the question waits for an answer and is about the line as it is now. */
export function assertOpenQuestion(
  line: JudgedLineRow,
  question: ManualQuoteRow | undefined,
): asserts question is ManualQuoteRow {
  if (question?.state !== 'asked' || !matchesSnapshot(question.subject, line)) throw new AppError('QUESTION_CLOSED')
}

function openQuestion(line: JudgedLineRow, quotes: ReadonlyMap<string, ManualQuoteRow>): ManualQuoteRow {
  const question = quotes.get(line.id)
  assertOpenQuestion(line, question)
  return question
}

export async function getQuestion({ db }: Pick<QuoteDeps, 'db'>, lineId: string): Promise<AskedPart> {
  const project = await getProjectOf(db, lineId)
  const line = await getJudgedLine(db, project.id, lineId)
  const { question, asked_at, email } = openQuestion(line, await listManualQuotes(db, [lineId]))

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
    measures: await findMeasures(db, line),
    comment: line.comment,
    verdict: line.verdict,
  }
}

async function findMeasures(db: Db | Trx, line: JudgedLineRow): Promise<PartMeasures | null> {
  const bodies = line.analysis_id ? await listBodies(db, [line.analysis_id]) : []
  return bodies.find(({ body_index }) => body_index === line.body_index)?.measures ?? null
}

/** The project of a line; NOT_FOUND for an unknown line and for a removed project. */
export async function getProjectOf(db: QuoteDeps['db'], lineId: string) {
  const projectId = await findProjectOfLine(db, lineId)
  const project = projectId === undefined ? undefined : await findProjectById(db, projectId)
  if (!project || project.deleted_at) throw new AppError('NOT_FOUND')
  return project
}

/** An answer as the expert gives it. Without `validDays`, a price holds as long as those of the project. */
type GivenAnswer = Omit<ExpertAnswer, 'answeredAt' | 'validUntil'> & { validDays?: number }

const dayMs = 86_400_000

/** A price never ends before the other prices of its project. */
function validUntilOf({ validDays }: GivenAnswer, { valid_until }: ProjectRow, now: Date): Date | null {
  if (validDays === undefined) return null
  const end = new Date(now.getTime() + validDays * dayMs)
  return end < valid_until ? valid_until : end
}

const answerEvent = (name: string, { state, unitMinor }: GivenAnswer): ProjectEvent =>
  state === 'answered' ? { kind: 'expert-answered', name, unitMinor } : { kind: 'expert-declined', name }

/**
 * Saves an expert's price or refusal, settles the line and mails the customer. A price for a part
 * that was not measured needs a parcel, else VALIDATION: shipping costs would be unknown.
 */
export async function answerQuestion(
  deps: ChangeDeps,
  lineId: string,
  answer: GivenAnswer,
  by: ActedBy = byTool,
): Promise<void> {
  const { id } = await getProjectOf(deps.db, lineId)

  await deps.db.transaction().execute(async (trx) => {
    const project = await lockProjectById(trx, id)
    if (!project || project.deleted_at) throw new AppError('NOT_FOUND')

    const now = deps.clock()
    const line = await getJudgedLine(trx, id, lineId)
    const quote = openQuestion(line, await listManualQuotes(trx, [lineId]))

    const needsParcel = answer.state === 'answered' && !(await findMeasures(trx, line))
    if (needsParcel && !answer.parcel)
      throw new AppError('VALIDATION', { fields: [{ path: 'parcel', code: 'required' }] })

    const validUntil = validUntilOf(answer, project, now)
    await setAnswer(trx, quote.id, { ...answer, validUntil, answeredAt: now })
    await updateSnapshot(trx, quote.id, { ...quote.subject, ...seenWithPart(line) })
    await settleLines({ trx, project, now, catalogue: await getCatalogue(deps, project, trx) }, [lineId])
    await touchProject(trx, id, now, { activity: [{ actor: 'staff', event: answerEvent(line.name, answer) }] })

    const mail: ExpertMailRequest = { kind: `expert-${answer.state}`, manualQuoteId: quote.id }
    await deps.jobs.enqueue(trx, expertMailQueue.name, mail)

    await recordAudit(trx, {
      ...by,
      action: answer.state === 'answered' ? 'line.question-answered' : 'line.question-declined',
      subject: { kind: 'line', id: lineId },
      customerId: project.customer_id,
      before: { state: quote.state },
      after: {
        state: answer.state,
        unitMinor: answer.unitMinor,
        workingDays: answer.workingDays,
        validUntil: validUntil?.toISOString() ?? null,
      },
      reason: answer.note,
    })
  })
}
