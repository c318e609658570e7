import { isDeepStrictEqual } from 'node:util'
import type { ParcelView } from '@cotation/contracts'
import { type CarrierId, canPack, isWorkable, type Language, leftToPack, type PackedLine } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { refuseHeldWork } from '#src/money/additional-cost.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { listLineStages } from '#src/production/line-stage.ts'
import { getOrder, lockOrder } from './order.service.ts'
import {
  listOrderLines,
  listParcels,
  type OrderLineRow,
  type ParcelDetails,
  type ParcelRow,
} from './order-view.repository.ts'
import { getOrderCatalogue } from './order-view.service.ts'
import { deleteParcel, findParcel, hasEverLeft, insertParcel, insertParcelEvent } from './parcel.repository.ts'
import { parcelViewOf } from './parcel-view.ts'

export type ParcelDeps = Pick<Deps, 'carriers' | 'catalogues' | 'clock' | 'db' | 'jobs'>

/** A parcel of staff. Customs texts are read in their own language on the order's page. */
export async function getParcelView(
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
  if (!isWorkable(status)) throw new AppError('ORDER_STATE')

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

/** Whether a parcel is what is to be packed, in any sequence of its lines. */
function isRepeat(existing: ParcelDetails, { lines, weightG, boxMm }: NewParcel & { lines: readonly PackedLine[] }) {
  const { length_mm: length, width_mm: width, height_mm: height } = existing
  const contentsOfLines = (packed: readonly PackedLine[]) =>
    packed.map(({ orderLineId, quantity }) => `${orderLineId} ${quantity}`).toSorted()

  const sameContents = isDeepStrictEqual(contentsOfLines(existing.lines), contentsOfLines(lines))
  const sameWeight = existing.weight_g === (weightG ?? null)
  return sameContents && sameWeight && isDeepStrictEqual([length, width, height], boxMm ?? [null, null, null])
}

/**
 * Packs a parcel of an order. Idempotent: the same carrier, tracking number, contents and measures are
 * the same parcel; the same number with others throws TRACKING_NUMBER_USED. The order's lock covers its
 * parcels, so that two people never pack the same part.
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

  return deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const now = deps.clock()
    const parcels = await listParcels(trx, [orderId])

    const existing = parcels.find((one) => one.carrier === carrier && one.tracking_number === trackingNumber)
    if (existing) {
      const others = parcels.filter((one) => one !== existing)
      const lines = parcel.lines ?? leftToPack(await listOrderLines(trx, [orderId]), others)
      if (isRepeat(existing, { ...parcel, lines })) return existing
      throw new AppError('TRACKING_NUMBER_USED', { trackingNumber, parcelNumber: existing.number })
    }

    const lines = await contentsOf(trx, order, parcel)
    const number = (parcels.at(-1)?.number ?? 0) + 1
    const added = await insertParcel(trx, { ...parcel, orderId, number, trackingNumber, lines, now })
    await insertParcelEvent(trx, { parcelId: added.id, at: now, state: 'announced', by })
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
export async function lockParcel(trx: Trx, parcelId: string): Promise<{ order: OrderRow; parcel: ParcelRow }> {
  const unlocked = await findParcel(trx, parcelId)
  if (!unlocked) throw new AppError('NOT_FOUND')

  const order = await lockOrder(trx, unlocked.order_id)
  const parcel = await findParcel(trx, parcelId)
  if (!parcel) throw new AppError('NOT_FOUND')
  return { order, parcel }
}
