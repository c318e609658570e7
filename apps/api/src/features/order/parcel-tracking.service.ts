import type { ParcelView } from '@cotation/contracts'
import { isWhollyPacked, type Language, type ParcelState } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type ActedBy, bySystem, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { refuseOpenCosts } from '#src/money/additional-cost.ts'
import { hasConfirmedFreight } from './order.repository.ts'
import { moveOrder } from './order.service.ts'
import { enqueueOrderMail } from './order-mail.service.ts'
import { listOrderLines, listParcels, type ParcelRow } from './order-view.repository.ts'
import {
  findLastReportAt,
  insertParcelEvent,
  isDepartureMailed,
  listMovingParcels,
  type ParcelReport,
  updateParcel,
} from './parcel.repository.ts'
import { getParcelView, lockParcel, type ParcelDeps } from './parcel.service.ts'

function setParcelState(trx: Trx, parcel: ParcelRow, state: ParcelState, now: Date): Promise<ParcelRow> {
  const hasLeft = state !== 'announced'
  return updateParcel(trx, parcel.id, {
    state,
    shipped_at: hasLeft ? (parcel.shipped_at ?? now) : null,
    delivered_at: state === 'delivered' ? (parcel.delivered_at ?? now) : null,
  })
}

/** Order-level status changes cascade to all parcels. */
export async function moveParcels(
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
    await insertParcelEvent(trx, { parcelId: parcel.id, at: now, state: to, by })
  }
}

/**
 * A shipped order becomes delivered when its last parcel is delivered. If it was shipped without
 * some parts, they may still follow: staff say when it is complete.
 */
export async function deliverWhenAllParcelsArrived(
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

/** Applies a report about a parcel. A carrier's report that is stored already changes nothing. */
async function applyReport(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>,
  parcelId: string,
  report: ParcelReport & { at?: Date },
  by: ActedBy,
): Promise<ParcelRow> {
  const now = deps.clock()
  const at = report.at ?? now

  return deps.db.transaction().execute(async (trx) => {
    const { order, parcel: before } = await lockParcel(trx, parcelId)
    const { state, place = '', note = '' } = report
    const isNothingNew = before.state === state && place === '' && note === ''
    const isOfCarrier = report.id !== undefined
    if (isNothingNew && !isOfCarrier) return before

    const isLeaving = before.state === 'announced' && state !== 'announced'
    if (isLeaving) await refuseDeparture(trx, order, now)

    const isDeparture = state === 'in_transit' && !(await isDepartureMailed(trx, before))
    const lastAt = await findLastReportAt(trx, parcelId)
    const reportId = await insertParcelEvent(trx, { ...report, parcelId, at, by })
    if (reportId === null) return before

    // Reports may arrive late or out of sequence: the newest one decides. A late one may still be
    // the first news that the parcel moves, unless the parcel has arrived in the meantime.
    const isLate = at < lastAt
    const comesAfterDelivery = isLate && before.state === 'delivered'
    if (isDeparture && !comesAfterDelivery) await enqueueOrderMail(deps, trx, { orderId: order.id, parcelId })

    if (isNothingNew || isLate) return before

    if (state === 'exception' && before.state !== 'exception')
      await enqueueOrderMail(deps, trx, { orderId: order.id, parcelId, incidentId: reportId })

    const parcel = await setParcelState(trx, before, state, at)
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

/** Records what staff know from the carrier about a parcel. */
export async function updateParcelState(
  deps: ParcelDeps,
  parcelId: string,
  report: Pick<ParcelReport, 'state' | 'place' | 'note'>,
  reader: { staffId: string; language: Language },
): Promise<ParcelView> {
  const parcel = await applyReport(deps, parcelId, report, { staffId: reader.staffId })
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
      for (const report of reports.toSorted((one, other) => Number(one.at) - Number(other.at)))
        await applyReport(deps, id, report, bySystem)
    } catch (error) {
      // One parcel that the carrier does not know must not keep the others from being tracked.
      deps.log.warn({ err: error, parcelId: id }, 'a parcel could not be tracked')
    }
  }
}
