import type { LineView, ManualQuoteView, UploadView } from '@cotation/contracts'
import type { UploadState } from '@cotation/domain'
import { acceptanceOf, lineStatusAt, withRecordedAcceptance } from '@cotation/pricing'
import type { Db } from '#db/database.ts'
import { type Acceptance, listAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import { listAttachments } from '#features/quote/rows/attachment.repository.ts'
import type { JudgedLineRow } from '#features/quote/rows/line.repository.ts'
import { listManualQuotes, type ManualQuoteRow } from '#features/quote/rows/manual-quote.repository.ts'
import type { ProjectRow } from '#features/quote/rows/project.repository.ts'
import { matchesSnapshot } from '#features/quote/settle/part-snapshot.ts'
import { expertPrice } from '#features/quote/settle/settle-lines.service.ts'
import { listBodies, type PartBodyRow } from '#features/upload/analysis/bodies.service.ts'
import { listUploadViews } from '#features/upload/records/upload.service.ts'

interface StatusGround {
  file_state: UploadState
  analysis_id: string | null
  verdict: Pick<NonNullable<JudgedLineRow['verdict']>, 'analysisId' | 'standing'> | null
}

/** The status now: the stored verdict with the file's present state and the clock. */
export function statusAt(
  { file_state, analysis_id, verdict }: StatusGround,
  { valid_until }: Pick<ProjectRow, 'valid_until'>,
  now: Date,
): LineView['status'] {
  const isJudged = verdict !== null && verdict.analysisId === analysis_id
  return lineStatusAt(verdict?.standing, { file: file_state, isJudged, priceExpired: valid_until <= now })
}

interface Around {
  uploads: ReadonlyMap<string, UploadView>
  bodies: readonly PartBodyRow[]
  attachments: ReadonlyMap<string, string[]>
  acceptances: ReadonlyMap<string, Acceptance[]>
  quotes: ReadonlyMap<string, ManualQuoteRow>
}

/** Lines as their owner sees them, in a handful of queries however many they are. */
export async function lineViews(
  db: Db,
  project: ProjectRow,
  lines: readonly JudgedLineRow[],
  now: Date,
): Promise<LineView[]> {
  const ids = lines.map(({ id }) => id)
  const attachments = await listAttachments(db, ids)
  const uploadIds = [...new Set([...lines.map(({ upload_id }) => upload_id), ...[...attachments.values()].flat()])]
  const analysisIds = [...new Set(lines.flatMap(({ analysis_id }) => analysis_id ?? []))]
  const around: Around = {
    attachments,
    uploads: await listUploadViews(db, uploadIds, now),
    bodies: await listBodies(db, analysisIds),
    acceptances: await listAcceptances(db, ids),
    quotes: await listManualQuotes(db, ids),
  }
  const bodiesOf = Map.groupBy(around.bodies, ({ analysis_id }) => analysis_id)

  return lines.map((line) => lineView(line, project, around, bodiesOf.get(line.analysis_id ?? '') ?? [], now))
}

function lineView(
  line: JudgedLineRow,
  project: ProjectRow,
  around: Around,
  bodies: readonly PartBodyRow[],
  now: Date,
): LineView {
  const uploadOf = (id: string): UploadView => {
    const upload = around.uploads.get(id)
    if (!upload) throw new Error('a line’s files are there as long as the line is')
    return upload
  }
  // What was found of another file, or of the same one in another unit, is not shown for this one.
  const verdict = line.analysis_id !== null && line.verdict?.analysisId === line.analysis_id ? line.verdict : null
  const body = verdict ? bodies.find(({ body_index }) => body_index === line.body_index) : undefined
  const findings = (verdict?.findings ?? []).map((finding) => {
    const acceptance = acceptanceOf(finding, around.acceptances.get(line.id) ?? [])
    const accepted = acceptance ? { at: acceptance.accepted_at.toISOString(), by: acceptance.accepted_by } : null
    return { finding, accepted }
  })
  const accepted = findings.flatMap((one) => (one.accepted ? [one.finding.rule] : []))

  return {
    id: line.id,
    name: line.name,
    position: line.position,
    upload: uploadOf(line.upload_id),
    body: body ? { index: body.body_index, name: body.name, perFile: body.per_file, bodies: bodies.length } : null,
    thumbnailId: body?.thumbnail_id ?? null,
    part: body?.measures ?? null,
    configuration: line.configuration && withRecordedAcceptance(line.configuration, accepted),
    comment: line.comment,
    attachments: (around.attachments.get(line.id) ?? []).map(uploadOf),
    status: statusAt(line, project, now),
    faults: verdict?.faults ?? [],
    findings,
    price: verdict?.price ?? null,
    manual: manualView(line, around.quotes.get(line.id)),
    revision: revisionView(line),
  }
}

function revisionView({ revision }: JudgedLineRow): LineView['revision'] {
  if (!revision) return null
  const { fingerprint: _, sizeMm, ...shown } = revision
  return { ...shown, sizeMm: sizeMm && [...sizeMm] }
}

/** A question or a price about another configuration or file is not shown; it comes back when the customer goes back. */
function manualView(line: JudgedLineRow, quote: ManualQuoteRow | undefined): ManualQuoteView | null {
  if (!quote || quote.state === 'withdrawn' || !matchesSnapshot(quote.subject, line)) return null

  const { state, question, asked_at, answered_at, unit_minor, working_days, note } = quote

  return {
    state,
    question,
    askedAt: asked_at.toISOString(),
    answer: answered_at && {
      unitMinor: unit_minor === null ? null : Number(unit_minor),
      lineMinor: expertPrice(line, quote) ?? null,
      workingDays: working_days,
      note,
      answeredAt: answered_at.toISOString(),
    },
  }
}
