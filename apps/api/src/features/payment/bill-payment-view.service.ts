import type {
  BillPayment,
  CustomerPayment,
  LinkPaymentView,
  OrderPaymentView,
  PayerPayment,
  ShownOrder,
} from '@cotation/contracts'
import {
  isCancelledOrRefunded,
  isOpenPayment,
  isPendingPayment,
  isUnpaidPayment,
  type Language,
} from '@cotation/domain'
import { convertedMinor } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { getOrder, getOwnOrder } from '#features/order/order.service.ts'
import { getOrderContent } from '#features/order/order-table.service.ts'
import {
  type Bill,
  billTerms,
  costBill,
  isAwaitingMoney,
  orderBill,
} from '#features/payment/intent/payable.repository.ts'
import { type LinkRow, listLiveLinks } from '#features/payment/intent/payment-link.repository.ts'
import { linkOffers, methodOffers, readFunds } from '#features/payment/methods/method-offers.service.ts'
import { getAdditionalCost } from '#src/money/additional-cost.ts'
import { linkedCostOf, readCostDetails } from '#src/money/additional-cost-view.ts'
import { dueUsd, isCounted, listPayments, paidUsd } from '#src/money/order-payments.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { type CheckedPayment, unconfirmedPaymentOf, withReceipts } from '#src/money/unconfirmed-payment.ts'

type Result = BillPayment['result']

/** Closed without having been paid, or refunded since. */
function isClosed(bill: Bill): boolean {
  if (bill.kind === 'order') return isCancelledOrRefunded(bill.order.status)
  return bill.cost.refunded_at !== null || (bill.cost.state !== 'requested' && bill.cost.state !== 'paid')
}

/** What the payer sees. While a result is pending, the bill cannot be paid again (spec 4). */
function resultOf(bill: Bill, intents: readonly CheckedPayment[]): Result {
  if (isClosed(bill)) return 'closed'
  if (!isAwaitingMoney(bill)) return 'paid'

  const isOrderPending = bill.kind === 'order' && bill.order.status === 'payment_pending'
  const isCostChecked = bill.kind === 'additional-cost' && unconfirmedPaymentOf(intents) !== null
  const isPending = isOrderPending || isCostChecked || intents.some(({ state }) => isPendingPayment(state))
  return isPending ? 'pending' : 'due'
}

/** The newest open payment, held ones first. */
const findOpenPayment = (intents: readonly PaymentIntentRow[]): PaymentIntentRow | undefined =>
  intents.findLast(({ state }) => state === 'held') ?? intents.findLast(({ state }) => isOpenPayment(state))

/** The URL of the card page while nobody has paid there. */
const cardPageOf = (open: PaymentIntentRow | undefined): string | null =>
  open?.state === 'requires_action' ? open.provider_url : null

async function bankAmounts(deps: Deps, usdMinor: number): Promise<BillPayment['bankAmounts']> {
  if (usdMinor === 0) return []
  const { catalogue } = await deps.catalogues.inForce()
  return deps.config.bankAccounts.map(({ currency }) => ({
    minor: Math.max(1, convertedMinor(usdMinor, currency, catalogue.selling)),
    currency,
  }))
}

/** The payment page of a bill, for its customer. `readBill` refuses a stranger. */
export async function getBillPayment<B extends Bill>(
  deps: Deps,
  readBill: (trx: Trx) => Promise<B>,
): Promise<{ bill: B; payment: BillPayment }> {
  const { bill, terms, intents, dueMinor, links, offers } = await readSnapshot(deps.db, async (trx) => {
    const bill = await readBill(trx)
    const terms = billTerms(bill)
    const intents = await withReceipts(trx, await listPayments(trx, terms.ref))
    const dueMinor = isAwaitingMoney(bill) ? dueUsd(terms, intents) : 0
    const links = await listLiveLinks(trx, terms.ref, deps.clock())
    const funds = await readFunds(trx, terms.customerId, deps.clock())
    const offers = methodOffers(deps, funds, dueMinor)

    return { bill, terms, intents, dueMinor, links, offers }
  })
  const open = findOpenPayment(intents)
  const result = resultOf(bill, intents)

  const payment = {
    number: terms.number,
    currency: terms.currency,
    totalMinor: terms.totalMinor,
    paidMinor: paidUsd(intents),
    dueMinor,
    result,
    open: open ? paymentViewOf(open, deps.config) : null,
    unconfirmed: result === 'pending' ? unconfirmedPaymentOf(intents) : null,
    payments: intents.map((intent) => paymentViewOf(intent, deps.config)),
    ...offers,
    bankAmounts: await bankAmounts(deps, dueMinor),
    link: liveLinkOf(links),
    redirectUrl: cardPageOf(open),
  }

  return { bill, payment }
}

/** Links of a bill are created together and expire together. */
function liveLinkOf(links: readonly LinkRow[]): BillPayment['link'] {
  const [link] = links
  if (!link) return null

  const recipients = links.map(({ recipient }) => recipient).filter((recipient) => recipient !== '')
  const { created_at: createdAt, expires_at: expiresAt } = link
  return { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), recipients }
}

/** The payment page of the caller's order. */
export async function getOrderPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  const { bill, payment } = await getBillPayment(deps, async (trx) => {
    const order = await getOwnOrder(trx, customerId, orderId)
    return { kind: 'order', order } as const
  })
  const { project_id: projectId, status, po_number: poNumber } = bill.order
  return { ...payment, orderId, projectId, status, poNumber }
}

