import type { ErrorCode, ParcelView } from '@cotation/contracts'
import {
  type CarrierId,
  canMoveOrder,
  canPack,
  holdsUpOrder,
  isPackable,
  isWhollyPacked,
  type Language,
  leftToPack,
  needsMoveReason,
  type PackedLine,
  type ParcelState,
  type StaffStatus,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, bySystem, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { listAdditionalCosts, refuseHeldWork } from '#src/money/additional-cost.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { listLineStages } from '#src/production/line-stage.ts'
import { hasConfirmedFreight } from './order.repository.ts'
import { getOrder, lockOrder, moveOrder } from './order.service.ts'
import { enqueueOrderMail } from './order-mail.service.ts'
import { listOrderLines, listParcels, type OrderLineRow, type ParcelRow } from './order-view.repository.ts'
import { getOrderCatalogue } from './order-view.service.ts'
import {
  deleteParcel,
  findLastReportAt,
  findParcel,
  hasEverLeft,
  insertParcel,
  insertParcelEvent,
  listMovingParcels,
  updateParcel,
} from './parcel.repository.ts'
import { parcelViewOf } from './parcel-view.ts'

type ParcelDeps = Pick<Deps, 'carriers' | 'catalogues' | 'clock' | 'db' | 'jobs'>

/** A parcel of staff. Customs texts are read in their own language on the order's page. */
async function getParcelView(
  deps: Pick<Deps, 'catalogues' | 'db'>,
  { id, order_id }: Pick<ParcelRow, 'id' | 'order_id'>,
  language: Language,
): Promise<ParcelView> {
  const { order, parcel, lines } = await readSnapshot(deps.db, async (trx) => {
    const parcels = await listParcels(trx, [order_id])
    return {
      order: await getOrder(trx, order_id),
      parcel: parcels.find((one) => one.id === id),
      lines: await listOrderLines(trx, [order_id]),
    }
  })
  if (!parcel) throw new AppError('NOT_FOUND')

  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  return parcelViewOf(parcel, lines, { catalogue, words: await paperWords(language) })
}

interface NewParcel {
  carrier: CarrierId
  /** Empty if the carrier gives one. */
  trackingNumber?: string
  /** Without it, everything that is in no parcel yet. */
  lines?: readonly PackedLine[] | undefined
  weightG?: number | undefined
  boxMm?: readonly [number, number, number] | undefined
}

/** The number that staff entered, or else the one of the carrier. */
async function getTrackingNumber(
  { carriers, db }: Pick<Deps, 'carriers' | 'db'>,
  orderId: string,
  parcel: NewParcel,
): Promise<string> {
  const { carrier, trackingNumber = '', weightG, boxMm } = parcel
  if (trackingNumber !== '') return trackingNumber

  // A booking costs money, so nothing is booked that would be refused afterwards.
  const orderNumber = await readSnapshot(db, async (trx) => {
    const order = await getOrder(trx, orderId)
    await contentsOf(trx, order, parcel)
    return order.number
  })

  const given = await carriers.book({ carrier, orderNumber, weightG: weightG ?? null, boxMm: boxMm ?? null })
  if (given === null) throw new AppError('TRACKING_NUMBER_MISSING')
  return given
}

/** What a new parcel of an order holds. Throws if it would hold nothing, too much, or what waits. */
async function contentsOf(
  trx: Trx,
  { id: orderId, status }: Pick<OrderRow, 'id' | 'status'>,
  { lines: wanted }: Pick<NewParcel, 'lines'>,
): Promise<readonly PackedLine[]> {
  if (!isPackable(status)) throw new AppError('ORDER_STATE')

  const ordered = await listOrderLines(trx, [orderId])
  const parcels = await listParcels(trx, [orderId])
  const left = leftToPack(ordered, parcels)
  const lines = wanted ?? left
  const isOfOrder = ({ orderLineId }: PackedLine) => ordered.some(({ id }) => id === orderLineId)
  if (!lines.every(isOfOrder)) throw new AppError('NOT_FOUND')

  // A parcel without contents would mean that nobody knows them, and its order would count as packed.
  if (lines.length === 0 || !canPack(lines, left)) throw new AppError('PARCEL_QUANTITY')
  await refuseHeldWork(
    trx,
    lines.map(({ orderLineId }) => orderLineId),
  )
  await refuseUnfinished(trx, orderId, { lines, left, ordered })
  return lines
}

interface Packing {
  lines: readonly PackedLine[]
  left: readonly PackedLine[]
  ordered: readonly OrderLineRow[]
}

/** Throws PIECES_UNFINISHED if steps before the packing are open. Lines of earlier releases have no steps. */
async function refuseUnfinished(trx: Trx, orderId: string, { lines, left, ordered }: Packing): Promise<void> {
  const stages = await listLineStages(trx, orderId)
  for (const { orderLineId, quantity: wanted } of lines) {
    const line = ordered.find(({ id }) => id === orderLineId)
    const stage = stages.get(orderLineId)
    if (!line || !stage) continue

    const unpacked = left.find((one) => one.orderLineId === orderLineId)?.quantity ?? 0
    const packed = line.quantity - unpacked
    const finished = Math.max(0, stage.finishedPieces - packed)
    if (wanted <= finished) continue
    throw new AppError('PIECES_UNFINISHED', {
      part: line.name,
      unfinished: { wanted, finished, operations: stage.openOperations },
    })
  }
}

/**
 * Packs a parcel of an order. Idempotent: the same carrier and tracking number are the same parcel.
 * The order's lock covers its parcels, so that two people never pack the same part.
 */
export async function addParcel(
  deps: ParcelDeps,
  orderId: string,
  parcel: NewParcel,
  by: ActedBy,
): Promise<Pick<ParcelRow, 'id' | 'order_id'>> {
  const { carrier } = parcel
  // Before the transaction: the carrier may take seconds to answer.
  const trackingNumber = await getTrackingNumber(deps, orderId, parcel)
  const now = deps.clock()

  return deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const parcels = await listParcels(trx, [orderId])

    const existing = parcels.find((one) => one.carrier === carrier && one.tracking_number === trackingNumber)
    if (existing) return existing

    const lines = await contentsOf(trx, order, parcel)
    const number = (parcels.at(-1)?.number ?? 0) + 1
    const added = await insertParcel(trx, { ...parcel, orderId, number, trackingNumber, lines, now })
    await report(trx, added, { state: 'announced' }, by, now)
    await recordAudit(trx, {
      ...by,
      action: 'parcel.added',
      subject: { kind: 'parcel', id: added.id },
      // Not the tracking number: with it, the carrier names the recipient.
      after: { orderId, number, carrier, parts: lines.reduce((sum, { quantity }) => sum + quantity, 0) },
    })
    return added
  })
}

