import { randomUUID } from 'node:crypto'
import { billedAddress, exportStanding, isUnpaid, type Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { pipeline } from '#db/pipeline.ts'
import { withRetry } from '#db/with-retry.ts'
import { lockUsableCoupon, postDiscount, takeCoupon } from '#features/coupon/coupon.service.ts'
import { announceOrder, writeOrder } from '#features/order/order.service.ts'
import type { NewOrder } from '#features/order/place-order.repository.ts'
import { cancelLapsed } from '#features/payment/cancel-order.service.ts'
import { openCardPage } from '#features/payment/methods/card.service.ts'
import { planFirstPayment, usesBalance, writePayments } from '#features/payment/methods/open-payment.service.ts'
import {
  findLapsedOrders,
  type LineToOrder,
  lockLinesToOrder,
  recordOrder,
} from '#features/quote/view/lines-to-order.service.ts'
import { reviewFriend } from '#features/referral/referral.service.ts'
import { staleUploads, touchUploads } from '#features/upload/records/upload.service.ts'
import { basketLine } from './basket-line.ts'
import { freightAccountOf, loyaltyLevelOf, priceBasket } from './basket-price.ts'
import { type Buyer, findOpenCardPayment, findSubmittedOrder, getSubmissionContext } from './checkout.repository.ts'
import { type CheckedSubmission, type Customer, newOrder, type PricedBasket, type Submission } from './new-order.ts'
import { priceKeyOf } from './price-key.ts'
import { isVatConfirmed } from './vat-check.service.ts'

interface Submitted {
  orderId: string
  number: string
  redirectUrl: string | null
}

interface PlacedOrder {
  id: string
  number: string
}

/**
 * Places an order and begins its payment. Idempotent by submission key (PAY-2). Orders from the
 * same project wait for each other; locks of files that several projects share may deadlock and are
 * retried.
 */
export async function submitCheckout(deps: Deps, customer: Customer, submission: Submission): Promise<Submitted> {
  const order = await withRetry(() => findOrPlaceOrder(deps, customer, submission), {
    // The same submission for two projects at once: the next try finds the order of the other.
    uniqueColumn: 'submission_key',
  })

  const isCard = submission.payment.method === 'card'
  const redirectUrl = isCard ? await findCardPage(deps, order.id, customer.language) : null
  return { orderId: order.id, number: order.number, redirectUrl }
}

/** After the commit: while the provider does not answer, the order exists and can be paid later. */
async function findCardPage(deps: Deps, orderId: string, language: Language): Promise<string | null> {
  const intentId = await findOpenCardPayment(deps.db, orderId)
  if (intentId === undefined) return null

  try {
    return await openCardPage(deps, intentId, language)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') return null
    throw error
  }
}

async function findOrPlaceOrder(deps: Deps, customer: Customer, submission: Submission): Promise<PlacedOrder> {
  const { order, ...buyer } = await getSubmissionContext(deps.db, customer.customerId, submission)
  if (order) return order
  if (buyer.isBlocked) throw new AppError('CUSTOMER_BLOCKED')

  if (submission.couponId !== null) await reviewFriend(deps, customer.customerId)

  return deps.db.transaction().execute((trx) => findOrPlaceLocked(deps, trx, customer, submission, buyer))
}

/** A line is in one order at a time: two tabs cannot order it twice. */
function refuseOrdered(lines: readonly LineToOrder[]): void {
  for (const { order } of lines) {
    if (!order) continue
    throw new AppError(isUnpaid(order.status) ? 'ORDER_OPEN' : 'LINE_ORDERED', { orderNumber: order.number })
  }
}

/** Parts that may be subject to export control are ordered after a person has checked them. */
function refuseUnlessExportClear(
  { export_declaration }: CheckedSubmission['project'],
  lines: readonly LineToOrder[],
): void {
  const uploadIds = lines.map(({ uploadId }) => uploadId)
  const standing = exportStanding(export_declaration, uploadIds)
  if (standing === 'unanswered') throw new AppError('EXPORT_UNANSWERED')
  if (standing === 'in-review') throw new AppError('EXPORT_IN_REVIEW')
}

/**
 * All transactions lock in the same sequence: project, lapsed orders, coupon, files, ledger
 * accounts.
 */
async function findOrPlaceLocked(
  deps: Deps,
  trx: Trx,
  customer: Customer,
  submission: Submission,
  buyer: Buyer,
): Promise<PlacedOrder> {
  const now = deps.clock()
  const { customerId } = customer
  const owner = { customerId, visitorHash: null }
  const { lines, ...locked } = await lockLinesToOrder(deps, trx, owner, submission, now)

  // Lines that are in no order cannot belong to an earlier try, which saves most orders a query.
  const mayBeRepeated = !lines || lines.some(({ wasOrdered }) => wasOrdered)
  const earlier = mayBeRepeated ? await findSubmittedOrder(trx, customerId, submission.submissionKey) : undefined
  if (earlier) return earlier

  if (!lines || !buyer.shipping) throw new AppError('NOT_FOUND')
  if (submission.billingAddressId !== null && !buyer.billing) throw new AppError('NOT_FOUND')

  refuseOrdered(lines)
  refuseUnlessExportClear(locked.project, lines)
  for (const lapsedId of await findLapsedOrders(trx, lines, now)) await cancelLapsed(deps, trx, lapsedId)
  if (locked.project.valid_until <= now) throw new AppError('QUOTE_EXPIRED')

  if (buyer.isBalanceBlocked && usesBalance(submission.payment)) throw new AppError('BALANCE_BLOCKED')

  const freightAccount = freightAccountOf(buyer, submission, locked.catalogue)
  if (submission.freightCollect && freightAccount === '') throw new AppError('FREIGHT_ACCOUNT_MISSING')

  return placeAccepted(deps, trx, {
    ...locked,
    lines,
    customer,
    submission,
    loyaltyLevel: loyaltyLevelOf(buyer),
    isVatConfirmed: isVatConfirmed(buyer),
    entrusts: buyer.entrusts,
    shippingAddress: buyer.shipping,
    billingAddress: billedAddress(buyer, { shipping: buyer.shipping, billing: buyer.billing }),
    freightAccount,
    now,
  })
}

/** Places the order if the customer has accepted the price that it has now. */
async function placeAccepted(deps: Deps, trx: Trx, checked: CheckedSubmission): Promise<PlacedOrder> {
  const { submission, project, now } = checked
  const { couponId } = submission
  const { customerId } = checked.customer
  const basket = await priceSubmission(trx, checked)

  const current = { catalogueVersion: project.catalogue_version, couponId, lines: basket.lines, total: basket.total }
  if (priceKeyOf(current) !== submission.acceptedPriceKey) throw new AppError('PRICE_CHANGED')

  const files = basket.lines.flatMap(({ line }) => line.files)
  await touchUploads(trx, staleUploads(files, now), now)

  const orderId = randomUUID()
  const due = {
    ref: { kind: 'order', id: orderId },
    customerId,
    dueMinor: basket.total.totalMinor,
    deadline: null,
  } as const
  const payment = await planFirstPayment(deps, trx, due, submission.payment, now)
  const order = newOrder(checked, basket, { orderId, ...payment })

  // `writeOrder` is one statement and comes first: the payments refer to the order.
  const [placed] = await pipeline(trx, (one) => [
    writeOrder(one, order, now),
    payFor(deps, one, order, payment.payments, now),
  ])

  const { number } = placed.order
  const count = basket.lines.length
  await pipeline(trx, (one) => [
    announceOrder(deps, one, placed),
    recordOrder(one, project, now, { kind: 'ordered', orderNumber: number, count }),
  ])
  return { id: orderId, number }
}

/** Takes the order's coupon and writes its payments. */
async function payFor(
  deps: Deps,
  trx: Trx,
  { id: orderId, customerId, couponId, total }: NewOrder,
  payments: Parameters<typeof writePayments>[2],
  now: Date,
): Promise<void> {
  if (couponId !== null) {
    await takeCoupon(trx, { customerId, couponId, orderId, now })
    const discountMinor = total.discountMinor + total.shipping.discountMinor
    await postDiscount(trx, { customerId, orderId, discountMinor, now })
  }

  await writePayments(deps, trx, payments, now)
}

async function priceSubmission(trx: Trx, checked: CheckedSubmission): Promise<PricedBasket> {
  const { submission, customer, project, catalogue, loyaltyLevel, shippingAddress, now } = checked
  const { carrier, couponId, currency } = submission

  const lines = checked.lines.map((line) => {
    const priced = basketLine(line, project.service, catalogue)
    if (!priced) throw new AppError('LINE_NOT_READY')
    return priced
  })
  const coupon = couponId === null ? null : await lockUsableCoupon(trx, customer.customerId, couponId, now)

  const terms = {
    address: shippingAddress,
    carrier,
    currency,
    freightAccount: checked.freightAccount,
    isVatConfirmed: checked.isVatConfirmed,
    loyaltyLevel,
    coupon: coupon?.coupon ?? null,
  }
  const { total, dates } = priceBasket(lines, terms, catalogue, now)
  if (!total || !dates || total.totalMinor <= 0) throw new AppError('ORDER_REFUSED')

  return { lines, total, dates }
}
