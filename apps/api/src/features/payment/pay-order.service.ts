import type { OrderPaymentView } from '@cotation/contracts'
import { isUnpaid, type Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow, PaymentIntentRow } from '#db/order-rows.ts'
import { getOwnOrder, lockOwnOrder } from '#features/order/order.service.ts'
import { recordFacts } from '#features/payment/intent/apply-facts.service.ts'
import { systemFact } from '#features/payment/intent/derived-facts.ts'
import { findOpenIntent } from '#features/payment/intent/intent.repository.ts'
import { closeCardPage, openCardPage, tryRefreshCard } from '#features/payment/methods/card.service.ts'
import { type Choice, openPayment } from '#features/payment/methods/open-payment.service.ts'
import { getOrderPayment } from './order-payment-view.service.ts'

/**
 * Begins a payment of what is due of the caller's order, or resumes the open one of the same kind.
 */
export async function beginPayment(
  deps: Deps,
  caller: { customerId: string; language: Language },
  orderId: string,
  choice: Choice,
): Promise<OrderPaymentView> {
  const { customerId, language } = caller
  const intent = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    const resumable = await findResumablePayment(trx, order, { ...choice, agency: false })
    return resumable ?? (await openPayment(deps, trx, order, choice, deps.clock()))
  })
  if (choice.method === 'balance' || choice.useBalance) failpoint('capture:after-commit')

  if (intent) await openCardPage(deps, intent.id, language)
  return getOrderPayment(deps, customerId, orderId)
}

/**
 * The open payment of a locked order, if it is of the wanted kind. Any other open payment must end
 * first: an order has one payer and one payment at a time (PAY-5).
 */
export async function findResumablePayment(
  trx: Trx,
  order: OrderRow,
  wanted: Pick<Choice, 'method' | 'bankCurrency'> & { agency: boolean },
): Promise<PaymentIntentRow | null> {
  if (!isUnpaid(order.status)) throw new AppError('ORDER_STATE')

  const open = await findOpenIntent(trx, order.id)
  if (!open) return null

  const isSameCurrency = open.method !== 'bank_transfer' || open.currency === (wanted.bankCurrency ?? 'USD')
  const isSameKind = open.method === wanted.method && open.agency === wanted.agency && isSameCurrency
  const isUnused = open.state === 'created' || open.state === 'requires_action' || open.state === 'awaiting_funds'
  if (!isSameKind || !isUnused) throw new AppError('PAYMENT_PENDING')

  return open
}

/** Asks the provider now. */
export async function checkPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  await getOwnOrder(deps.db, customerId, orderId)
  const open = await findOpenIntent(deps.db, orderId)
  if (open) await tryRefreshCard(deps, open.id)
  return getOrderPayment(deps, customerId, orderId)
}

/** Ends the open payment of the caller's order, so that another method can be chosen. */
export async function abandonPayment(deps: Deps, customerId: string, orderId: string): Promise<OrderPaymentView> {
  await getOwnOrder(deps.db, customerId, orderId)
  const open = await findOpenIntent(deps.db, orderId)
  if (open) await endPayment(deps, open)
  return getOrderPayment(deps, customerId, orderId)
}

/**
 * Ends a payment that nobody has made. One whose money may be on its way must get its result first.
 */
export async function endPayment(deps: Deps, open: PaymentIntentRow): Promise<void> {
  if (open.method === 'bank_transfer' && open.state === 'awaiting_funds') {
    await recordFacts(deps, open.id, [systemFact(open, 'voided', `abandoned ${open.id}`)])
    return
  }

  if (open.state !== 'created' && open.state !== 'requires_action') throw new AppError('PAYMENT_PENDING')

  const ended = await closeCardPage(deps, open.id)
  if (ended.state === 'processing' || ended.state === 'held') throw new AppError('PAYMENT_PENDING')
}
