import type { additionalCostStaffRoutes, ParsedInput } from '@cotation/contracts'
import { additionalCostLimits, type Catalogue, isTransportCost, mayRequestAdditionalCost } from '@cotation/domain'
import { isRuleId } from '@cotation/geometry'
import { judgedRules, taxMinor } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { AdditionalCostRow, OrderRow } from '#db/order-rows.ts'
import { getOrder, lockOrder } from '#features/order/order.service.ts'
import { getOrderCatalogue } from '#features/order/order-view.service.ts'
import { isOnOrderedPart } from '#features/order/part-place.service.ts'
import {
  enqueueCostMail,
  moveAdditionalCost,
  recordCostEvent,
} from '#features/payment/intent/move-additional-cost.service.ts'
import { createMailedLink } from '#features/payment/payment-link.service.ts'
import { lockAdditionalCost } from '#src/money/additional-cost.ts'
import { findRequestedCost, insertCost, listOrderedLines, type OrderedLine } from './additional-cost.repository.ts'
import { removePicture, storePicture } from './additional-cost.service.ts'

export type CostRequest = ParsedInput<typeof additionalCostStaffRoutes.request>['body']

/** Requests an additional cost on behalf of staff. Idempotent by key. Returns its id. */
export async function requestCost(deps: Deps, staffId: string, orderId: string, request: CostRequest): Promise<string> {
  // Read before the transaction: waiting for a second pooled connection inside it can deadlock.
  const { catalogue_version } = await getOrder(deps.db, orderId)
  const catalogue = await getOrderCatalogue(deps, catalogue_version)
  // Stored before anything is written: a bad picture refuses the request.
  const pictureId = request.picture === null ? null : await storePicture(deps, Buffer.from(request.picture, 'base64'))

  try {
    const { costId, isNew } = await writeRequest(deps, { staffId, orderId, request, catalogue, pictureId })
    if (!isNew && pictureId !== null) await removePicture(deps, pictureId)
    return costId
  } catch (error) {
    if (pictureId !== null) await removePicture(deps, pictureId)
    throw error
  }
}

interface NewRequest {
  staffId: string
  orderId: string
  request: CostRequest
  catalogue: Catalogue
  pictureId: string | null
}

function writeRequest(
  deps: Deps,
  { staffId, orderId, request, catalogue, pictureId }: NewRequest,
): Promise<{ costId: string; isNew: boolean }> {
  return deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const earlier = await findRequestedCost(trx, request.key)
    if (earlier?.order_id === orderId) return { costId: earlier.id, isNew: false }
    if (earlier) throw invalid('key')

    const now = deps.clock()
    if (!mayRequestAdditionalCost(request.reason, order.status)) throw new AppError('ORDER_STATE')
    assertDeadline(request, now)

    const lines = linesOf(request, await listOrderedLines(trx, orderId))
    refusePassedCheck(request, lines, catalogue)
    await assertPlace(trx, request)
    if (request.replacesId !== null) await replaceCost(deps, trx, request.replacesId, { orderId, staffId, now })

    const cost = await insertRequested(trx, order, { request, pictureId }, now)
    await recordCostEvent(trx, { costId: cost.id, to: 'requested', actor: 'staff', staffId, reason: '', now })
    await createMailedLink(trx, { kind: 'additional-cost', cost }, now)
    await enqueueCostMail(deps, trx, { costId: cost.id, about: 'requested' })
    await recordAudit(trx, {
      staffId,
      action: 'additional-cost.requested',
      subject: { kind: 'additional-cost', id: cost.id },
      after: {
        orderId,
        cause: request.reason,
        totalMinor: Number(cost.total_minor),
        replacesId: request.replacesId,
        ...(pictureId !== null && { pictureId }),
      },
    })
    return { costId: cost.id, isNew: true }
  })
}

const invalid = (path: string, code = 'INVALID_VALUE') => new AppError('VALIDATION', { fields: [{ path, code }] })

const hourMs = 3_600_000

