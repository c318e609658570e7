import { type Catalogue, findMaterial, type LineFacts, type PartMeasures, uploadLimits } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { judgeLine } from '@cotation/pricing'
import type { Activity } from '#core/project-activity.ts'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import { type Acceptance, listAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import {
  assignBodiesToLines,
  type BodyAssignment,
  findFirstLine,
  insertLines,
  type LineRow,
  lineCount,
  listLineIdsOfUpload,
  listLines,
  listProjectsOfUpload,
  saveVerdicts,
  shiftLines,
} from '#features/quote/rows/line.repository.ts'
import { listManualQuotes, type ManualQuoteRow, updateSnapshot } from '#features/quote/rows/manual-quote.repository.ts'
import {
  findProjectById,
  lockProjectById,
  touchProject,
  updateService,
} from '#features/quote/rows/project.repository.ts'
import { bodyKey, listBodies, listFacts, type PartBodyRow } from '#features/upload/analysis/bodies.service.ts'
import { touchUploads } from '#features/upload/records/upload.service.ts'
import { assignBodies } from './assign-bodies.ts'
import { getCatalogue, type OpenProject, type QuoteDeps } from './change-project.service.ts'
import { matchesSnapshot, snapshotOf } from './part-snapshot.ts'

/** Whether the file's analysis is available; it outlives the file itself. */
const isAnalysed = ({ file_state, analysis_id }: LineRow): boolean =>
  analysis_id !== null && (file_state === 'done' || file_state === 'expired')

/**
 * Ends every change of lines. Lines with an analysed file get their body and, if they have none,
 * their first configuration; then all are judged with the project's catalogue. Idempotent. Returns
 * the ids of all affected lines, including the new ones of files with several bodies.
 */
export async function settleLines(open: OpenProject, lineIds?: readonly string[]): Promise<string[]> {
  const { trx, project, now } = open
  const before = await listLines(trx, project.id, lineIds)
  const beforeIds = before.map(({ id }) => id)
  const questions = await listManualQuotes(trx, beforeIds)

  const analysisIds = before.filter(isAnalysed).flatMap(({ analysis_id }) => analysis_id ?? [])
  const bodies = await listBodies(trx, [...new Set(analysisIds)])
  const unpriced = before.filter((line) => !hasAnswer(line, questions.get(line.id)))
  const addedIds = await assignAll(open, unpriced, bodies)

  const lines = await listLines(trx, project.id, [...beforeIds, ...addedIds])
  await updateQuestions(trx, before, lines, questions)
  await judge(open, lines, bodies)
  await followFirstLine(open)
  await touchUploads(trx, [...new Set(lines.map(({ upload_id }) => upload_id))], now)

  return lines.map(({ id }) => id)
}

/**
 * Whether an expert has priced the line with the body it has. Such a line stays as it was priced,
 * also if its body could not be measured then and is measured now.
 */
const hasAnswer = (line: LineRow, question: ManualQuoteRow | undefined): boolean =>
  line.body_index !== null && question?.state === 'answered' && matchesSnapshot(question.subject, line)

/** Assigns bodies to lines and inserts lines for the remaining bodies of their files. */
async function assignAll(
  { trx, project, catalogue, now }: OpenProject,
  lines: readonly LineRow[],
  bodies: readonly PartBodyRow[],
): Promise<string[]> {
  const facts = await factsOfUnconfigured(trx, lines, bodies)
  const { lines: count } = await lineCount(trx, project.id)
  let room = uploadLimits.filesPerProject - count
  let shifted = 0
  const assignments: BodyAssignment[] = []
  const addedIds: string[] = []

  for (const line of lines) {
    if (!isAnalysed(line)) continue

    const ownBodies = bodies.filter(({ analysis_id }) => analysis_id === line.analysis_id)
    const service = project.service_chosen ? project.service : null
    const context = { service, materialId: project.material_id, catalogue, room }
    const assigned = assignBodies(line, ownBodies, { ...context, facts: factsOfLine(line, ownBodies, facts) })
    if (!assigned) continue

    assignments.push(assigned.assignment)
    if (assigned.splits.length === 0) continue

    const position = line.position + shifted
    await shiftLines(trx, project.id, position, assigned.splits.length)

    const { upload_id, comment } = line
    const added = assigned.splits.map(({ name, bodyIndex, configuration }) => {
      return { upload_id, body_index: bodyIndex, name, configuration, comment }
    })
    addedIds.push(...(await insertLines(trx, { projectId: project.id, after: position, now }, added)))
    room -= added.length
    shifted += added.length
  }

  await assignBodiesToLines(trx, assignments)
  return addedIds
}

/**
 * Lists name the service of a project: if the customer chose none, that of its first line. Part of
 * settling lines; changes that only take lines out of a project call it themselves.
 */
export async function followFirstLine({ trx, project, catalogue }: OpenProject): Promise<void> {
  if (project.service_chosen) return

  const first = await findFirstLine(trx, project.id)
  const material = findMaterial(catalogue, first?.configuration?.materialId ?? '')
  const technology = catalogue.technologies.find(({ id }) => id === material?.technologyId)
  if (technology && technology.slug !== project.service) await updateService(trx, project.id, technology.slug)
}

/** The suggested process of a new line depends on the findings, so its bodies are needed in full. */
async function factsOfUnconfigured(
  trx: Trx,
  lines: readonly LineRow[],
  bodies: readonly PartBodyRow[],
): Promise<Map<string, PartAnalysis>> {
  const unconfigured = lines.filter((line) => isAnalysed(line) && line.configuration === null)
  const analysisIds = new Set(unconfigured.map(({ analysis_id }) => analysis_id))
  const needed = bodies.filter(({ analysis_id, measures }) => analysisIds.has(analysis_id) && measures !== null)

  return listFacts(
    trx,
    needed.map(({ analysis_id, body_index }) => ({ analysisId: analysis_id, bodyIndex: body_index })),
  )
}

/** The analyses of a line's bodies by body index. */
function factsOfLine(
  { analysis_id }: LineRow,
  bodies: readonly PartBodyRow[],
  facts: ReadonlyMap<string, PartAnalysis>,
): Map<number, PartAnalysis> {
  const own = bodies.map(({ body_index }) => [body_index, facts.get(bodyKey(analysis_id ?? '', body_index))] as const)
  return new Map(own.flatMap(([index, analysis]) => (analysis ? [[index, analysis]] : [])))
}

/**
 * A question asked before the analysis stays open when settling assigns the body and configuration:
 * the customer has changed nothing. One about a body that could not be measured does not: it has an
 * automatic price now.
 */
async function updateQuestions(
  trx: Trx,
  before: readonly LineRow[],
  lines: readonly LineRow[],
  questions: ReadonlyMap<string, ManualQuoteRow>,
): Promise<void> {
  for (const old of before) {
    const question = questions.get(old.id)
    const line = lines.find(({ id }) => id === old.id)
    if (!question || !line || question.state !== 'asked' || old.body_index !== null) continue

    const wasOpen = matchesSnapshot(question.subject, old)
    if (wasOpen && !matchesSnapshot(question.subject, line)) await updateSnapshot(trx, question.id, snapshotOf(line))
  }
}

/** What the verdicts depend on besides the lines themselves, by body or by line. */
interface VerdictInputs {
  facts: ReadonlyMap<string, PartAnalysis>
  measures: ReadonlyMap<string, PartMeasures>
  /** Bodies that could not be measured. */
  failed: ReadonlySet<string>
  acceptances: ReadonlyMap<string, Acceptance[]>
  quotes: ReadonlyMap<string, ManualQuoteRow>
  catalogue: Catalogue
}

async function judge(
  { trx, catalogue }: OpenProject,
  lines: readonly LineRow[],
  bodies: readonly PartBodyRow[],
): Promise<void> {
  const ids = lines.map(({ id }) => id)
  const facts = await listFacts(
    trx,
    lines.flatMap((line) =>
      isAnalysed(line) && line.analysis_id !== null && line.body_index !== null
        ? [{ analysisId: line.analysis_id, bodyIndex: line.body_index }]
        : [],
    ),
  )

  const measures = new Map<string, PartMeasures>()
  const failed = new Set<string>()
  for (const body of bodies) {
    const key = bodyKey(body.analysis_id, body.body_index)
    if (body.measures) measures.set(key, body.measures)
    else failed.add(key)
  }

  const acceptances = await listAcceptances(trx, ids)
  const quotes = await listManualQuotes(trx, ids)

  const inputs = { facts, measures, failed, acceptances, quotes, catalogue }
  await saveVerdicts(
    trx,
    lines.map((line) => verdictOn(line, inputs)),
  )
}

/** Clients only choose: measures come from our analysis, prices from the catalogue (MON-1). */
function verdictOn(line: LineRow, inputs: VerdictInputs) {
  const { facts, measures, failed, acceptances, quotes, catalogue } = inputs
  const key = bodyKey(line.analysis_id ?? '', line.body_index ?? 0)
  const analysis = facts.get(key)
  const body = analysis?.bodies[0]
  const measured = measures.get(key)
  const part = analysis && body && measured && { measures: measured, analysis, body, fileName: line.file_name }

  const found = quotes.get(line.id)
  const quote = isOpenQuestion(found, line) ? found : undefined

  const { findings, faults, price, standing } = judgeLine({
    part,
    measured: analysis,
    isUnmeasurable: failed.has(key),
    configuration: line.configuration,
    acceptances: acceptances.get(line.id) ?? [],
    expert: quote?.state,
    catalogue,
  })
  const verdict: LineVerdictRecord = {
    catalogueVersion: catalogue.version,
    analysisId: part || failed.has(key) ? line.analysis_id : null,
    faults,
    findings: findings.map(({ finding }) => finding),
    price,
    standing,
  }

  return { id: line.id, verdict, lineMinor: expertPrice(line, quote) ?? price?.linePrice.minor ?? null }
}

/** Whether a question to an expert is about the line as it is now, and was not withdrawn. */
const isOpenQuestion = (
  quote: ManualQuoteRow | undefined,
  line: LineRow,
): quote is ManualQuoteRow & { state: NonNullable<LineFacts['expert']> } =>
  quote !== undefined && quote.state !== 'withdrawn' && matchesSnapshot(quote.subject, line)

/** The expert's price for the whole line. */
export function expertPrice(
  { configuration }: Pick<LineRow, 'configuration'>,
  quote: ManualQuoteRow | undefined,
): number | undefined {
  if (quote?.state !== 'answered' || quote.unit_minor === null) return undefined
  return Number(quote.unit_minor) * (configuration?.quantity ?? 1)
}

/**
 * Settles all lines of a file that was analysed or refused, project by project. Idempotent; keeps
 * what the customer has chosen in the meantime.
 */
export async function settleAnalysedFile(deps: QuoteDeps, uploadId: string): Promise<void> {
  for (const projectId of await listProjectsOfUpload(deps.db, uploadId)) {
    const found = await findProjectById(deps.db, projectId)
    if (!found) continue

    // Read before the transaction: waiting for a second pooled connection inside it can deadlock.
    await getCatalogue(deps, found)

    await deps.db.transaction().execute(async (trx) => {
      const project = await lockProjectById(trx, projectId)
      if (!project) return

      const now = deps.clock()
      const open = { trx, project, now, catalogue: await getCatalogue(deps, project) }
      const lineIds = await listLineIdsOfUpload(trx, projectId, uploadId)
      const settled = await settleLines(open, lineIds)

      const activity: Activity[] = []
      if (settled.length > lineIds.length) {
        const [line] = await listLines(trx, projectId, lineIds)
        const event = { kind: 'file-split', count: settled.length, fileName: line?.file_name ?? '' } as const
        activity.push({ actor: 'system', event })
      }
      await touchProject(trx, projectId, now, { activity })
    })
  }
}
