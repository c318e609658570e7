import type { ErrorCode } from '@cotation/contracts'
import { canMoveOrder, needsMoveReason, piecesToFollow, type StaffStatus } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { refuseOpenCosts } from '#src/money/additional-cost.ts'
import { listLineStages } from '#src/production/line-stage.ts'
import { hasConfirmedFreight } from './order.repository.ts'
import { lockOrder, moveOrder } from './order.service.ts'
import { listOrderLines, listParcels } from './order-view.repository.ts'
import { deliverWhenAllParcelsArrived, moveParcels } from './parcel-tracking.service.ts'

/** A shipped order has a parcel, and its carrier may bill the customer's freight account. */
async function refuseWithoutParcel(trx: Trx, orderId: string): Promise<void> {
  const parcels = await listParcels(trx, [orderId])
  if (parcels.length === 0) throw new AppError('PARCEL_MISSING')
  if (!(await hasConfirmedFreight(trx, orderId))) throw new AppError('FREIGHT_ACCOUNT_UNCONFIRMED')
}

interface PiecesLeft {
  lineId: string
  name: string
  quantity: number
}

/** Pieces not yet at the inspection. Lines of earlier releases have no steps and count as made. */
async function listUnmade(trx: Trx, orderId: string): Promise<PiecesLeft[]> {
  const stages = await listLineStages(trx, orderId)
  const lines = await listOrderLines(trx, [orderId])

  return lines
    .map(({ id, name, quantity }) => {
      const made = stages.get(id)?.madePieces ?? quantity
      return { lineId: id, name, quantity: quantity - made }
    })
    .filter(({ quantity }) => quantity > 0)
}

/** Pieces that are in no parcel. */
async function listUnpacked(trx: Trx, orderId: string): Promise<PiecesLeft[]> {
  const lines = await listOrderLines(trx, [orderId])
  const left = piecesToFollow(lines, await listParcels(trx, [orderId]))

  return left.map(({ orderLineId, quantity }) => {
    const line = lines.find(({ id }) => id === orderLineId)
    return { lineId: orderLineId, name: line?.name ?? '', quantity }
  })
}

/** What must be done with all pieces before an order gets a status, unless staff give a reason. */
const pieceRules: { readonly [S in StaffStatus]?: { code: ErrorCode; list: typeof listUnmade } } = {
  quality_check: { code: 'PIECES_UNMADE', list: listUnmade },
  shipped: { code: 'PARTS_UNPACKED', list: listUnpacked },
  // With a reason, the customer does without the rest, and its open steps end with the order.
  delivered: { code: 'PARTS_UNPACKED', list: listUnpacked },
}

interface Move {
  to: StaffStatus
  reason: string
}

/** Throws why staff may not move an order to a status. */
async function refuseMove(trx: Trx, order: OrderRow, { to, reason }: Move, now: Date): Promise<void> {
  if (!canMoveOrder(order.status, to)) throw new AppError('ORDER_STATE')
  if (needsMoveReason(order.status, to) && reason === '') throw new AppError('MOVE_REASON_REQUIRED')
  if (order.stopped_by !== null) throw new AppError('ORDER_STOPPED')
  if (to === 'shipped') await refuseWithoutParcel(trx, order.id)

  const rule = pieceRules[to]
  if (rule && reason === '' && (await rule.list(trx, order.id)).length > 0) throw new AppError(rule.code)
  await refuseOpenCosts(trx, order.id, to, now)
}

/** Why an order may not be moved to a status; null if it may. */
async function moveRefusal(trx: Trx, order: OrderRow, move: Move, now: Date): Promise<ErrorCode | null> {
  try {
    await refuseMove(trx, order, move, now)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/**
 * Whether each order may be moved to a status without a reason, in the sequence of the ids, and the
 * pieces for which a reason is needed. Unknown orders are left out.
 */
export async function checkMoves(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  orderIds: readonly string[],
  to: StaffStatus,
) {
  const now = clock()
  return readSnapshot(db, async (trx) => {
    const rows = await trx.selectFrom('customer_order').selectAll().where('id', 'in', orderIds).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))

    const orders = []
    for (const id of orderIds) {
      const order = byId.get(id)
      if (!order) continue

      const refusal = await moveRefusal(trx, order, { to, reason: '' }, now)
      const rule = pieceRules[to]
      const pieces = rule && rule.code === refusal ? await rule.list(trx, id) : []

      orders.push({ id, number: order.number, status: order.status, refusal, pieces })
    }
    return { orders }
  })
}

/** Moves an order on behalf of staff and records who did it and why. */
export async function moveByStaff(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>,
  orderId: string,
  { to, reason, staffId }: { to: StaffStatus; reason: string; staffId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const now = deps.clock()
    await refuseMove(trx, order, { to, reason }, now)

    const moved = await moveOrder(deps, trx, order, { to, actor: 'staff', staffId, reason }, now)

    if (to === 'shipped') await moveParcels(trx, orderId, 'in_transit', { staffId }, now)
    if (to === 'delivered') await moveParcels(trx, orderId, 'delivered', { staffId }, now)
    await deliverWhenAllParcelsArrived(deps, trx, moved, now)

    await recordAudit(trx, {
      staffId,
      action: 'order.moved',
      subject: { kind: 'order', id: orderId },
      before: { status: order.status },
      after: { status: to },
      reason,
    })
  })
}