function assertDeadline({ deadline }: CostRequest, now: Date): void {
  const hours = (new Date(deadline).getTime() - now.getTime()) / hourMs
  const { minDeadlineHours, maxDeadlineDays } = additionalCostLimits
  if (hours < minDeadlineHours || hours > maxDeadlineDays * 24) throw invalid('deadline', 'DEADLINE_INVALID')
}

/**
 * The order lines that a request is about; none if it is about the order as a whole. Another order's
 * line and an unknown one both throw.
 */
function linesOf({ reason, items, place }: CostRequest, lines: readonly OrderedLine[]): OrderedLine[] {
  const getLine = (lineId: string) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new AppError('NOT_FOUND')
    return line
  }

  const lineIds = items.flatMap(({ orderLineId }) => orderLineId ?? [])
  const isForOrder = items.length === 1 && lineIds.length === 0
  const isForLines = lineIds.length === items.length && new Set(lineIds).size === lineIds.length

  if (isTransportCost(reason) && !isForOrder) throw invalid('items', 'COST_FOR_ORDER')
  if (isForOrder && !isTransportCost(reason) && reason !== 'other') throw invalid('items', 'COST_FOR_LINES')
  if (!isForOrder && !isForLines) throw invalid('items', 'COST_FOR_LINES')

  if (place) getLine(place.orderLineId)
  return lineIds.map(getLine)
}

/**
 * A firm price stays firm: a check that judged a line before the order was either passed, or shown
 * and agreed to. It does not justify a cost later.
 */
function refusePassedCheck({ reason, check }: CostRequest, lines: readonly OrderedLine[], catalogue: Catalogue): void {
  if (check === null) return
  if (reason !== 'geometry' || !isRuleId(check)) throw invalid('check')

  const isJudged = lines.some(({ ordered: { part, configuration } }) => {
    if (!part || !configuration) return false
    return judgedRules(part, configuration, catalogue).includes(check)
  })
  if (isJudged) throw new AppError('CHECK_PASSED', { check })
}

/** The customer sees the place on the model, so it must be on the part. */
async function assertPlace(trx: Trx, { place }: CostRequest): Promise<void> {
  const isOnPart = place === null || (await isOnOrderedPart(trx, place.orderLineId, place.pointMm))
  if (!isOnPart) throw invalid('place.pointMm', 'PLACE_OUTSIDE')
}

/** Withdraws a request that was declined or has expired, in favour of a new one. */
async function replaceCost(
  deps: Deps,
  trx: Trx,
  costId: string,
  { orderId, staffId, now }: { orderId: string; staffId: string; now: Date },
): Promise<void> {
  const replaced = await lockAdditionalCost(trx, costId)
  if (replaced.order_id !== orderId) throw new AppError('NOT_FOUND')
  // Also until the expiry job has closed it: a payment may still be under way.
  if (replaced.state === 'requested') throw new AppError('ADDITIONAL_COST_OPEN')

  const withdrawal = { to: 'withdrawn', actor: 'staff', staffId, reason: '', isQuiet: true } as const
  await moveAdditionalCost(deps, trx, replaced, withdrawal, now)
}

function insertRequested(
  trx: Trx,
  order: OrderRow,
  { request, pictureId }: Pick<NewRequest, 'request' | 'pictureId'>,
  now: Date,
): Promise<AdditionalCostRow> {
  const netMinor = request.items.reduce((sum, item) => sum + item.amountMinor, 0)
  const vatMinor = taxMinor(netMinor, order.total.tax)

  const cost = {
    order_id: order.id,
    customer_id: order.customer_id,
    request_key: request.key,
    reason: request.reason,
    check_rule: request.check,
    explanation: request.explanation,
    picture_id: pictureId,
    place: request.place && JSON.stringify(request.place),
    language: order.language,
    currency: order.currency,
    net_minor: netMinor,
    tax_minor: vatMinor,
    total_minor: netMinor + vatMinor,
    deadline: new Date(request.deadline),
  }
  const items = request.items.map(({ orderLineId, amountMinor }) => ({
    order_line_id: orderLineId,
    amount_minor: amountMinor,
  }))
  return insertCost(trx, cost, items, now)
}
