import type { checkoutRoutes, ParsedInput } from '@cotation/contracts'
import { isUnpaid, type Language } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { getUsableCoupon, postDiscount, takeCoupon } from '#features/coupon/coupon.service.ts'
import { tellOfPlacing } from '#features/order/order-state.service.ts'
import { placeOrder } from '#features/order/place-order.service.ts'
import { beginAtProvider, openFirstPayment } from '#features/payment/open-payment.service.ts'
import {
  getLockedLines,
  lockProjectToOrder,
  type ProjectToOrder,
} from '#features/quote/order/lines-to-order.service.ts'
import { touchUploads } from '#features/upload/upload.service.ts'
import { AppError } from '#src/app-error.ts'
import type { Deps } from '#src/deps.ts'
import { type BasketLine, basketLine, orderedLine } from './basket-line.ts'
import {
  type Before,
  type Buyer,
  findOpenCardPayment,
  getBefore,
  type KnownOrder,
  listOrdersOfLines,
} from './checkout.repository.ts'
import { isOrderOf, ordersOfExactly } from './known-orders.ts'
import { loyaltyLevelOf } from './loyalty-level.ts'
import { knownOrders } from './price-key.ts'
import { freightAccountOf, pricedBasket } from './priced-basket.ts'
import { repeatedWhereOvertaken } from './repeat.ts'

export type Submission = ParsedInput<typeof checkoutRoutes.submit>['body']

interface Submitted {
  orderId: string
  number: string
  redirectUrl: string | null
}

/** Who submits what, in which language. */
interface Customer {
  customerId: string
  language: Language
}

/**
 * Orders lines and begins the payment. The same submission, however often it is sent, is one order with one answer (PAY-2): it is known
 * by its key, and orders from one project wait for each other.
 */
export async function submitCheckout(deps: Deps, customer: Customer, submission: Submission): Promise<Submitted> {
  const { customerId, language } = customer
  const before = await getBefore(deps.db, customerId, submission)
  const placed = before.order ?? (await placedOrder(deps, customer, submission, before))
  return {
    orderId: placed.id,
    number: placed.number,
    redirectUrl: submission.payment.method === 'card' ? await providerPage(deps, placed.id, language) : null,
  }
}

/** After the commit: a provider that does not answer now takes nothing from the order, which can be paid later. */
async function providerPage(deps: Deps, orderId: string, language: Language): Promise<string | null> {
  const intentId = await findOpenCardPayment(deps.db, orderId)
  if (intentId === undefined) return null
  try {
    return await beginAtProvider(deps, intentId, language)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') return null
    throw error
  }
}

async function placedOrder(
  deps: Deps,
  customer: Customer,
  submission: Submission,
  before: Before,
): Promise<{ id: string; number: string }> {
  const { catalogueVersion } = before
  if (catalogueVersion === null) throw new AppError('NOT_FOUND')
  // Read before the transaction: one that waits for a second connection could wait for itself.
  await deps.catalogues.find(catalogueVersion)
  return repeatedWhereOvertaken(() =>
    deps.db.transaction().execute((trx) => placeOrFind(deps, trx, customer, submission, before)),
  )
}

const ownerOf = ({ customerId }: Customer) => ({ customerId, visitorHash: null })

/** Locks are taken in one order by all: project, coupon, files, then the accounts of the ledger. */
async function placeOrFind(
  deps: Deps,
  trx: Trx,
  customer: Customer,
  submission: Submission,
  buyer: Buyer,
): Promise<{ id: string; number: string }> {
  const { customerId } = customer
  const now = deps.clock()
  const open = await lockProjectToOrder(deps, trx, ownerOf(customer), submission.projectId)
  const orders = await listOrdersOfLines(trx, customerId, submission.lineIds, submission.submissionKey)
  const same = orders.find(({ submissionKey }) => submissionKey === submission.submissionKey)
  if (same) return same
  const lines = await getLockedLines(trx, open.project, submission.lineIds, now)
  if (!buyer.shipping || (submission.billingAddressId !== null && !buyer.billing)) throw new AppError('NOT_FOUND')
  const unpaid = orders.filter(({ status }) => isUnpaid(status))
  const sameUnpaid = unpaid.find((order) => isOrderOf(order, submission.lineIds))
  if (sameUnpaid) return sameUnpaid
  if (unpaid.length > 0) throw new AppError('ORDER_OPEN')
  if (open.project.valid_until <= now) throw new AppError('QUOTE_EXPIRED')
  return placeNew(deps, trx, customer, { submission, buyer, orders, now, ...open, lines })
}

