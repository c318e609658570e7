import type { LineOrderView, LineView, ManualQuoteView, UploadView } from '@cotation/contracts'
import { isCancellableNow, isUnpaid, type UploadState } from '@cotation/domain'
import { acceptanceOf, lineStatusAt, withRecordedAcceptance } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import type { ThumbnailKeyOf, ThumbnailScope } from '#core/thumbnail-keys.ts'
import { pipeline } from '#db/pipeline.ts'
import { type Acceptance, listAcceptances } from '#features/quote/rows/acceptance.repository.ts'
import { listAttachments } from '#features/quote/rows/attachment.repository.ts'
import { currentVerdict, idsWith, type JudgedLineRow } from '#features/quote/rows/line.repository.ts'
import { type LineOrderRow, listLineOrders } from '#features/quote/rows/line-order.repository.ts'
import { listManualQuotes, type ManualQuoteRow } from '#features/quote/rows/manual-quote.repository.ts'
import type { ProjectRow } from '#features/quote/rows/project.repository.ts'
import { matchesSnapshot } from '#features/quote/settle/part-snapshot.ts'
import { expertPrice } from '#features/quote/settle/settle-lines.service.ts'
import { listBodies, type PartBodyRow } from '#features/upload/analysis/bodies.service.ts'
import { listUploadViews } from '#features/upload/records/upload.service.ts'

interface StatusSource {
  isOrdered: boolean
  file_state: UploadState
  analysis_id: string | null
  verdict: Pick<NonNullable<JudgedLineRow['verdict']>, 'analysisId' | 'standing'> | null
}

/** The status now: the stored verdict with the file's present state and the clock. */
export function statusAt(
  { isOrdered, file_state, analysis_id, verdict }: StatusSource,
  { valid_until }: Pick<ProjectRow, 'valid_until'>,
  now: Date,
): LineView['status'] {
  const isJudged = verdict !== null && verdict.analysisId === analysis_id
  return lineStatusAt(verdict?.standing, { isOrdered, file: file_state, isJudged, priceExpired: valid_until <= now })
}

/** What the views need besides the lines themselves. */
interface ViewContext {
  project: ProjectRow
  now: Date
  thumbnailKey: ThumbnailKeyOf
  uploads: ReadonlyMap<string, UploadView>
  bodiesOf: ReadonlyMap<string, PartBodyRow[]>
  attachments: ReadonlyMap<string, string[]>
  acceptances: ReadonlyMap<string, Acceptance[]>
  quotes: ReadonlyMap<string, ManualQuoteRow>
  orders: ReadonlyMap<string, LineOrderRow>
}

/** Lines as their owner sees them; the number of queries does not depend on the number of lines. */
export async function lineViews(
  { db, clock, thumbnails }: Pick<Deps, 'db' | 'clock' | 'thumbnails'>,
  project: ProjectRow,
  lines: readonly JudgedLineRow[],
  scope: ThumbnailScope = { kind: 'project', id: project.id },
): Promise<LineView[]> {
  const now = clock()
  const attachments = await listAttachments(db, idsWith('has_attachment', lines))

  const partIds = lines.map(({ upload_id }) => upload_id)
  const attachedIds = [...attachments.values()].flat()
  const analysisIds = new Set(lines.flatMap(({ analysis_id }) => analysis_id ?? []))
  const [bodies, uploads, acceptances, quotes, orders] = await pipeline(db, (one) => [
    listBodies(one, [...analysisIds]),
    listUploadViews(one, [...partIds, ...attachedIds], now),
    listAcceptances(one, idsWith('has_acceptance', lines)),
    listManualQuotes(one, idsWith('has_quote', lines)),
    listLineOrders(one, idsWith('was_ordered', lines), now),
  ])

  const bodiesOf = Map.groupBy(bodies, ({ analysis_id }) => analysis_id)
  const thumbnailKey = thumbnails.within(scope)
  const context: ViewContext = {
    project,
    now,
    thumbnailKey,
    attachments,
    uploads,
    bodiesOf,
    acceptances,
    quotes,
    orders,
  }
  return lines.map((line) => lineView(line, context))
}

function lineView(line: JudgedLineRow, context: ViewContext): LineView {
  const verdict = currentVerdict(line)
  const bodies = context.bodiesOf.get(line.analysis_id ?? '') ?? []
  const body = verdict ? bodies.find(({ body_index }) => body_index === line.body_index) : undefined

  const order = context.orders.get(line.id)
  const acceptances = context.acceptances.get(line.id) ?? []
  const findings = (verdict?.findings ?? []).map((finding) => {
    const acceptance = acceptanceOf(finding, acceptances)
    const accepted = acceptance ? { at: acceptance.accepted_at.toISOString(), by: acceptance.accepted_by } : null
    return { finding, accepted }
  })
  const acceptedRules = findings.flatMap(({ finding, accepted }) => (accepted ? [finding.rule] : []))

  return {
    id: line.id,
    name: line.name,
    position: line.position,
    upload: uploadOf(line.upload_id, context),
    body: body ? bodyView(body, bodies.length) : null,
    thumbnailId: context.thumbnailKey(body?.thumbnail_id ?? null),
    part: body?.measures ?? null,
    configuration: line.configuration && withRecordedAcceptance(line.configuration, acceptedRules),
    comment: line.comment,
    attachments: (context.attachments.get(line.id) ?? []).map((id) => uploadOf(id, context)),
    status: statusAt({ ...line, isOrdered: order !== undefined }, context.project, context.now),
    order: order ? lineOrderView(order) : null,
    faults: verdict?.faults ?? [],
    findings,
    price: verdict?.price ?? null,
    manual: manualView(line, context.quotes.get(line.id)),
    revision: revisionView(line),
  }
}

export const lineOrderView = ({
  order_id,
  number,
  status,
  payments,
  unit_minor,
  line_minor,
}: LineOrderRow): LineOrderView => ({
  orderId: order_id,
  number,
  isUnpaid: isUnpaid(status),
  isCancellable: isUnpaid(status) && isCancellableNow(status, payments),
  unitMinor: unit_minor,
  lineMinor: line_minor,
})

const bodyView = (
  { body_index, name, per_file, failure }: PartBodyRow,
  bodies: number,
): NonNullable<LineView['body']> => ({
  index: body_index,
  name,
  perFile: per_file,
  bodies,
  failure,
})

function uploadOf(id: string, { uploads }: ViewContext): UploadView {
  const upload = uploads.get(id)
  if (!upload) throw new Error(`upload ${id} of a line is missing`)
  return upload
}

function revisionView({ revision }: JudgedLineRow): LineView['revision'] {
  if (!revision) return null
  const { fingerprint: _, sizeMm, ...shown } = revision
  return { ...shown, sizeMm: sizeMm && [...sizeMm] }
}

/** Omits a question or price about another configuration or file; a revert shows it again. */
function manualView(line: JudgedLineRow, quote: ManualQuoteRow | undefined): ManualQuoteView | null {
  if (!quote || quote.state === 'withdrawn' || !matchesSnapshot(quote.subject, line)) return null

  const { state, question, asked_at, answered_at, unit_minor, working_days, size_mm, weight_g, note } = quote

  return {
    state,
    question,
    askedAt: asked_at.toISOString(),
    answer: answered_at && {
      unitMinor: unit_minor === null ? null : Number(unit_minor),
      lineMinor: expertPrice(line, quote) ?? null,
      workingDays: working_days,
      sizeMm: size_mm,
      weightG: weight_g,
      note,
      answeredAt: answered_at.toISOString(),
    },
  }
}
