import {
  type Catalogue,
  type Configuration,
  findMaterial,
  type LineFacts,
  type PartMeasures,
  uploadLimits,
} from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { judgeLine } from '@cotation/pricing'
import type { Activity } from '#core/project-activity.ts'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import { type Acceptance, listAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import {
  type BodyAssignment,
  findFirstLine,
  idsWith,
  insertLines,
  type LineRow,
  type LineUpdate,
  lineCount,
  listLineIdsOfUpload,
  listLines,
  listProjectsOfUpload,
  shiftLines,
  updateLines,
} from '#features/quote/rows/line.repository.ts'
import { listManualQuotes, type ManualQuoteRow, updateSnapshot } from '#features/quote/rows/manual-quote.repository.ts'
import { lockProjectById, touchProject, updateService } from '#features/quote/rows/project.repository.ts'
import { bodyKey, listBodies, listFacts, type PartBodyRow } from '#features/upload/analysis/bodies.service.ts'
import { staleUploads, touchUploads } from '#features/upload/records/upload.service.ts'
import { assignBodies } from './assign-bodies.ts'
import { type ChangeDeps, getCatalogue, type OpenProject } from './change-project.service.ts'
import { matchesSnapshot, snapshotOf } from './part-snapshot.ts'

/** Whether the file's analysis is available; it outlives the file itself. */
const isAnalysed = ({ file_state, analysis_id }: LineRow): boolean =>
  analysis_id !== null && (file_state === 'done' || file_state === 'expired')

/** What a customer changes in a line. */
export interface LineEdit {
  id: string
  name?: string | undefined
  configuration?: Configuration | undefined
  comment?: string | undefined
}

/** A JSON column drops fields that are undefined; comparisons with stored values must not see them. */
const asStored = (configuration: Configuration): Configuration => JSON.parse(JSON.stringify(configuration))

/** The line as it is after the edit. */
export function withEdit<L extends LineRow>(line: L, edit: LineEdit | undefined): L {
  if (!edit) return line
  const { name = line.name, comment = line.comment, configuration } = edit
  return { ...line, name, comment, configuration: configuration ? asStored(configuration) : line.configuration }
}

/**
 * Ends every change of lines. Lines with an analysed file get their body and, if they have none,
 * their first configuration; then all are judged with the project's catalogue and written once,
 * with the edits. Idempotent. Returns all affected lines, including the new ones of files with
 * several bodies.
 */
export async function settleLines(
  open: OpenProject,
  lineIds?: readonly string[],
  edits: readonly LineEdit[] = [],
): Promise<LineRow[]> {
  const { trx, project, now } = open
  const editOf = new Map(edits.map((edit) => [edit.id, edit]))
  const stored = await listLines(trx, project.id, lineIds)
  const before = stored.map((line) => withEdit(line, editOf.get(line.id)))
  const questions = await listManualQuotes(trx, idsWith('has_quote', before))

  const analysisIds = before.filter(isAnalysed).flatMap(({ analysis_id }) => analysis_id ?? [])
  const bodies = await listBodies(trx, [...new Set(analysisIds)])
  const facts = await factsOfUnconfigured(trx, before, bodies)
  const lines = await assignAll(open, before, { bodies, facts, questions })

  const quotes = await updateQuestions(trx, before, lines, questions)
  const verdicts = await judge(open, lines, { bodies, facts, quotes })
  const updates = lines.map((line, i): LineUpdate => {
    const { id, name, comment, body_index: bodyIndex, configuration } = line
    return { ...verdicts[i], id, name, comment, bodyIndex, configuration, ...(editOf.has(id) && { updatedAt: now }) }
  })
  await updateLines(trx, updates)
  await followFirstLine(open)

  const files = lines.map(({ upload_id, last_used_at }) => ({ uploadId: upload_id, lastUsedAt: last_used_at }))
  await touchUploads(trx, staleUploads(files, now), now)

  return lines
}

/**
 * Whether an expert has priced the line with the body it has. Such a line stays as it was priced,
 * also if its body could not be measured then and is measured now.
 */
const hasAnswer = (line: LineRow, question: ManualQuoteRow | undefined): boolean =>
  line.body_index !== null && question?.state === 'answered' && matchesSnapshot(question.subject, line)

interface AssignInputs {
  bodies: readonly PartBodyRow[]
  facts: ReadonlyMap<string, PartAnalysis>
  questions: ReadonlyMap<string, ManualQuoteRow>
}

/**
 * The lines with their bodies, which are not written yet, and the inserted lines of the remaining
 * bodies of their files.
 */
async function assignAll(
  { trx, project, catalogue, now }: OpenProject,
  lines: readonly LineRow[],
  { bodies, facts, questions }: AssignInputs,
): Promise<LineRow[]> {
  const bodiesOf = Map.groupBy(bodies, ({ analysis_id }) => analysis_id)
  const ownBodies = (line: LineRow) => (isAnalysed(line) ? (bodiesOf.get(line.analysis_id ?? '') ?? []) : [])
  const mayGrow = lines.some((line) => line.body_index === null && ownBodies(line).length > 1)
  let room = mayGrow ? uploadLimits.filesPerProject - (await lineCount(trx, project.id)).lines : 0
  let shifted = 0
  const assignedLines: LineRow[] = []
  const addedIds: string[] = []

  for (const line of lines) {
    const own = ownBodies(line)
    const service = project.service_chosen ? project.service : null
    const context = { service, materialId: project.material_id, catalogue, room }
    const assigned = hasAnswer(line, questions.get(line.id))
      ? undefined
      : assignBodies(line, own, { ...context, facts: factsOfLine(line, own, facts) })
    assignedLines.push(assigned ? withAssignment(line, assigned.assignment) : line)
    if (!assigned || assigned.splits.length === 0) continue

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

  return [...assignedLines, ...(await listLines(trx, project.id, addedIds))]
}

/** The line with its body and, if it got one, its configuration. */
function withAssignment(line: LineRow, { name, bodyIndex, configuration }: BodyAssignment): LineRow {
  const assigned = configuration ? asStored(configuration) : line.configuration
  return { ...line, name, body_index: bodyIndex, configuration: assigned }
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
 * automatic price now. Returns the questions as they are then.
 */
async function updateQuestions(
  trx: Trx,
  before: readonly LineRow[],
  lines: readonly LineRow[],
  questions: ReadonlyMap<string, ManualQuoteRow>,
): Promise<ReadonlyMap<string, ManualQuoteRow>> {
  const current = new Map(questions)
  for (const old of before) {
    const question = questions.get(old.id)
    if (question?.state !== 'asked' || old.body_index !== null) continue

    const line = lines.find(({ id }) => id === old.id)
    const wasOpen = matchesSnapshot(question.subject, old)
    if (!line || !wasOpen || matchesSnapshot(question.subject, line)) continue

    const subject = snapshotOf(line)
    await updateSnapshot(trx, question.id, subject)
    current.set(old.id, { ...question, subject })
  }

  return current
}

/** What the verdicts depend on apart from the lines themselves, by body or by line. */
interface VerdictInputs {
  facts: ReadonlyMap<string, PartAnalysis>
  measures: ReadonlyMap<string, PartMeasures>
  /** Bodies that could not be measured. */
  failed: ReadonlySet<string>
  acceptances: ReadonlyMap<string, Acceptance[]>
  quotes: ReadonlyMap<string, ManualQuoteRow>
  catalogue: Catalogue
}

interface JudgeInputs extends Pick<VerdictInputs, 'quotes'> {
  bodies: readonly PartBodyRow[]
  /** The analyses that are already read. */
  facts: ReadonlyMap<string, PartAnalysis>
}

async function judge(
  { trx, catalogue }: OpenProject,
  lines: readonly LineRow[],
  { bodies, facts: known, quotes }: JudgeInputs,
): Promise<Verdict[]> {
  const missing = lines.flatMap((line) => {
    const { analysis_id: analysisId, body_index: bodyIndex } = line
    if (!isAnalysed(line) || analysisId === null || bodyIndex === null) return []
    return known.has(bodyKey(analysisId, bodyIndex)) ? [] : [{ analysisId, bodyIndex }]
  })
  const facts = new Map([...known, ...(await listFacts(trx, missing))])

  const measures = new Map<string, PartMeasures>()
  const failed = new Set<string>()
  for (const body of bodies) {
    const key = bodyKey(body.analysis_id, body.body_index)
    if (body.measures) measures.set(key, body.measures)
    else failed.add(key)
  }

  const acceptances = await listAcceptances(trx, idsWith('has_acceptance', lines))
  const inputs = { facts, measures, failed, acceptances, quotes, catalogue }
  return lines.map((line) => verdictOn(line, inputs))
}

interface Verdict {
  verdict: LineVerdictRecord
  lineMinor: number | null
}

/** Clients only choose: measures come from our analysis, prices from the catalogue (MON-1). */
function verdictOn(line: LineRow, inputs: VerdictInputs): Verdict {
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

  return { verdict, lineMinor: expertPrice(line, quote) ?? price?.linePrice.minor ?? null }
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
export async function settleAnalysedFile(deps: ChangeDeps, uploadId: string): Promise<void> {
  for (const projectId of await listProjectsOfUpload(deps.db, uploadId)) {
    await deps.db.transaction().execute(async (trx) => {
      const project = await lockProjectById(trx, projectId)
      if (!project) return

      const now = deps.clock()
      const open = { trx, project, now, catalogue: await getCatalogue(deps, project, trx) }
      const lineIds = await listLineIdsOfUpload(trx, projectId, uploadId)
      const settled = await settleLines(open, lineIds)

      const activity: Activity[] = []
      if (settled.length > lineIds.length) {
        const event = { kind: 'file-split', count: settled.length, fileName: settled[0]?.file_name ?? '' } as const
        activity.push({ actor: 'system', event })
      }
      await touchProject(trx, projectId, now, { activity })
    })
  }
}
