import type {
  AdditionalCostPaymentView,
  AdditionalCostView,
  BankInstructions,
  StaffAdditionalCostView,
} from '@cotation/contracts'
import type { AdditionalCostState, Language } from '@cotation/domain'
import { createPhoto } from '#adapters/images.ts'
import { acceptedImage } from '#core/accepted-image.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import type { Paper } from '#core/paper-maker.ts'
import { newPublicId } from '#core/secrets.ts'
import { getZoneStanding } from '#core/time-zone.ts'
import type { Db, Trx } from '#db/database.ts'
import { listEventAuthors } from '#db/event-authors.ts'
import type { Page } from '#db/lists.ts'
import type { AdditionalCostRow } from '#db/order-rows.ts'
import { createCostInvoice } from '#features/order/document.service.ts'
import { getOrder } from '#features/order/order.service.ts'
import { getBillPayment } from '#features/payment/bill-payment-view.service.ts'
import { closeAdditionalCost, closeWithOrder } from '#features/payment/close-additional-cost.service.ts'
import { getAdditionalCost, lockAdditionalCost } from '#src/money/additional-cost.ts'
import {
  type AdditionalCostDetails,
  costSummaryOf,
  costViewOf,
  listCostPayments,
  readCostDetails,
} from '#src/money/additional-cost-view.ts'
import { refundableUsd } from '#src/money/refundable.ts'
import {
  listCosts,
  listCostsOfOrder,
  listOverdueCosts,
  listPicturesOf,
  listRequestedCosts,
  listStoredCosts,
  updatePicture,
} from './additional-cost.repository.ts'

/** Customers see only the additional costs of their own orders. */
type CostReader = { customerId: string } | 'staff'

type ViewDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'texts' | 'thumbnails'>

/** Another customer's cost and an unknown one both throw `NOT_FOUND` (BOL-1). */
async function getReadable(db: Db | Trx, costId: string, reader: CostReader, now: Date): Promise<AdditionalCostRow> {
  const cost = await getAdditionalCost(db, costId, now)
  if (reader !== 'staff' && cost.customer_id !== reader.customerId) throw new AppError('NOT_FOUND')
  return cost
}

async function getDetails(deps: Pick<Deps, 'clock' | 'config' | 'db'>, costId: string, reader: CostReader) {
  const cost = await getReadable(deps.db, costId, reader, deps.clock())
  const [details] = await readCostDetails(deps, deps.db, [cost])
  if (!details) throw new AppError('NOT_FOUND')
  return details
}

function viewOf(details: AdditionalCostDetails, deps: ViewDeps, language: Language) {
  return costViewOf(details, deps, (rule) => deps.texts(language, 'check', `name.${rule}`))
}

export async function getCostView(
  deps: ViewDeps,
  costId: string,
  reader: CostReader,
  language: Language,
): Promise<AdditionalCostView> {
  return viewOf(await getDetails(deps, costId, reader), deps, language)
}

/** One cost for staff, with the colleagues who acted. */
export async function getStaffCostView(
  deps: ViewDeps,
  costId: string,
  language: Language,
): Promise<StaffAdditionalCostView> {
  const view = await getCostView(deps, costId, 'staff', language)
  const authors = await listEventAuthors(deps.db, 'additional_cost_event', costId)

  return {
    ...view,
    history: view.history.map((event, i) => ({ ...event, author: authors[i] ?? '' })),
    refundableMinor: await refundableUsd(deps.db, { kind: 'additional-cost', id: costId }),
  }
}

/** A page of the customer's additional costs, or of everyone's for staff. */
export async function listCostViews(
  deps: ViewDeps,
  reader: CostReader,
  filter: Page & { state?: AdditionalCostState | undefined },
  language: Language,
): Promise<{ costs: AdditionalCostView[]; total: number }> {
  const owner = reader === 'staff' ? {} : { customerId: reader.customerId }
  const { rows, total } = await listCosts(deps.db, { ...filter, ...owner }, deps.clock())
  const details = await readCostDetails(deps, deps.db, rows)
  return { costs: details.map((cost) => viewOf(cost, deps, language)), total }
}

/** The additional costs of an order, for staff. An unknown order throws `NOT_FOUND`. */
export async function listCostViewsOfOrder(
  deps: ViewDeps,
  orderId: string,
  language: Language,
): Promise<AdditionalCostView[]> {
  const order = await getOrder(deps.db, orderId)
  const rows = await listCostsOfOrder(deps.db, order.id, deps.clock())
  const details = await readCostDetails(deps, deps.db, rows)
  return details.map((cost) => viewOf(cost, deps, language))
}

/** The payment page of the caller's additional cost. */
export async function getCostPayment(
  deps: Deps,
  customerId: string,
  costId: string,
  language: Language,
): Promise<AdditionalCostPaymentView> {
  const { payment } = await getBillPayment(deps, async (trx) => {
    const cost = await getReadable(trx, costId, { customerId }, deps.clock())
    return { kind: 'additional-cost', cost } as const
  })
  return { ...payment, cost: await getCostView(deps, costId, { customerId }, language) }
}

/** The order then waits until staff withdraw the request, replace it, or cancel the order. */
export async function declineCost(deps: Deps, customerId: string, costId: string, reason: string): Promise<void> {
  const cost = await getReadable(deps.db, costId, { customerId }, deps.clock())
  await closeAdditionalCost(deps, cost, { to: 'declined', actor: 'customer', reason })
}

