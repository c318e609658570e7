import type { LinkPaymentView, OrderPaymentView } from '@cotation/contracts'
import { isOpenPayment, isPendingPayment, isUnpaid } from '@cotation/domain'
import { convertedMinor } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import { readSnapshot } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { getOrder, getOwnOrder } from '#features/order/order.service.ts'
import { findLiveLink, type LinkRow } from '#features/payment/intent/payment-link.repository.ts'
import { linkOffers, methodOffers } from '#features/payment/methods/method-offers.service.ts'
import { dueUsd, listOrderPayments, paidUsd } from '#src/money/order-payments.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'

type Result = OrderPaymentView['result']

/** What the payer sees. While a result is pending, the order cannot be paid again (spec 4). */
function resultOf(order: OrderRow, intents: readonly PaymentIntentRow[]): Result {
  if (order.status === 'cancelled' || order.status === 'refunded') return 'closed'
  if (!isUnpaid(order.status)) return 'paid'

  const isPending = order.status === 'payment_pending' || intents.some(({ state }) => isPendingPayment(state))
  return isPending ? 'pending' : 'due'
}

/** The newest open payment, held ones first. */
const findOpenPayment = (intents: readonly PaymentIntentRow[]): PaymentIntentRow | undefined =>
  intents.findLast(({ state }) => state === 'held') ?? intents.findLast(({ state }) => isOpenPayment(state))

/** The URL of the card page while nobody has paid there. */
const cardPageOf = (open: PaymentIntentRow | undefined): string | null =>
  open?.state === 'requires_action' ? open.provider_url : null

async function bankAmounts(deps: Deps, usdMinor: number): Promise<OrderPaymentView['bankAmounts']> {
  if (usdMinor === 0) return []
  const { catalogue } = await deps.catalogues.inForce()
  return deps.config.bankAccounts.map(({ currency }) => ({
    minor: Math.max(1, convertedMinor(usdMinor, currency, catalogue.selling)),
    currency,
  }))
}

/** The payment page of the caller's order. */
export async function getOrderPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  const { order, intents, dueMinor, link, offers } = await readSnapshot(deps.db, async (trx) => {
    const order = await getOwnOrder(trx, customerId, orderId)
    const intents = await listOrderPayments(trx, orderId)
    const dueMinor = isUnpaid(order.status) ? dueUsd(order, intents) : 0
    const link = await findLiveLink(trx, orderId, deps.clock())
    const offers = await methodOffers(deps, trx, customerId, { usdMinor: dueMinor, currency: order.currency })

    return { order, intents, dueMinor, link, offers }
  })
  const open = findOpenPayment(intents)

  return {
    orderId,
    number: order.number,
    status: order.status,
    totalMinor: Number(order.total_minor),
    paidMinor: paidUsd(intents),
    dueMinor,
    result: resultOf(order, intents),
    open: open ? paymentViewOf(open, deps.config) : null,
    payments: intents.map((intent) => paymentViewOf(intent, deps.config)),
    ...offers,
    bankAmounts: await bankAmounts(deps, dueMinor),
    link: link ? { expiresAt: link.expires_at.toISOString() } : null,
    redirectUrl: cardPageOf(open),
  }
}

/** What the holder of a payment link sees: no more than paying takes (PAY-8). */
export async function getLinkPayment(deps: Deps, link: LinkRow): Promise<LinkPaymentView> {
  const { order, intents } = await readSnapshot(deps.db, async (trx) => ({
    order: await getOrder(trx, link.order_id),
    intents: await listOrderPayments(trx, link.order_id),
  }))

  const open = findOpenPayment(intents.filter(({ agency }) => agency))
  const isCustomerPaying = intents.some(({ agency, state }) => !agency && isOpenPayment(state))
  // A payment that was begun in time may still finish.
  const isExpired = link.expires_at <= deps.clock() && !open
  const result = holderResult(resultOf(order, intents), { isExpired, isCustomerPaying })
  const isDue = result === 'due'
  const dueMinor = isDue || open ? dueUsd(order, intents) : 0

  return {
    number: order.number,
    dueMinor,
    result,
    open: open ? paymentViewOf(open, deps.config) : null,
    methods: isDue ? linkOffers(deps, order.currency) : [],
    bankAmounts: isDue ? await bankAmounts(deps, dueMinor) : [],
    expiresAt: link.expires_at.toISOString(),
    redirectUrl: cardPageOf(open),
  }
}

/** An expired link pays nothing more; while the customer pays, the holder of the link waits. */
function holderResult(
  result: Result,
  { isExpired, isCustomerPaying }: { isExpired: boolean; isCustomerPaying: boolean },
): Result {
  if (result === 'paid' || result === 'closed') return result
  if (isExpired) return 'closed'
  return isCustomerPaying ? 'pending' : result
}