/** Packs a parcel for a member of staff and returns it. */
export async function packParcel(
  deps: ParcelDeps,
  orderId: string,
  parcel: NewParcel,
  reader: { staffId: string; language: Language },
): Promise<ParcelView> {
  const added = await addParcel(deps, orderId, parcel, { staffId: reader.staffId })
  return getParcelView(deps, added, reader.language)
}

/** Removes a parcel that never left. Its parts can be packed again. */
export async function removeParcel(deps: Pick<Deps, 'db'>, parcelId: string, by: ActedBy): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { order, parcel } = await lockParcel(trx, parcelId)
    // Also after a correction back to announced: what carriers reported about it stays known.
    if (await hasEverLeft(trx, parcelId)) throw new AppError('PARCEL_LEFT')

    await deleteParcel(trx, parcelId)
    await recordAudit(trx, {
      ...by,
      action: 'parcel.removed',
      subject: { kind: 'parcel', id: parcelId },
      customerId: order.customer_id,
      before: { orderId: order.id, number: parcel.number, carrier: parcel.carrier },
    })
  })
}

/** The order's lock covers its parcels: two last parcels that arrive at once deliver it once. */
async function lockParcel(trx: Trx, parcelId: string): Promise<{ order: OrderRow; parcel: ParcelRow }> {
  const unlocked = await findParcel(trx, parcelId)
  if (!unlocked) throw new AppError('NOT_FOUND')

  const order = await lockOrder(trx, unlocked.order_id)
  const parcel = await findParcel(trx, parcelId)
  if (!parcel) throw new AppError('NOT_FOUND')
  return { order, parcel }
}

