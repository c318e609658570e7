import { isDeepStrictEqual } from 'node:util'
import type { ExpertQuestionView, SimilarPartView } from '@cotation/contracts'
import {
  type Catalogue,
  type ComparedPart,
  type ExpertDraft,
  findMaterial,
  type Language,
  mostSimilarParts,
  type PartMeasures,
  type ProcessId,
  similarPartCount,
  staffTaskRules,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { findStaffName } from '#core/staff-name.ts'
import { findingTexts } from '#features/quote/commands/accept-findings.service.ts'
import { answerQuestion, assertOpenQuestion, getProjectOf } from '#features/quote/commands/expert.service.ts'
import { listAttachments } from '#features/quote/rows/attachment.repository.ts'
import { currentVerdict, getJudgedLine, type JudgedLineRow } from '#features/quote/rows/line.repository.ts'
import type { ManualQuoteRow, PartParcel } from '#features/quote/rows/manual-quote.repository.ts'
import { lockProjectById, type ProjectRow } from '#features/quote/rows/project.repository.ts'
import { type ChangeDeps, getCatalogue } from '#features/quote/settle/change-project.service.ts'
import { matchesSnapshot } from '#features/quote/settle/part-snapshot.ts'
import { lineViews } from '#features/quote/view/line-view.service.ts'
import { listBodies } from '#features/upload/analysis/bodies.service.ts'
import type { OriginalFile } from '#features/upload/history.service.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { describeFindings, sendFile, showDrawing, showMesh } from './desk-part.service.ts'
import {
  findCustomerName,
  findLastQuestion,
  listOutcomes,
  listPricedParts,
  type OutcomeRow,
  type PricedPartRow,
  setDraft,
} from './expert-desk.repository.ts'

const hourMs = 3_600_000

interface AskedLine {
  project: ProjectRow
  line: JudgedLineRow
  question: ManualQuoteRow
}

/** A line about which a question was asked; NOT_FOUND for any other. */
async function getAskedLine({ db }: Pick<Deps, 'db'>, lineId: string): Promise<AskedLine> {
  const project = await getProjectOf(db, lineId)
  const line = await getJudgedLine(db, project.id, lineId)
  const question = await findLastQuestion(db, lineId)
  if (!question) throw new AppError('NOT_FOUND')
  return { project, line, question }
}

type DeskDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'thumbnails'>

/** A question with everything that an expert needs to answer it. */
export async function getExpertQuestion(
  deps: DeskDeps,
  lineId: string,
  language: Language,
): Promise<ExpertQuestionView> {
  const { project, line, question } = await getAskedLine(deps, lineId)
  const catalogue = await getCatalogue(deps, project)
  const [view] = await lineViews(deps, project, [line])
  if (!view) throw new AppError('NOT_FOUND')

  const customer = project.customer_id === null ? undefined : await findCustomerName(deps.db, project.customer_id)
  const words = await paperWords(language)
  const textOf = await findingTexts(language)
  const { promisedHours } = staffTaskRules['expert-question']

  return {
    lineId,
    state: question.state,
    isOpen: question.state === 'asked' && matchesSnapshot(question.subject, line),
    question: question.question,
    askedAt: question.asked_at.toISOString(),
    dueAt: new Date(question.asked_at.getTime() + promisedHours * hourMs).toISOString(),
    email: question.email,
    customer: customer ? { id: customer.id, name: customer.name, company: customer.company } : null,
    project: {
      id: project.id,
      name: project.name,
      service: project.service,
      validUntil: project.valid_until.toISOString(),
    },
    line: view,
    description: describeChoice(line.configuration, view.price?.process, { catalogue, words }),
    findings: describeFindings(view, textOf),
    usualValidDays: catalogue.selling.validityDays,
    draft: await draftView(deps, question),
    validUntil: question.valid_until?.toISOString() ?? null,
  }
}

async function draftView(
  { db }: Pick<Deps, 'db'>,
  { draft, draft_by, draft_at }: ManualQuoteRow,
): Promise<ExpertQuestionView['draft']> {
  if (!draft || draft_by === null || draft_at === null) return null
  return { ...draft, by: await findStaffName(db, draft_by), at: draft_at.toISOString() }
}

/** The process of a line: as it was priced, else as it was chosen, else the only one of its material. */
function processOf(
  priced: ProcessId | null | undefined,
  configuration: JudgedLineRow['configuration'],
  catalogue: Catalogue,
): ProcessId | null {
  const chosen = priced ?? configuration?.process
  if (chosen) return chosen

  const offered = findMaterial(catalogue, configuration?.materialId ?? '')?.processIds ?? []
  return offered.length === 1 ? (offered[0] ?? null) : null
}

const comparedPart = (fingerprint: string, measures: PartMeasures, process: ProcessId | null): ComparedPart => ({
  fingerprint,
  volumeMm3: measures.volumeMm3,
  areaMm2: measures.areaMm2,
  sizeMm: measures.sizeMm,
  process,
})

/** The most similar parts that were priced before, best first. None for a part that was not measured. */
export async function listSimilarParts(deps: DeskDeps, lineId: string, language: Language): Promise<SimilarPartView[]> {
  const { project, line } = await getAskedLine(deps, lineId)
  const bodies = line.analysis_id ? await listBodies(deps.db, [line.analysis_id]) : []
  const body = bodies.find(({ body_index }) => body_index === line.body_index)
  if (!body?.measures) return []

  const catalogue = await getCatalogue(deps, project)
  const process = processOf(currentVerdict(line)?.price?.process, line.configuration, catalogue)
  const rows = await listPricedParts(deps.db, body.measures, { exceptLineId: lineId, process })

  const candidates = rows.map((row) => {
    const ownProcess = processOf(row.process, row.configuration, catalogue)
    return { ...comparedPart(row.fingerprint, row.measures, ownProcess), row }
  })
  const similar = mostSimilarParts(comparedPart(body.fingerprint, body.measures, process), candidates, similarPartCount)

  const orderLineIds = similar.flatMap(({ candidate }) => candidate.row.order_line_id ?? [])
  const outcomes = new Map((await listOutcomes(deps.db, orderLineIds)).map((row) => [row.order_line_id, row]))

  const words = await paperWords(language)
  const views: SimilarPartView[] = []
  for (const { candidate, similarity } of similar) {
    const { row, process: ownProcess } = candidate
    // The catalogue of its own project: later ones may call the material otherwise, or not have it.
    const surroundings = { catalogue: await getCatalogue(deps, row), words }
    const { material } = describeChoice(row.configuration, ownProcess ?? undefined, surroundings)
    const order = orderedPartView(row, outcomes.get(row.order_line_id ?? ''))
    views.push({ ...similarPartView(deps, row), similarity, process: ownProcess, material, order })
  }
  return views
}

/** The order of a part and its outcome; null for a part without an order. */
function orderedPartView(row: PricedPartRow, outcome: OutcomeRow | undefined): SimilarPartView['order'] {
  if (row.order_id === null || !outcome) return null

  const { scrapped, claims, actual_minutes: actual, planned_minutes: planned } = outcome
  const isTimed = actual !== null && planned !== null
  return {
    id: row.order_id,
    number: row.order_number ?? '',
    scrapped,
    claims,
    minutes: isTimed ? { actual, planned } : null,
  }
}

function similarPartView(
  { thumbnails }: Pick<Deps, 'thumbnails'>,
  row: PricedPartRow,
): Omit<SimilarPartView, 'similarity' | 'process' | 'material' | 'order'> {
  const quantity = row.order_quantity ?? row.configuration?.quantity ?? 1
  const unitMinor = row.order_unit_minor ?? Math.round(Number(row.line_minor) / quantity)

  return {
    lineId: row.line_id,
    name: row.name,
    thumbnailId: thumbnails.within({ kind: 'project', id: row.project_id })(row.thumbnail_id),
    sizeMm: [...row.measures.sizeMm],
    quantity,
    unitMinor: Number(unitMinor),
    workingDays: row.working_days,
    isByExpert: row.is_by_expert,
    pricedAt: row.priced_at.toISOString(),
  }
}

/** The mesh of the part that a question is about, for a member of staff. */
export async function showQuestionMesh(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  lineId: string,
): Promise<Uint8Array> {
  const { project } = await getAskedLine(deps, lineId)
  return showMesh(deps, staffId, project, lineId)
}

/** The file of the part, or one of its drawings. Each download is in the audit. */
export async function downloadQuestionFile(
  deps: Pick<Deps, 'db' | 'files'>,
  staffId: string,
  { lineId, uploadId }: { lineId: string; uploadId: string },
): Promise<OriginalFile> {
  const { project, line } = await getAskedLine(deps, lineId)
  const drawings = (await listAttachments(deps.db, [lineId])).get(lineId) ?? []
  if (uploadId !== line.upload_id && !drawings.includes(uploadId)) throw new AppError('NOT_FOUND')

  return sendFile(deps, staffId, { uploadId, customerId: project.customer_id, after: { lineId } })
}

/** A drawing of the part that a question is about, for a member of staff. */
export async function showQuestionDrawing(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  { lineId, uploadId }: { lineId: string; uploadId: string },
): Promise<OriginalFile> {
  const { project } = await getAskedLine(deps, lineId)
  const drawings = (await listAttachments(deps.db, [lineId])).get(lineId) ?? []
  if (!drawings.includes(uploadId)) throw new AppError('NOT_FOUND')

  return showDrawing(deps, staffId, { uploadId, customerId: project.customer_id })
}

/**
 * Keeps what an expert has prepared; returns when. One draft per question: a colleague goes on where
 * another ended. Throws DRAFT_OVERTAKEN if there is a newer one than the expert has seen.
 */
export async function saveDraft(
  deps: Pick<Deps, 'clock' | 'db'>,
  staffId: string,
  lineId: string,
  { seenAt, ...draft }: ExpertDraft & { seenAt: string | null },
): Promise<{ at: string }> {
  const { project } = await getAskedLine(deps, lineId)

  return deps.db.transaction().execute(async (trx) => {
    await lockProjectById(trx, project.id)
    const line = await getJudgedLine(trx, project.id, lineId)
    const question = await findLastQuestion(trx, lineId)
    assertOpenQuestion(line, question)
    const { draft_at: savedAt } = question
    const isRepeated = question.draft_by === staffId && isDeepStrictEqual(question.draft, stored(draft))
    if (isRepeated && savedAt !== null) return { at: savedAt.toISOString() }

    const isOvertaken = savedAt !== null && savedAt.toISOString() !== seenAt
    if (isOvertaken) {
      throw new AppError('DRAFT_OVERTAKEN', { holderName: await findStaffName(trx, question.draft_by) })
    }

    const now = deps.clock()
    await setDraft(trx, question.id, draft, { staffId, now })
    await recordAudit(trx, {
      staffId,
      action: 'line.answer-drafted',
      subject: { kind: 'line', id: lineId },
      customerId: project.customer_id,
      before: { unitMinor: question.draft?.unitMinor ?? null, workingDays: question.draft?.workingDays ?? null },
      after: { unitMinor: draft.unitMinor ?? null, workingDays: draft.workingDays ?? null },
    })
    return { at: now.toISOString() }
  })
}

/** A draft as the database returns it: without what was left out. */
const stored = (draft: ExpertDraft): ExpertDraft => JSON.parse(JSON.stringify(draft))

interface Offer {
  unitMinor: number
  workingDays: number
  validDays: number
  note: string
  parcel: PartParcel | null
}

/** Answers with a price, in the name of the member of staff. */
export async function sendPrice(deps: ChangeDeps, staffId: string, lineId: string, offer: Offer): Promise<void> {
  await getAskedLine(deps, lineId)
  const { parcel, ...terms } = offer
  const answeredBy = await findStaffName(deps.db, staffId)

  const answer = { ...terms, state: 'answered', answeredBy } as const
  await answerQuestion(deps, lineId, parcel ? { ...answer, parcel } : answer, { staffId })
}

/** Declines to quote a price, in the name of the member of staff. */
export async function declinePrice(deps: ChangeDeps, staffId: string, lineId: string, note: string): Promise<void> {
  await getAskedLine(deps, lineId)
  const answeredBy = await findStaffName(deps.db, staffId)
  const answer = { state: 'declined', unitMinor: null, workingDays: null, note, answeredBy } as const
  await answerQuestion(deps, lineId, answer, { staffId })
}
