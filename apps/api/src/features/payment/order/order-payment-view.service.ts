import type { LinkPaymentView, OrderPaymentView } from '@cotation/contracts'
import { isOpenPayment, isPendingPayment, isUnpaid } from '@cotation/domain'
import { convertedMinor } from '@cotation/pricing'
import type { Deps } from '#core/deps.ts'
import { atOneMoment } from '#db/at-one-moment.ts'
import type { OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { dueUsd, paidUsd } from '#features/payment/intent/amounts.ts'
import { listOrderIntents, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import { findLiveLink, type LinkRow } from '#features/payment/intent/payment-link.repository.ts'
import { linkOffers, methodOffers } from '#features/payment/methods/method-offers.service.ts'
import { paymentViewOf } from '#src/money/payment-view.ts'
import { getOrder, getOwnOrder } from './own-order.repository.ts'

type Result = OrderPaymentView['result']

/** What a payer is told. While a result is awaited nobody pays again (spec 4). */
function resultOf(order: OrderRow, intents: readonly PaymentIntentRow[]): Result {
  if (order.status === 'cancelled' || order.status === 'refunded') return 'closed'
  if (!isUnpaid(order.status)) return 'paid'
  const isPending = order.status === 'payment_pending' || intents.some(({ state }) => isPendingPayment(state))
  return isPending ? 'pending' : 'due'
}

/** The newest payment under way; money that is held counts before anything else. */
const openOf = (intents: readonly PaymentIntentRow[]): PaymentIntentRow | undefined =>
  intents.findLast(({ state }) => state === 'held') ?? intents.findLast(({ state }) => isOpenPayment(state))

/** The card's page, while nobody has paid there. */
const pageOf = (open: PaymentIntentRow | undefined): string | null =>
  open?.state === 'requires_action' ? open.provider_url : null

async function bankAmounts(deps: Deps, usdMinor: number): Promise<OrderPaymentView['bankAmounts']> {
  if (usdMinor === 0) return []
  const { catalogue } = await deps.catalogues.inForce()
  return deps.config.bankAccounts.map(({ currency }) => ({
    minor: Math.max(1, convertedMinor(usdMinor, currency, catalogue.selling)),
    currency,
  }))
}

/** Where the payment of the caller's order stands. */
export async function getOrderPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  const { order, intents, dueMinor, link, offers } = await atOneMoment(deps.db, async (trx) => {
    const order = await getOwnOrder(trx, customerId, orderId)
    const intents = await listOrderIntents(trx, orderId)
    const dueMinor = isUnpaid(order.status) ? dueUsd(order, intents) : 0
    const link = await findLiveLink(trx, orderId, deps.clock())
    const offers = await methodOffers(deps, trx, customerId, { usdMinor: dueMinor, currency: order.currency })
    return { order, intents, dueMinor, link, offers }
  })
  const open = openOf(intents)

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
    redirectUrl: pageOf(open),
  }
}

/** What somebody with a link sees of it: no more than paying takes (PAY-8). */
export async function linkViewOf(deps: Deps, link: LinkRow, { id }: Pick<OrderRow, 'id'>): Promise<LinkPaymentView> {
  const { order, intents } = await atOneMoment(deps.db, async (trx) => ({
    order: await getOrder(trx, id),
    intents: await listOrderIntents(trx, id),
  }))
  const open = openOf(intents.filter(({ agency }) => agency))
  const isTaken = intents.some(({ agency, state }) => !agency && isOpenPayment(state))
  const isOver = link.expires_at <= deps.clock() && !open
  const result = payerResult(resultOf(order, intents), { isOver, isTaken })
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
    redirectUrl: pageOf(open),
  }
}

/** An ended link pays nothing more; while the customer pays, the holder of the link waits. */
function payerResult(result: Result, { isOver, isTaken }: { isOver: boolean; isTaken: boolean }): Result {
  if (result === 'paid' || result === 'closed') return result
  if (isOver) return 'closed'
  return isTaken ? 'pending' : result
}