/** What a carrier or a member of staff says about a parcel. */
interface ParcelReport {
  state: ParcelState
  place?: string
  note?: string
  /** The carrier's id of the report. */
  id?: string
}

/** Stores a report; returns false if it is known already. */
function report(trx: Trx, { id: parcelId }: ParcelRow, said: ParcelReport, by: ActedBy, at: Date): Promise<boolean> {
  const { state, place = '', note = '', id: carrierEventId = null } = said
  const staffId = 'staffId' in by ? by.staffId : null
  return insertParcelEvent(trx, { parcelId, at, state, place, note, carrierEventId, staffId })
}

function setParcelState(trx: Trx, parcel: ParcelRow, state: ParcelState, now: Date): Promise<ParcelRow> {
  const hasLeft = state !== 'announced'
  return updateParcel(trx, parcel.id, {
    state,
    shipped_at: hasLeft ? (parcel.shipped_at ?? now) : null,
    delivered_at: state === 'delivered' ? (parcel.delivered_at ?? now) : null,
  })
}

/** Order-level status changes cascade to all parcels. */
async function moveParcels(
  trx: Trx,
  orderId: string,
  to: 'in_transit' | 'delivered',
  by: ActedBy,
  now: Date,
): Promise<void> {
  for (const parcel of await listParcels(trx, [orderId])) {
    const isBehind = parcel.state === 'announced' || (to === 'delivered' && parcel.state !== 'delivered')
    if (!isBehind) continue

    await setParcelState(trx, parcel, to, now)
    await report(trx, parcel, { state: to }, by, now)
  }
}

/**
 * A shipped order becomes delivered when its last parcel is delivered. If it was shipped without some
 * parts, they may still follow: staff say when it is complete.
 */
async function deliverWhenAllParcelsArrived(
  deps: Pick<Deps, 'catalogues' | 'jobs'>,
  trx: Trx,
  order: OrderRow,
  now: Date,
): Promise<void> {
  if (order.status !== 'shipped') return

  const parcels = await listParcels(trx, [order.id])
  if (parcels.length === 0 || parcels.some(({ state }) => state !== 'delivered')) return
  if (!isWhollyPacked(await listOrderLines(trx, [order.id]), parcels)) return

  await moveOrder(deps, trx, order, { to: 'delivered', actor: 'system', reason: '' }, now)
}

/**
 * A parcel may leave before the rest of its order. What holds up the shipment of the order holds up
 * its first parcel too.
 */
async function refuseDeparture(trx: Trx, order: OrderRow, now: Date): Promise<void> {
  if (order.status !== 'in_production' && order.status !== 'quality_check') return

  if (order.stopped_by !== null) throw new AppError('ORDER_STOPPED')
  if (!(await hasConfirmedFreight(trx, order.id))) throw new AppError('FREIGHT_ACCOUNT_UNCONFIRMED')
  await refuseOpenCosts(trx, order.id, 'shipped', now)
}

