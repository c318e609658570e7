import type { LineView } from '@cotation/contracts'
import type { Catalogue, Configuration, PartMeasures, ProjectEvent } from '@cotation/domain'
import type { Finding } from '@cotation/geometry'
import { acceptanceOf, type LinePrice, withRecordedAcceptance } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { Activity } from '#core/project-activity.ts'
import type { OrderedRisk } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import { pipeline } from '#db/pipeline.ts'
import { currentVerdict } from '#features/quote/rows/line.repository.ts'
import { type LineOrderRow, listLapsedOrders, listLineOrders } from '#features/quote/rows/line-order.repository.ts'
import { type LineToOrderRow, listLinesToOrder } from '#features/quote/rows/lines-to-order.repository.ts'
import {
  getProjectToOrder,
  lockProject,
  lockProjectById,
  type ProjectRow,
  touchProject,
} from '#features/quote/rows/project.repository.ts'
import { getCatalogue, type QuoteDeps } from '#features/quote/settle/change-project.service.ts'
import { settleCheaperLeads } from '#features/quote/settle/cheaper-leads.service.ts'
import { matchesSnapshot } from '#features/quote/settle/part-snapshot.ts'
import { statusAt } from '#features/quote/view/line-view.service.ts'
import type { Owner } from '#http/session.ts'

/** A line as checkout needs it, with its file's hash. */
export interface LineToOrder {
  id: string
  name: string
  status: LineView['status']
  uploadId: string
  sha256: string | null
  bodyIndex: number | null
  thumbnailId: string | null
  part: PartMeasures | null
  configuration: Configuration | null
  comment: string
  attachments: { uploadId: string; name: string }[]
  acceptedRisks: OrderedRisk[]
  price: LinePrice | null
  /** An expert's price for the line as it is now, if there is one. */
  expert: {
    unitMinor: number
    workingDays: number | null
    sizeMm: [number, number, number] | null
    weightG: number | null
  } | null
  /** The part file and the attachments. */
  files: { uploadId: string; lastUsedAt: Date }[]
  /** The line is in some order, whatever its status. */
  wasOrdered: boolean
  /** The order that holds the line and blocks another one; null if none does. */
  order: LineOrderRow | null
}

/** Lines of one project that are about to be ordered, with the catalogue of their prices. */
export interface ProjectToOrder {
  project: ProjectRow
  catalogue: Catalogue
  lines: LineToOrder[]
}

/** Ignores a price for another configuration or file; it applies again after a revert. */
function expertOf(row: LineToOrderRow): LineToOrder['expert'] {
  const { quote } = row
  if (quote?.state !== 'answered' || quote.unit_minor === null || !matchesSnapshot(quote.subject, row)) return null
  return {
    unitMinor: Number(quote.unit_minor),
    workingDays: quote.working_days,
    sizeMm: quote.size_mm,
    weightG: quote.weight_g,
  }
}

/** Accepted risks among the current findings, with the wording and figures that were accepted. */
const acceptedRisksOf = (findings: readonly Finding[], row: LineToOrderRow): OrderedRisk[] =>
  findings.flatMap((finding) => {
    const acceptance = acceptanceOf(finding, row.acceptances)
    if (!acceptance) return []

    const { rule, wording, acceptedAt } = acceptance
    const { value, limit, unit, extent, places } = acceptance.finding
    const measured = { value, limit, unit, ...(extent && { extent }), places }
    return [{ rule, wording, acceptedAt: new Date(acceptedAt).toISOString(), finding: measured }]
  })

function lineToOrder(
  row: LineToOrderRow,
  order: LineOrderRow | undefined,
  project: ProjectRow,
  now: Date,
): LineToOrder {
  const verdict = currentVerdict(row)
  const acceptedRisks = acceptedRisksOf(verdict?.findings ?? [], row)
  const acceptedRules = acceptedRisks.map(({ rule }) => rule)

  return {
    id: row.id,
    name: row.name,
    status: statusAt({ ...row, isOrdered: order !== undefined }, project, now),
    uploadId: row.upload_id,
    sha256: row.sha256,
    bodyIndex: verdict ? row.body_index : null,
    thumbnailId: verdict ? row.thumbnail_id : null,
    part: verdict ? row.part : null,
    configuration: row.configuration && withRecordedAcceptance(row.configuration, acceptedRules),
    comment: row.comment,
    attachments: row.attachments.map(({ id, name }) => ({ uploadId: id, name })),
    acceptedRisks,
    price: verdict?.price ?? null,
    expert: expertOf(row),
    wasOrdered: row.was_ordered,
    order: order ?? null,
    files: [
      { uploadId: row.upload_id, lastUsedAt: row.last_used_at },
      ...row.attachments.map(({ id, lastUsedAt }) => ({ uploadId: id, lastUsedAt: new Date(lastUsedAt) })),
    ],
  }
}

