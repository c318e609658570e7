import { type Catalogue, type LineFacts, type PartMeasures, uploadLimits } from '@cotation/domain'
import type { PartAnalysis } from '@cotation/geometry'
import { judgeLine } from '@cotation/pricing'
import type { LineVerdictRecord } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import { type Acceptance, listAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import {
  assignBodiesToLines,
  insertLines,
  type LineRow,
  lineCount,
  listLines,
  saveVerdicts,
  shiftLines,
} from '#features/quote/rows/line.repository.ts'
import { listManualQuotes, type ManualQuoteRow, updateSnapshot } from '#features/quote/rows/manual-quote.repository.ts'
import { bodyKey, listBodies, listFacts, type PartBodyRow } from '#features/upload/analysis/bodies.service.ts'
import { touchUploads } from '#features/upload/records/upload.service.ts'
import { assignBodies } from './assign-bodies.ts'
import type { OpenProject } from './change-project.service.ts'
import { matchesSnapshot, snapshotOf } from './part-snapshot.ts'

/** A file whose figures are known; they outlive its bytes. */
const isRead = ({ file_state, analysis_id }: LineRow): boolean =>
  analysis_id !== null && (file_state === 'done' || file_state === 'expired')

const readBodies = (trx: Trx, lines: readonly LineRow[]): Promise<PartBodyRow[]> =>
  listBodies(trx, [...new Set(lines.flatMap((line) => (isRead(line) && line.analysis_id ? [line.analysis_id] : [])))])

/**
 * The end of every change of lines: those whose file is analysed get their body and, where there is none, the usual configuration;
 * then all are judged anew with the project's catalogue. Doing it twice changes nothing. Gives back the ids of all lines concerned,
 * those that a file of several bodies became among them.
 */
export async function settleLines(open: OpenProject, lineIds?: readonly string[]): Promise<string[]> {
  const { trx, project, now } = open
  const before = await listLines(trx, project.id, lineIds)
  const asked = await listManualQuotes(
    trx,
    before.map(({ id }) => id),
  )

  const bodies = await readBodies(trx, before)
  const added = await assignAll(open, before, bodies)
  const lines = await listLines(trx, project.id, [...before.map(({ id }) => id), ...added])
  await keepQuestions(trx, before, lines, asked)
  await judge(open, lines, bodies)
  await touchUploads(trx, [...new Set(lines.map(({ upload_id }) => upload_id))], now)

  return lines.map(({ id }) => id)
}

/** Gives lines their bodies, and makes lines of the bodies that have none yet. */
async function assignAll(
  { trx, project, catalogue, now }: OpenProject,
  lines: readonly LineRow[],
  bodies: readonly PartBodyRow[],
): Promise<string[]> {
  const { lines: count } = await lineCount(trx, project.id)
  let room = uploadLimits.filesPerProject - count
  let shifted = 0
  const assignments: Parameters<typeof assignBodiesToLines>[1][number][] = []
  const added: string[] = []

  for (const line of lines) {
    if (!isRead(line)) continue

    const own = bodies.filter(({ analysis_id }) => analysis_id === line.analysis_id)
    const placed = assignBodies(line, own, { service: project.service, catalogue, room })
    if (!placed) continue

    assignments.push(placed.assignment)
    if (placed.splits.length === 0) continue

    const position = line.position + shifted
    await shiftLines(trx, project.id, position, placed.splits.length)

    const rows = placed.splits.map(({ name, bodyIndex, configuration }, index) => ({
      project_id: project.id,
      upload_id: line.upload_id,
      body_index: bodyIndex,
      position: position + 1 + index,
      name,
      comment: line.comment,
      configuration: configuration && JSON.stringify(configuration),
      created_at: now,
      updated_at: now,
    }))
    added.push(...(await insertLines(trx, rows)))
    room -= rows.length
    shifted += rows.length
  }

  await assignBodiesToLines(trx, assignments)
  return added
}

/** A question asked before the file was read is about the part that was then found in it: the customer changed nothing. */
async function keepQuestions(
  trx: Trx,
  before: readonly LineRow[],
  lines: readonly LineRow[],
  asked: ReadonlyMap<string, ManualQuoteRow>,
): Promise<void> {
  for (const old of before) {
    const question = asked.get(old.id)
    const line = lines.find(({ id }) => id === old.id)
    if (!question || !line || question.state !== 'asked' || !matchesSnapshot(question.subject, old)) continue
    if (!matchesSnapshot(question.subject, line)) await updateSnapshot(trx, question.id, snapshotOf(line))
  }
}

/** What the verdicts on lines depend on besides the lines themselves, by body or by line. */
interface Ground {
  facts: ReadonlyMap<string, PartAnalysis>
  measures: ReadonlyMap<string, PartMeasures>
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
      isRead(line) && line.analysis_id !== null && line.body_index !== null
        ? [{ analysisId: line.analysis_id, bodyIndex: line.body_index }]
        : [],
    ),
  )

  const measures = new Map(bodies.map((body) => [bodyKey(body.analysis_id, body.body_index), body.measures]))
  const acceptances = await listAcceptances(trx, ids)
  const quotes = await listManualQuotes(trx, ids)

  const ground = { facts, measures, acceptances, quotes, catalogue }
  await saveVerdicts(
    trx,
    lines.map((line) => verdictOn(line, ground)),
  )
}

/** Nothing that a client sent is in a verdict but the choices themselves: figures are the server's, prices the catalogue's (MON-1). */
function verdictOn(line: LineRow, { facts, measures, acceptances, quotes, catalogue }: Ground) {
  const key = bodyKey(line.analysis_id ?? '', line.body_index ?? 0)
  const analysis = facts.get(key)
  const body = analysis?.bodies[0]
  const measured = measures.get(key)
  const part = analysis && body && measured && { measures: measured, analysis, body, fileName: line.file_name }

  const found = quotes.get(line.id)
  const quote = isOpenQuestion(found, line) ? found : undefined

  const { findings, faults, price, standing } = judgeLine({
    part,
    configuration: line.configuration,
    acceptances: acceptances.get(line.id) ?? [],
    expert: quote?.state,
    catalogue,
  })
  const verdict: LineVerdictRecord = {
    catalogueVersion: catalogue.version,
    analysisId: part ? line.analysis_id : null,
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