/** Applies what was reported about a parcel; a report of the carrier that is known already changes nothing. */
async function applyReport(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>,
  parcelId: string,
  said: ParcelReport & { at?: Date },
  by: ActedBy,
): Promise<ParcelRow> {
  const now = deps.clock()
  const at = said.at ?? now

  return deps.db.transaction().execute(async (trx) => {
    const { order, parcel: before } = await lockParcel(trx, parcelId)
    const { state, place = '', note = '' } = said
    const saysNothingNew = before.state === state && place === '' && note === ''
    const isOfCarrier = said.id !== undefined
    if (saysNothingNew && !isOfCarrier) return before

    const isLeaving = before.state === 'announced' && state !== 'announced'
    if (isLeaving) await refuseDeparture(trx, order, now)

    // Reports may arrive late or out of sequence: the newest one decides.
    const lastAt = await findLastReportAt(trx, parcelId)
    const isNew = await report(trx, before, said, by, at)
    if (!isNew || saysNothingNew || at < lastAt) return before

    const parcel = await setParcelState(trx, before, state, at)
    if (isLeaving && state === 'in_transit') await enqueueOrderMail(deps, trx, { orderId: order.id, parcelId })
    await deliverWhenAllParcelsArrived(deps, trx, order, now)

    await recordAudit(trx, {
      ...by,
      action: 'parcel.updated',
      subject: { kind: 'parcel', id: parcelId },
      before: { state: before.state },
      after: { state },
    })
    return parcel
  })
}

/** Records what the carrier has told staff about a parcel. */
export async function updateParcelState(
  deps: ParcelDeps,
  parcelId: string,
  said: Pick<ParcelReport, 'state' | 'place' | 'note'>,
  reader: { staffId: string; language: Language },
): Promise<ParcelView> {
  const parcel = await applyReport(deps, parcelId, said, { staffId: reader.staffId })
  return getParcelView(deps, parcel, reader.language)
}

export const trackingJob = 'parcel-tracking'
const dayMs = 86_400_000
const maxTrackedDays = 90
const maxPerRun = 500

/** Asks the carriers about the parcels that are on their way. */
export async function trackParcels(
  deps: Pick<Deps, 'carriers' | 'catalogues' | 'clock' | 'db' | 'jobs' | 'log'>,
): Promise<void> {
  const since = new Date(deps.clock().getTime() - maxTrackedDays * dayMs)

  for (const parcel of await listMovingParcels(deps.db, since, maxPerRun)) {
    const { id, carrier, tracking_number: trackingNumber } = parcel
    try {
      const reports = await deps.carriers.listReports({ carrier, trackingNumber })
      for (const said of reports.toSorted((one, other) => Number(one.at) - Number(other.at)))
        await applyReport(deps, id, said, bySystem)
    } catch (error) {
      // One parcel that the carrier does not know must not keep the others from being tracked.
      deps.log.warn({ err: error, parcelId: id }, 'a parcel could not be tracked')
    }
  }
}

/**
 * An order is shipped with at least one parcel, and only if its carrier may bill the customer's
 * account. Shipping it without some of its parts needs a reason.
 */
async function refuseUnlessPacked(trx: Trx, orderId: string, reason: string): Promise<void> {
  const parcels = await listParcels(trx, [orderId])
  if (parcels.length === 0) throw new AppError('PARCEL_MISSING')
  if (!(await hasConfirmedFreight(trx, orderId))) throw new AppError('FREIGHT_ACCOUNT_UNCONFIRMED')

  const isPacked = isWhollyPacked(await listOrderLines(trx, [orderId]), parcels)
  if (!isPacked && reason === '') throw new AppError('PARTS_UNPACKED')
}

async function refuseOpenCosts(trx: Trx, orderId: string, to: StaffStatus, now: Date): Promise<void> {
  const costs = await listAdditionalCosts(trx, orderId, now)
  if (costs.some((cost) => holdsUpOrder(cost, to))) throw new AppError('ADDITIONAL_COST_OPEN')
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
  if (to === 'shipped') await refuseUnlessPacked(trx, order.id, reason)
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
 * Whether each order may be moved to a status without a reason, in the sequence of the ids; unknown
 * ones are left out.
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
      orders.push({ id, number: order.number, status: order.status, refusal })
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
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
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
