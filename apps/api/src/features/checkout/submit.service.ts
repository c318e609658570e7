import type { checkoutRoutes, ParsedInput } from '@cotation/contracts'
import { type Address, isUnpaid, type Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { getUsableCoupon, postDiscount, takeCoupon } from '#features/coupon/coupon.service.ts'
import { tellOfPlacing } from '#features/order/lifecycle/order-status.service.ts'
import { type NewOrder, placeOrder, placePaidOrder } from '#features/order/lifecycle/place-order.service.ts'
import {
  beginAtProvider,
  openFirstPayment,
  payWholeFromBalance,
} from '#features/payment/methods/open-payment.service.ts'
import {
  findLinesToOrder,
  lockProjectToOrder,
  type ProjectToOrder,
} from '#features/quote/view/lines-to-order.service.ts'
import { touchUploads } from '#features/upload/records/upload.service.ts'
import { type BasketLine, basketLine, orderedLine } from './basket-line.ts'
import {
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
  const placed = await repeatedWhereOvertaken(() => placedOrder(deps, customer, submission))
  return {
    orderId: placed.id,
    number: placed.number,
    redirectUrl: submission.payment.method === 'card' ? await providerPage(deps, placed.id, customer.language) : null,
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
): Promise<{ id: string; number: string }> {
  const { order, catalogueVersion, ...buyer } = await getBefore(deps.db, customer.customerId, submission)
  if (order) return order
  if (catalogueVersion === null) throw new AppError('NOT_FOUND')
  // Read before the transaction: one that waits for a second connection could wait for itself.
  await deps.catalogues.find(catalogueVersion)
  return deps.db.transaction().execute((trx) => placeOrFind(deps, trx, customer, submission, buyer))
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
  const lines = await findLinesToOrder(trx, open.project, submission.lineIds, now)
  const isFirst = lines?.every(({ wasOrdered }) => !wasOrdered)
  const orders = isFirst ? [] : await listOrdersOfLines(trx, customerId, submission.lineIds, submission.submissionKey)
  const same = orders.find(({ submissionKey }) => submissionKey === submission.submissionKey)
  if (same) return same
  if (!lines) throw new AppError('NOT_FOUND')
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

type Agreed = Pick<NewOrder, 'total' | 'dates'> & { lines: readonly BasketLine[]; shipping: Address }

function agreedOrder(
  { customerId, language }: Customer,
  { submission, buyer, project, catalogue }: Ready,
  { lines, total, dates, shipping }: Agreed,
): NewOrder {
  const { carrier, couponId, currency, submissionKey, poNumber, comment } = submission
  return {
    customerId,
    language,
    total,
    dates,
    currency,
    carrier,
    couponId,
    submissionKey,
    poNumber,
    comment,
    projectId: project.id,
    catalogueVersion: project.catalogue_version,
    lines: lines.map(orderedLine),
    shippingAddress: shipping,
    billingAddress: buyer.billing ?? shipping,
    freightAccount: freightAccountOf(submission, catalogue),
    entrust: buyer.entrusts ? submission.entrust : null,
  }
}

async function placeNew(
  deps: Deps,
  trx: Trx,
  customer: Customer,
  ready: Ready,
): Promise<{ id: string; number: string }> {
  const { customerId } = customer
  const { submission, buyer, project, catalogue, now } = ready
  const { carrier, couponId, currency } = submission
  const lines = readyLines(ready)
  const coupon = couponId === null ? null : await getUsableCoupon(trx, customerId, couponId, now)
  const terms = {
    address: buyer.shipping,
    carrier,
    currency,
    coupon: coupon?.coupon ?? null,
    freightAccount: submission.freightAccount,
    loyaltyLevel: loyaltyLevelOf(buyer),
  }
  const { total, dates } = pricedBasket(lines, terms, catalogue, now)
  if (!total || !dates || !buyer.shipping || total.totalMinor <= 0) throw new AppError('ORDER_REFUSED')

  const known = knownOrders(submission.acceptedPriceKey, {
    catalogueVersion: project.catalogue_version,
    lines,
    couponId,
    total,
  })
  if (known === undefined) throw new AppError('PRICE_CHANGED')

  const [newest, ...others] = ordersOfExactly(ready.orders, submission.lineIds)
  if (newest && known < 1 + others.length) return newest

  const agreed = agreedOrder(customer, ready, { lines, total, dates, shipping: buyer.shipping })
  const isPaidWhole = submission.payment.method === 'balance'
  const order = isPaidWhole ? await placePaidOrder(deps, trx, agreed, now) : await placeOrder(trx, agreed, now)
  if (coupon) {
    await takeCoupon(trx, { customerId, couponId: coupon.id, orderId: order.id, now })
    const discountMinor = total.discountMinor + total.shipping.discountMinor
    await postDiscount(trx, { customerId, orderId: order.id, discountMinor, now })
  }

  await touchUploads(trx, longUnused(lines, now), now)
  if (isPaidWhole) await payWholeFromBalance(trx, order, now)
  else await openFirstPayment(deps, trx, order, paymentOf(submission), now)

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