/** Lines that are about to be ordered, named by the customer. */
export interface LineChoice {
  projectId: string
  lineIds: readonly string[]
}

interface FoundLines {
  rows: LineToOrderRow[]
  orders: ReadonlyMap<string, LineOrderRow>
}

/** Exactly these lines; undefined if one of them is not in the project (BOL-2). */
async function findRows(db: Db | Trx, { projectId, lineIds }: LineChoice, now: Date): Promise<FoundLines | undefined> {
  const wanted = [...new Set(lineIds)]
  const rows = await listLinesToOrder(db, projectId, wanted)
  if (rows.length !== wanted.length) return undefined

  // Most lines were never ordered, and then no query is needed.
  const ordered = rows.filter(({ was_ordered }) => was_ordered).map(({ id }) => id)
  return { rows, orders: await listLineOrders(db, ordered, now) }
}

const linesOf = ({ rows, orders }: FoundLines, project: ProjectRow, now: Date): LineToOrder[] =>
  rows.map((row) => lineToOrder(row, orders.get(row.id), project, now))

interface ReadLines {
  project: ProjectRow
  isOrdered: boolean
  lines: LineToOrder[]
}

/** The caller's lines as stored; their lead times may be outdated, see `settleLinesToOrder`. */
export async function readLinesToOrder(db: Db, owner: Owner, choice: LineChoice, now: Date): Promise<ReadLines> {
  const [row, found] = await pipeline(db, (one) => [
    getProjectToOrder(one, owner, choice.projectId),
    findRows(one, choice, now),
  ])
  if (!found) throw new AppError('NOT_FOUND')

  const { has_order: isOrdered, ...project } = row
  return { project, isOrdered, lines: linesOf(found, project, now) }
}

/** Replaces lead times that cost more than another one without being faster. Expert prices stay. */
export async function settleLinesToOrder(
  deps: QuoteDeps,
  owner: Owner,
  { project, lines }: Pick<ReadLines, 'project' | 'lines'>,
  now: Date,
): Promise<Pick<ProjectToOrder, 'catalogue' | 'lines'>> {
  const catalogue = await getCatalogue(deps, project)
  const withoutExpertPrice = lines.filter(({ expert }) => !expert)
  const changes = await settleCheaperLeads(deps, owner, project, withoutExpertPrice)
  if (changes.length === 0) return { catalogue, lines }

  const choice = { projectId: project.id, lineIds: lines.map(({ id }) => id) }
  // Without rows a line was removed meanwhile: the submission will refuse it.
  const settled = await findRows(deps.db, choice, now)
  return { catalogue, lines: settled ? linesOf(settled, project, now) : lines }
}

/**
 * Serialises a project's orders with each other and its changes. Without lines if one of them is not
 * in the project.
 */
export async function lockLinesToOrder(
  deps: QuoteDeps,
  trx: Trx,
  owner: Owner,
  choice: LineChoice,
  now: Date,
): Promise<Omit<ProjectToOrder, 'lines'> & { lines: LineToOrder[] | undefined }> {
  const [project, found] = await pipeline(trx, (one) => [
    lockProject(one, owner, choice.projectId),
    findRows(one, choice, now),
  ])
  const catalogue = await getCatalogue(deps, project, trx)
  return { project, catalogue, lines: found && linesOf(found, project, now) }
}

/** Orders of any of these lines that nobody pays any more; a new order of the lines replaces them. */
export async function findLapsedOrders(trx: Trx, lines: readonly LineToOrder[], now: Date): Promise<string[]> {
  const lineIds = lines.filter(({ wasOrdered }) => wasOrdered).map(({ id }) => id)
  return lineIds.length > 0 ? listLapsedOrders(trx, lineIds, now) : []
}

/** Adds to the activity of a locked project whose lines were ordered, and increments its revision. */
export async function recordOrder(
  trx: Trx,
  { id }: ProjectRow,
  now: Date,
  event: Extract<ProjectEvent, { kind: 'ordered' }>,
): Promise<void> {
  await touchProject(trx, id, now, { activity: [{ actor: 'customer', event }] })
}

/**
 * Adds to the activity of an order's project and increments its revision, so that open pages show
 * its lines as free again. Locks the project, therefore before the order.
 */
export async function touchOrderedProject(
  trx: Trx,
  projectId: string | null,
  now: Date,
  activity: Activity,
): Promise<void> {
  const project = projectId === null ? undefined : await lockProjectById(trx, projectId)
  if (project) await touchProject(trx, project.id, now, { activity: [activity] })
}