interface Ready extends ProjectToOrder {
  submission: Submission
  buyer: Buyer
  orders: readonly KnownOrder[]
  now: Date
}

function readyLines({ lines, project, catalogue }: Ready): BasketLine[] {
  return lines.map((line) => {
    const priced = basketLine(line, project.service, catalogue)
    if (!priced) throw new AppError('LINE_NOT_READY')
    return priced
  })
}

async function placeNew(
  deps: Deps,
  trx: Trx,
  { customerId, language }: Customer,
  ready: Ready,
): Promise<{ id: string; number: string }> {
  const { submission, buyer, project, catalogue, now } = ready
  const { carrier, couponId, currency } = submission
  const lines = readyLines(ready)
  const coupon = couponId === null ? null : await getUsableCoupon(trx, customerId, couponId, now)
  const terms = {
    ...{ address: buyer.shipping, carrier, currency, coupon: coupon?.coupon ?? null },
    freightAccount: submission.freightAccount,
    loyaltyLevel: loyaltyLevelOf(buyer),
  }
  const { total, dates } = pricedBasket(lines, terms, catalogue, now)
  if (!total || !dates || !buyer.shipping || total.totalMinor <= 0) throw new AppError('ORDER_REFUSED')
  const known = knownOrders(submission.acceptedPriceKey, {
    ...{ catalogueVersion: project.catalogue_version, lines, couponId, total },
  })
  if (known === undefined) throw new AppError('PRICE_CHANGED')
  const [newest, ...others] = ordersOfExactly(ready.orders, submission.lineIds)
  if (newest && known < 1 + others.length) return newest
  const order = await placeOrder(
    trx,
    {
      ...{ customerId, language, total, dates, currency, carrier, couponId },
      projectId: project.id,
      submissionKey: submission.submissionKey,
      catalogueVersion: project.catalogue_version,
      lines: lines.map(orderedLine),
      shippingAddress: buyer.shipping,
      billingAddress: buyer.billing ?? buyer.shipping,
      freightAccount: freightAccountOf(submission, catalogue),
      poNumber: submission.poNumber,
      comment: submission.comment,
      entrust: buyer.entrusts ? submission.entrust : null,
    },
    now,
  )
  if (coupon) {
    await takeCoupon(trx, { customerId, couponId: coupon.id, orderId: order.id, now })
    const discountMinor = total.discountMinor + total.shipping.discountMinor
    await postDiscount(trx, { customerId, orderId: order.id, discountMinor, now })
  }
  await touchUploads(trx, longUnused(lines, now), now)
  await openFirstPayment(deps, trx, order, paymentOf(submission), now)
  // The other ways leave a mail of their own: they are paid or pending at once.
  if (['card', 'agency'].includes(submission.payment.method)) await tellOfPlacing(deps, trx, order.id)
  return order
}

/** Files that were used within the hour are kept for months anyway: an order need not write it down once more. */
function longUnused(lines: readonly BasketLine[], now: Date): string[] {
  const since = now.getTime() - 3_600_000
  const files = lines.flatMap(({ line }) => line.files)
  return [...new Set(files.filter(({ lastUsedAt }) => lastUsedAt.getTime() <= since).map(({ uploadId }) => uploadId))]
}

function paymentOf({ payment: { method, useBalance, bankCurrency } }: Submission) {
  return { method, useBalance, ...(bankCurrency && { bankCurrency }) }
}