/** Lets the order go on without the cost, whether it is open, declined or expired. */
export async function withdrawCost(
  deps: Deps,
  costId: string,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<void> {
  const cost = await getAdditionalCost(deps.db, costId, deps.clock())
  await closeAdditionalCost(deps, cost, { to: 'withdrawn', actor: 'staff', staffId, reason })
}

const maxPerRun = 500

/** Ends requests whose deadline is over. One that is still being paid waits for the result. */
export async function expireOverdueCosts(deps: Deps): Promise<void> {
  for (const costId of await listOverdueCosts(deps.db, deps.clock(), maxPerRun)) {
    try {
      const expiry = { to: 'expired', actor: 'system', reason: '' } as const
      await closeAdditionalCost(deps, { id: costId, state: 'requested' }, expiry)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      deps.log.info({ costId, code: error.code }, 'an additional cost does not expire yet')
    }
  }
}

/** Withdraws the open requests of a cancelled or refunded order, and refunds the paid ones. */
export async function closeCostsOfOrder(deps: Deps, orderId: string): Promise<void> {
  for (const cost of await listStoredCosts(deps.db, orderId)) await closeWithOrder(deps, cost)
}

const pictureKey = (pictureId: string) => `additional-costs/${pictureId}`

type Files = Pick<Deps, 'files'>

/** Stores a picture re-encoded, never the uploaded bytes (UPL-4), and returns its id. */
export async function storePicture({ files }: Files, bytes: Uint8Array): Promise<string> {
  const webp = acceptedImage(await createPhoto(Buffer.from(bytes)))
  const pictureId = newPublicId()
  await files.put(pictureKey(pictureId), webp, { contentType: 'image/webp' })
  return pictureId
}

export const removePicture = ({ files }: Files, pictureId: string): Promise<void> => files.remove(pictureKey(pictureId))

/** A cost gets a picture once. */
export async function addPicture(deps: Deps, costId: string, bytes: Uint8Array, staffId: string): Promise<void> {
  await getAdditionalCost(deps.db, costId, deps.clock())
  const pictureId = await storePicture(deps, bytes)
  try {
    await deps.db.transaction().execute(async (trx) => {
      const cost = await lockAdditionalCost(trx, costId)
      if (cost.state !== 'requested' || cost.picture_id !== null) throw new AppError('ADDITIONAL_COST_STATE')
      await updatePicture(trx, costId, pictureId)

      const subject = { kind: 'additional-cost', id: costId } as const
      await recordAudit(trx, { staffId, action: 'additional-cost.picture-added', subject, after: { pictureId } })
    })
  } catch (error) {
    await removePicture(deps, pictureId)
    throw error
  }
}

export async function getPicture(deps: Deps, customerId: string, costId: string): Promise<Uint8Array> {
  return readPicture(deps, await getReadable(deps.db, costId, { customerId }, deps.clock()))
}

/** The same for a member of staff. */
export async function showPicture(deps: Deps, staffId: string, costId: string): Promise<Uint8Array> {
  const cost = await getReadable(deps.db, costId, 'staff', deps.clock())
  const bytes = await readPicture(deps, cost)

  await recordFileView(deps, {
    staffId,
    subject: { kind: 'additional-cost', id: costId },
    customerId: cost.customer_id,
  })
  return bytes
}

async function readPicture({ files }: Files, { picture_id }: AdditionalCostRow): Promise<Uint8Array> {
  const file = picture_id === null ? undefined : await files.get(pictureKey(picture_id))
  if (!file) throw new AppError('NOT_FOUND')
  return Buffer.concat(await file.body.toArray())
}

/**
 * The customer's additional costs that wait for a payment or an answer, or whose payment is being
 * confirmed, the first deadline first.
 */
export async function listOpenCosts(
  { db, clock, config }: Pick<Deps, 'clock' | 'config' | 'db'>,
  customerId: string,
  limit: number,
) {
  const rows = await listRequestedCosts(db, customerId, clock(), limit)
  const costIds = rows.map(({ id }) => id)
  const payments = Map.groupBy(await listCostPayments(db, costIds), ({ additional_cost_id }) => additional_cost_id)
  const { name: timeZone } = await getZoneStanding(db, customerId, config.timeZone, clock())

  return rows.map((cost) => {
    const surroundings = { status: cost.order_status, payments: payments.get(cost.id) ?? [], timeZone }
    const { id, number, totalMinor, dueMinor, transfer, unconfirmed, deadline } = costSummaryOf(
      cost,
      surroundings,
      config,
    )

    return {
      costId: id,
      number,
      orderNumber: cost.order_number,
      totalMinor,
      dueMinor,
      transfer: transfer && announcedTransferOf(transfer),
      unconfirmed,
      until: deadline,
      timeZone,
    }
  })
}

const announcedTransferOf = ({ amountMinor, currency, reference }: BankInstructions) => ({
  amountMinor,
  currency,
  reference,
})

/** Removes the pictures of all additional costs of a customer. */
export async function eraseCostPictures(deps: Pick<Deps, 'db' | 'files'>, customerId: string): Promise<void> {
  for (const pictureId of await listPicturesOf(deps.db, customerId)) await removePicture(deps, pictureId)
}

/** The invoice of the caller's paid additional cost. */
export async function getInvoice(deps: Deps, customerId: string, costId: string, language: Language): Promise<Paper> {
  const details = await getDetails(deps, costId, { customerId })
  return createCostInvoice(deps, details, { customerId }, language)
}

/** The same for a member of staff. Each download is in the audit. */
export async function downloadInvoice(deps: Deps, staffId: string, costId: string, language: Language): Promise<Paper> {
  const details = await getDetails(deps, costId, 'staff')
  const paper = await createCostInvoice(deps, details, 'staff', language)

  const subject = { kind: 'additional-cost', id: costId } as const
  const { customer_id: customerId } = details.cost
  await deps.db
    .transaction()
    .execute((trx) =>
      recordAudit(trx, { staffId, action: 'file.downloaded', subject, customerId, after: { document: 'invoice' } }),
    )
  return paper
}
