import type { OrderLineView, OrderView, StaffOrderView } from '@cotation/contracts'
import {
  type Catalogue,
  claimDeadline,
  holdsParts,
  isBeingMade,
  isCancellableNow,
  isCancelledOrRefunded,
  isClaimable,
  isReviewable,
  isWorkable,
  type Language,
  maxReviewPhotos,
  type OrderDocument,
  piecesToFollow,
  type StaffRight,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { getZoneStanding } from '#core/time-zone.ts'
import { listEventAuthors } from '#db/event-authors.ts'
import { costSummaryOf } from '#src/money/additional-cost-view.ts'
import { creditViewOf, findBillCredit } from '#src/money/credit.ts'
import { dueMinorOf, shownPayments, sumCounted } from '#src/money/order-payments.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { refundableUsd } from '#src/money/refundable.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { describeCustoms } from '#src/papers/customs-facts.ts'
import { paperWords, type Words } from '#src/papers/paper-words.ts'
import { type CheckName, checkNames, orderedRisks } from './accepted-risks.service.ts'
import { expectedDatesOf } from './expected-dates.ts'
import { listHistory } from './order-history.repository.ts'
import {
  findOrderDetails,
  findStop,
  getOrderCustomer,
  listRefundsOf,
  type OrderDetails,
  type OrderLineRow,
  type ReviewRow,
} from './order-view.repository.ts'
import { parcelViewOf } from './parcel-view.ts'
import { listPendingRefunds } from './pending-refund.repository.ts'

type OrderViewDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'texts' | 'thumbnails'>

/** Customers see only their own orders. */
export type OrderReader = { customerId: string } | 'staff'

/** The catalogue that an order was placed with: it has the names of materials and carriers. */
export async function getOrderCatalogue({ catalogues }: Pick<Deps, 'catalogues'>, version: string): Promise<Catalogue> {
  const found = await catalogues.find(version)
  if (!found) throw new Error(`There is no catalogue ${version}.`)
  return found.catalogue
}

/** Another customer's order and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function getOrderDetails(
  deps: Pick<Deps, 'clock' | 'db'>,
  orderId: string,
  reader: OrderReader,
): Promise<OrderDetails> {
  const details = await findOrderDetails(deps.db, orderId, deps.clock())
  if (!details || (reader !== 'staff' && details.order.customer_id !== reader.customerId))
    throw new AppError('NOT_FOUND')
  return details
}

/**
 * The documents that exist: the pro-forma unless the order was cancelled, the invoice after payment,
 * the packing list after shipment. A reprint is not sold and has no invoice; its pro-forma tells
 * customs the value of its parts.
 */
export function documentsOf({ order, events }: Pick<OrderDetails, 'order' | 'events'>): OrderDocument[] {
  const documents: OrderDocument[] = []
  // Its status does not say so once the money is refunded.
  const wasCancelled = events.some(({ to_status }) => to_status === 'cancelled')
  if (!wasCancelled) documents.push('pro-forma')
  if (order.paid_at && order.original_order_id === null) documents.push('invoice')
  if (events.some(({ to_status }) => to_status === 'shipped')) documents.push('packing-list')
  return documents
}

function reviewViewOf(review: ReviewRow | null, photoIds: string[]): OrderView['review'] {
  if (!review) return null
  const { stars, workmanship, product, service, logistics, comment, created_at } = review
  return { stars, workmanship, product, service, logistics, comment, at: created_at.toISOString(), photoIds }
}

/** When the last parcel arrived; without a report about parcels, when the order did. */
function findLastDelivery({ order, parcels }: Pick<OrderDetails, 'order' | 'parcels'>): Date | null {
  const ofParcels = parcels.flatMap(({ delivered_at }) => delivered_at?.getTime() ?? [])
  return ofParcels.length > 0 ? new Date(Math.max(...ofParcels)) : order.delivered_at
}

/**
 * Parts can be claimed for 30 days after a delivery, once: those of a reprint were claimed on the
 * original order, where they are counted.
 */
function canClaim(details: OrderDetails, now: Date): boolean {
  const { order, lines, claims } = details
  const lastDelivery = findLastDelivery(details)
  if (order.original_order_id !== null || !isClaimable(order.status)) return false
  if (!lastDelivery || claimDeadline(lastDelivery) < now) return false

  const ordered = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const claimed = claims.reduce((sum, { state, parts }) => (holdsParts(state) ? sum + parts : sum), 0)
  return claimed < ordered
}

function originalViewOf(original: OrderDetails['original']): OrderView['original'] {
  if (!original) return null
  const { id, number, claimId, workOrderNumber } = original
  return { id, number, claimId, workOrderNumber }
}

function claimViewsOf({ claims, reprints }: OrderDetails): OrderView['claims'] {
  return claims.map(({ id, state, opened_at, work_order_number }) => {
    const reprint = reprints.find(({ claim_id }) => claim_id === id)
    return {
      id,
      state,
      openedAt: opened_at.toISOString(),
      workOrderNumber: work_order_number,
      reprint: reprint ? { id: reprint.id, number: reprint.number, status: reprint.status } : null,
    }
  })
}

function costSummariesOf(
  { order, additionalCosts, costPayments }: OrderDetails,
  { config }: OrderViewDeps,
  timeZone: string,
): OrderView['additionalCosts'] {
  return additionalCosts.map((cost) => {
    const payments = costPayments.filter(({ additional_cost_id }) => additional_cost_id === cost.id)
    return costSummaryOf(cost, { status: order.status, payments, timeZone }, config)
  })
}

/** How far a line is while it is in the workshop; of a shipped order, only what follows is. */
function makingOf({ order, lines, parcels, stages }: OrderDetails, lineId: string): OrderLineView['making'] {
  const follows = () => piecesToFollow(lines, parcels).some(({ orderLineId }) => orderLineId === lineId)
  const isInWorkshop = isBeingMade(order.status) || (isWorkable(order.status) && follows())
  const found = stages.get(lineId)
  if (!found || !isInWorkshop) return null

  const { stage, remakePieces, finishedPieces } = found
  return { stage, remakePieces, finishedPieces }
}

interface ViewSurroundings {
  catalogue: Catalogue
  credit: OrderView['credit']
  /** The customer's. */
  timeZone: string
  /** The reader's. */
  words: Words
}

function viewOf(
  details: OrderDetails,
  { catalogue, credit, timeZone, words }: ViewSurroundings,
  deps: OrderViewDeps,
): OrderView {
  const { config, clock, texts } = deps
  const { order, isFreightConfirmed, couponCode, lines, events, parcels, payments } = details
  const { review, photoIds } = details
  const totalMinor = Number(order.total_minor)
  const bill = { totalMinor, isPaid: order.paid_at !== null, isClosed: isCancelledOrRefunded(order.status) }
  const { paidMinor, refundedMinor, keptMinor } = sumCounted(shownPayments(bill, payments))
  const thumbnailKey = deps.thumbnails.within({ kind: 'order', id: order.id })

  return {
    id: order.id,
    number: order.number,
    projectId: order.project_id,
    status: order.status,
    placedAt: order.placed_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    poNumber: order.po_number,
    comment: order.comment,
    entrust: order.entrust,
    lines: lines.map((line) => ({
      ...orderLineViewOf(line, catalogue, words, checkNames(texts, words.language)),
      thumbnailId: thumbnailKey(line.thumbnail_id),
      making: makingOf(details, line.id),
    })),
    total: order.total,
    totalMinor,
    paidMinor,
    refundedMinor,
    dueMinor: dueMinorOf(order.status, totalMinor, keptMinor),
    couponCode,
    shippingAddress: order.shipping_address,
    billingAddress: order.billing_address,
    carrier: order.carrier,
    freightAccount: order.freight_account,
    isFreightConfirmed,
    dates: order.dates,
    expected: expectedDatesOf(details, catalogue, clock()),
    payments: payments.map((payment) => paymentViewOf(payment, config)),
    credit,
    additionalCosts: costSummariesOf(details, deps, timeZone),
    original: originalViewOf(details.original),
    claims: claimViewsOf(details),
    timeline: events.map((event) => ({
      at: event.at.toISOString(),
      from: event.from_status,
      to: event.to_status,
      by: event.actor,
      reason: event.reason,
    })),
    parcels: parcels.map((parcel) => parcelViewOf(parcel, lines, { catalogue, words })),
    review: reviewViewOf(review, photoIds),
    documents: documentsOf(details),
    can: {
      cancel: isCancellableNow(
        order.status,
        payments.map(({ state }) => state),
      ),
      pay: order.status === 'awaiting_payment',
      review: isReviewable(order.status) && !review,
      addPhoto: review !== null && photoIds.length < maxReviewPhotos,
      receive: order.status === 'delivered',
      reorder: lines.some(({ upload_state }) => upload_state !== 'expired'),
      claim: canClaim(details, clock()),
    },
  }
}

/** An order for its customer or staff, with names in the reader's language. */
export async function getOrderView(
  deps: OrderViewDeps,
  orderId: string,
  reader: OrderReader,
  language: Language,
): Promise<OrderView> {
  const details = await getOrderDetails(deps, orderId, reader)
  const catalogue = await getOrderCatalogue(deps, details.order.catalogue_version)
  const { name: timeZone } = await getZoneStanding(
    deps.db,
    details.order.customer_id,
    deps.config.timeZone,
    deps.clock(),
  )
  const words = await paperWords(language)
  const { order, payments } = details
  const credit = creditViewOf(await findBillCredit(deps.db, order.customer_id, order, payments))
  return viewOf(details, { catalogue, credit, timeZone, words }, deps)
}

const mayHandleMoney = (rights: readonly StaffRight[]): boolean =>
  rights.includes('money.receive') || rights.includes('money.refund')

/** An order of any customer, without the money that the rights of the member do not include. */
export async function getOrderViewForStaff(
  deps: OrderViewDeps,
  orderId: string,
  rights: readonly StaffRight[],
  language: Language,
): Promise<OrderView> {
  const view = await getOrderView(deps, orderId, 'staff', language)
  const seesMoney = mayHandleMoney(rights)
  const seesCoupon = seesMoney || rights.includes('coupons.issue')
  const seesCosts = rights.includes('costs.read')

  return {
    ...view,
    payments: seesMoney ? view.payments : [],
    credit: seesMoney ? view.credit : null,
    couponCode: seesCoupon ? view.couponCode : null,
    additionalCosts: seesCosts ? view.additionalCosts : [],
  }
}

/** The same with the customer. */
export async function getStaffOrderView(
  deps: OrderViewDeps,
  orderId: string,
  rights: readonly StaffRight[],
  language: Language,
): Promise<StaffOrderView> {
  const view = await getOrderViewForStaff(deps, orderId, rights, language)
  const authors = await listEventAuthors(deps.db, 'order_event', orderId)
  const refunds = await listRefundsOf(
    deps.db,
    view.payments.map(({ id }) => id),
  )
  const mayRefund = rights.includes('money.refund')

  return {
    ...view,
    customer: await getOrderCustomer(deps.db, orderId),
    stoppedAt: (await findStop(deps.db, orderId))?.toISOString() ?? null,
    // Events are only added at the end.
    timeline: view.timeline.map((event, i) => ({ ...event, author: authors[i] ?? '' })),
    history: await listHistory(deps.db, orderId, rights),
    refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() })),
    pendingRefunds: mayHandleMoney(rights) ? await listPendingRefunds(deps.db, orderId, deps.clock()) : [],
    refundableMinor: mayRefund ? await refundableUsd(deps.db, { kind: 'order', id: orderId }) : 0,
  }
}

/** A line as ordered, with names in the reader's language. */
function orderLineViewOf(
  line: OrderLineRow,
  catalogue: Catalogue,
  words: Words,
  nameOf: CheckName,
): Omit<OrderLineView, 'thumbnailId' | 'making'> {
  const { ordered } = line

  return {
    id: line.id,
    lineId: line.line_id,
    name: line.name,
    ...describeChoice(ordered.configuration, ordered.price?.process, { catalogue, words }),
    configuration: ordered.configuration,
    sizeMm: [...(ordered.part?.sizeMm ?? ordered.orderLine.sizeMm)],
    quantity: line.quantity,
    unitMinor: Number(line.unit_minor),
    totalMinor: Number(line.total_minor),
    workingDays: ordered.orderLine.workingDays,
    customs: describeCustoms({ ...ordered.orderLine, quantity: line.quantity }, { catalogue, words }),
    comment: line.comment,
    attachments: ordered.attachments,
    acceptedRules: ordered.acceptedRules,
    acceptedRisks: orderedRisks(ordered, nameOf),
  }
}
