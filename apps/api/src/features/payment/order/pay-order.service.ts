import type { OrderPaymentView } from '@cotation/contracts'
import { isUnpaid, type Language } from '@cotation/domain'
import { CardProviderError } from '#adapters/payments/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { takeIn } from '#features/payment/intent/apply-facts.service.ts'
import { findOpenIntent, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import { endCard, lookAtCard } from '#features/payment/methods/card-look.service.ts'
import { beginAtProvider, type Choice, openPayment } from '#features/payment/methods/open-payment.service.ts'
import { getOrderPayment } from './order-payment-view.service.ts'
import { getOwnOrder, lockOwnOrder } from './own-order.repository.ts'

/** Begins a payment of what is due of the caller's order, or goes on with the one of the same kind that is open. */
export async function beginPayment(
  deps: Deps,
  caller: { customerId: string; language: Language },
  orderId: string,
  choice: Choice,
): Promise<OrderPaymentView> {
  const { customerId, language } = caller
  const intentId = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    const same = await openOfSameKind(trx, order, { ...choice, agency: false })
    if (same) return same.id
    return (await openPayment(deps, trx, order, choice, deps.clock())).intentId
  })
  if (choice.method === 'balance' || choice.useBalance) failpoint('capture:after-commit')
  if (intentId !== null) await beginAtProvider(deps, intentId, language)

  return getOrderPayment(deps, customerId, orderId)
}

/**
 * The open payment of a locked order that is gone on with. Any other that is open must end first: there is one payer at a time, and one
 * payment (PAY-5).
 */
export async function openOfSameKind(
  trx: Trx,
  order: OrderRow,
  wanted: Pick<Choice, 'method' | 'bankCurrency'> & { agency: boolean },
): Promise<PaymentIntentRow | null> {
  if (!isUnpaid(order.status)) throw new AppError('ORDER_STATE')

  const open = await findOpenIntent(trx, order.id)
  if (!open) return null

  const isSame =
    open.method === wanted.method &&
    open.agency === wanted.agency &&
    (open.method !== 'bank_transfer' || open.currency === (wanted.bankCurrency ?? 'USD'))
  const isBegun = open.state === 'created' || open.state === 'requires_action' || open.state === 'awaiting_funds'
  if (!isSame || !isBegun) throw new AppError('PAYMENT_PENDING')

  return open
}

/** Asks the provider now; while it does not answer, what is known is told. */
export async function checkPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  await getOwnOrder(deps.db, customerId, orderId)
  await lookAtOpen(deps, await findOpenIntent(deps.db, orderId))
  return getOrderPayment(deps, customerId, orderId)
}

export async function lookAtOpen(deps: Deps, open: PaymentIntentRow | undefined): Promise<void> {
  if (!open) return
  try {
    await lookAtCard(deps, open.id)
  } catch (error) {
    if (!(error instanceof CardProviderError)) throw error
  }
}

/** Ends the open payment of the caller's order, so that another way can be chosen. */
export async function abandonPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  await getOwnOrder(deps.db, customerId, orderId)
  const open = await findOpenIntent(deps.db, orderId)
  if (open) await endPayment(deps, open)
  return getOrderPayment(deps, customerId, orderId)
}

/** Ends a payment that nobody has made. One whose money may be on its way is not ended: its result must be known first. */
export async function endPayment(deps: Deps, open: PaymentIntentRow): Promise<void> {
  if (open.method === 'bank_transfer' && open.state === 'awaiting_funds') {
    const { id, currency } = open
    await takeIn(deps, id, [{ provider: 'system', id: `abandoned ${id}`, type: 'voided', amountMinor: 0, currency }])
    return
  }

  if (open.state !== 'created' && open.state !== 'requires_action') throw new AppError('PAYMENT_PENDING')

  const ended = await endCard(deps, open.id)
  if (ended.state === 'processing' || ended.state === 'held') throw new AppError('PAYMENT_PENDING')
}