async function getLinkedBill(trx: Trx, link: LinkRow, now: Date): Promise<Bill> {
  if (link.order_id !== null) return orderBill(await getOrder(trx, link.order_id))
  return costBill(await getAdditionalCost(trx, String(link.additional_cost_id), now))
}

async function findLinkedCost(
  deps: Deps,
  trx: Trx,
  bill: Bill,
  link: LinkRow,
): Promise<LinkPaymentView['additionalCost']> {
  if (bill.kind === 'order') return null
  const [details] = await readCostDetails(deps, trx, [bill.cost])
  const thumbnailKey = deps.thumbnails.within({ kind: 'payment-link', id: link.id })
  return details ? linkedCostOf(details, thumbnailKey) : null
}

/** Who sells, as documents say it. */
function sellerOf({ config: { brand, vatNumber } }: Pick<Deps, 'config'>): LinkPaymentView['seller'] {
  const { name, legalEntity, address } = brand
  return { name, legalEntity, address, vatNumber }
}

/** What the customer has chosen to show of an order. */
export async function shownOrderOf(
  deps: Pick<Deps, 'catalogues' | 'db'>,
  order: OrderRow,
  link: LinkRow,
  language: Language,
): Promise<ShownOrder> {
  const { requester, company, shows_po_number, shows_parts } = link
  const poNumber = shows_po_number ? order.po_number : ''
  const content = shows_parts ? await getOrderContent(deps, order, language) : null
  return { requester, company, poNumber, content }
}

/**
 * What the holder of a payment link sees: no more than paying takes, and what the customer chose to
 * show (PAY-8).
 */
export async function getLinkPayment(deps: Deps, link: LinkRow, language: Language): Promise<LinkPaymentView> {
  const { bill, intents, additionalCost } = await readSnapshot(deps.db, async (trx) => {
    const bill = await getLinkedBill(trx, link, deps.clock())
    const intents = await withReceipts(trx, await listPayments(trx, billTerms(bill).ref))
    return { bill, intents, additionalCost: await findLinkedCost(deps, trx, bill, link) }
  })

  const terms = billTerms(bill)
  const open = findOpenPayment(intents.filter(({ agency }) => agency))
  // A payment that was started in time may still finish.
  const isExpired = link.expires_at <= deps.clock() && !open
  const result = holderResult(resultOf(bill, intents), isExpired)
  const isUnpaid = result === 'due' || result === 'pending'
  const unconfirmed = result === 'pending' ? unconfirmedPaymentOf(intents) : null
  const started = isUnpaid && !unconfirmed ? findUnpaidPayment(intents.filter(({ agency }) => !agency)) : undefined
  const dueMinor = isUnpaid ? dueUsd(terms, intents) : 0
  // A bill has one payment at a time: while the customer's is open, the holder waits (PAY-5).
  const isPayable = result === 'due' && !started
  const isShown = bill.kind === 'order' && isUnpaid

  return {
    number: terms.number,
    seller: sellerOf(deps),
    order: isShown ? await shownOrderOf(deps, bill.order, link, language) : null,
    additionalCost,
    currency: terms.currency,
    dueMinor,
    paid: intents.filter((intent) => isPaidThrough(intent, link)).map(payerPaymentOf),
    result,
    open: open ? paymentViewOf(open, deps.config) : null,
    customerPayment: started ? customerPaymentOf(started) : null,
    unconfirmed,
    methods: isPayable ? linkOffers(deps) : [],
    bankAmounts: isPayable ? await bankAmounts(deps, dueMinor) : [],
    expiresAt: link.expires_at.toISOString(),
    redirectUrl: cardPageOf(open),
  }
}

/** Payments through this link. Unmailed links have no recipient: time tells earlier ones apart. */
function isPaidThrough(intent: PaymentIntentRow, { recipient, created_at }: LinkRow): boolean {
  if (!intent.agency || !isCounted(intent) || intent.payer_email !== recipient) return false
  return recipient !== '' || intent.created_at >= created_at
}

const payerPaymentOf = (intent: PaymentIntentRow): PayerPayment => ({
  method: intent.method === 'bank_transfer' ? 'bank_transfer' : 'card',
  amountMinor: Number(intent.captured_minor),
  refundedMinor: Number(intent.refunded_minor),
  currency: intent.currency,
  paidAt: (intent.closed_at ?? intent.created_at).toISOString(),
})

const findUnpaidPayment = (intents: readonly PaymentIntentRow[]): PaymentIntentRow | undefined =>
  intents.findLast(({ state }) => isUnpaidPayment(state))

/** Neither the card page nor the account: the holder of a link does not make the customer's payment. */
const customerPaymentOf = (intent: PaymentIntentRow): CustomerPayment => ({
  method: intent.method === 'bank_transfer' ? 'bank_transfer' : 'card',
  amountMinor: Number(intent.amount_minor),
  currency: intent.currency,
  reference: intent.reference,
  startedAt: intent.created_at.toISOString(),
  expiresAt: intent.expires_at?.toISOString() ?? null,
})

/** An expired link pays nothing more. */
function holderResult(result: Result, isExpired: boolean): Result {
  if (result === 'paid' || result === 'closed') return result
  return isExpired ? 'closed' : result
}
