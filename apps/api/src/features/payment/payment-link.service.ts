import type { LinkPaymentView } from '@cotation/contracts'
import { type Currency, type Language, paymentLimits } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { lockOrder, lockOwnOrder } from '#features/order/order.service.ts'
import { returnIdleBalance } from '#features/payment/intent/apply-facts.service.ts'
import { findOpenIntent } from '#features/payment/intent/intent.repository.ts'
import { deleteLink, findLink, type LinkRow, replaceLink } from '#features/payment/intent/payment-link.repository.ts'
import { openCardPage, tryRefreshCard } from '#features/payment/methods/card.service.ts'
import { cardRefusal } from '#features/payment/methods/method-offers.service.ts'
import { openExternalPayment } from '#features/payment/methods/open-payment.service.ts'
import { dueUsd, listOrderPayments } from '#src/money/order-payments.ts'
import { getLinkPayment } from './order-payment-view.service.ts'
import { endPayment, findResumablePayment } from './pay-order.service.ts'

const lifetimeMs = paymentLimits.agencyLinkDays * 86_400_000

/**
 * Creates the payment link of the caller's order and ends an older one. Only the key's hash is
 * stored.
 */
export async function createLink(
  deps: Deps,
  customerId: string,
  orderId: string,
): Promise<{ key: string; expiresAt: string }> {
  const key = newSecret()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    if (order.status === 'payment_pending') throw new AppError('PAYMENT_PENDING')
    if (order.status !== 'awaiting_payment') throw new AppError('ORDER_STATE')
    await replaceLink(trx, { key_hash: secretHash(key), order_id: orderId, created_at: now, expires_at: expiresAt })
  })

  return { key, expiresAt: expiresAt.toISOString() }
}

export async function revokeLink(deps: Deps, customerId: string, orderId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const order = await lockOwnOrder(trx, customerId, orderId)
    await deleteLink(trx, orderId)
    await returnIdleBalance(deps, trx, order)
  })
}

/** Replaced, revoked and unknown keys all throw `NOT_FOUND`. */
async function getLink({ db }: Pick<Deps, 'db'>, key: string): Promise<LinkRow> {
  const link = await findLink(db, secretHash(key))
  if (!link) throw new AppError('NOT_FOUND')
  return link
}

export async function getLinkView(deps: Deps, key: string): Promise<LinkPaymentView> {
  return getLinkPayment(deps, await getLink(deps, key))
}

interface LinkChoice {
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency | undefined
}

/** Begins a payment by the holder of a link, or resumes the one that a holder has begun. */
export async function beginByLink(
  deps: Deps,
  key: string,
  choice: LinkChoice,
  language: Language,
): Promise<LinkPaymentView> {
  const { order_id: orderId } = await getLink(deps, key)
  const intent = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    // Read again: the link may have been replaced or revoked while we waited for the lock.
    const link = await findLink(trx, secretHash(key))
    if (!link) throw new AppError('NOT_FOUND')

    const resumable = await findResumablePayment(trx, order, { ...choice, agency: true })
    if (resumable) return resumable

    const now = deps.clock()
    if (link.expires_at <= now || order.status !== 'awaiting_payment') throw new AppError('ORDER_STATE')
    if (choice.method === 'card' && cardRefusal(deps, order.currency)) throw new AppError('METHOD_NOT_OFFERED')

    const usdMinor = dueUsd(order, await listOrderPayments(trx, orderId))
    if (usdMinor === 0) throw new AppError('ORDER_STATE')

    return openExternalPayment(deps, trx, { order, reload: null }, { ...choice, usdMinor, agency: true }, now)
  })

  await openCardPage(deps, intent.id, language)
  return getLinkView(deps, key)
}

export async function checkByLink(deps: Deps, key: string): Promise<LinkPaymentView> {
  const open = await findOpenByLink(deps, key)
  if (open) await tryRefreshCard(deps, open.id)
  return getLinkView(deps, key)
}

/** The holder of a link can end a payment that a holder has begun, but not the customer's. */
export async function abandonByLink(deps: Deps, key: string): Promise<LinkPaymentView> {
  const open = await findOpenByLink(deps, key)
  if (open) await endPayment(deps, open)
  return getLinkView(deps, key)
}

async function findOpenByLink(deps: Pick<Deps, 'db'>, key: string): Promise<PaymentIntentRow | undefined> {
  const open = await findOpenIntent(deps.db, (await getLink(deps, key)).order_id)
  return open?.agency ? open : undefined
}
