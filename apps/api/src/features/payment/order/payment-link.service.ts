import type { LinkPaymentView } from '@cotation/contracts'
import { type Currency, type Language, paymentLimits } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import { lockOrder } from '#features/order/lifecycle/order-status.service.ts'
import { dueUsd } from '#features/payment/intent/amounts.ts'
import { findOpenIntent, listOrderIntents, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import { deleteLink, findLink, type LinkRow, replaceLink } from '#features/payment/intent/payment-link.repository.ts'
import { cardRefusal } from '#features/payment/methods/method-offers.service.ts'
import { beginAtProvider, openOutside } from '#features/payment/methods/open-payment.service.ts'
import { returnIdleParts } from '#features/payment/order/idle-balance.service.ts'
import { linkViewOf } from '#features/payment/order/order-payment-view.service.ts'
import { getOrder, lockOwnOrder } from '#features/payment/order/own-order.repository.ts'
import { endPayment, lookAtOpen, openOfSameKind } from '#features/payment/order/pay-order.service.ts'

const lifeMs = paymentLimits.agencyLinkDays * 86_400_000

/** A new link to pay the caller's order: its key is told once and only its digest kept, so an older link ends. */
export async function createLink(
  deps: Deps,
  customerId: string,
  orderId: string,
): Promise<{ key: string; expiresAt: string }> {
  const key = newSecret()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + lifeMs)
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
    await returnIdleParts(deps, trx, order)
  })
}

/** A key that was replaced or revoked answers as one that never was. */
async function getLink(deps: Pick<Deps, 'db'>, key: string): Promise<LinkRow> {
  const link = await findLink(deps.db, secretHash(key))
  if (!link) throw new AppError('NOT_FOUND')
  return link
}

export async function getLinkView(deps: Deps, key: string): Promise<LinkPaymentView> {
  const link = await getLink(deps, key)
  return linkViewOf(deps, link, await getOrder(deps.db, link.order_id))
}

interface LinkChoice {
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency
}

/** Begins a payment by the holder of a link; one that the same holder has begun is gone on with. */
export async function beginByLink(
  deps: Deps,
  key: string,
  choice: LinkChoice,
  language: Language,
): Promise<LinkPaymentView> {
  const { order_id: orderId } = await getLink(deps, key)
  const intent = await deps.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId)
    // The link may have ended while we waited for the order.
    const link = await findLink(trx, secretHash(key))
    const now = deps.clock()

    if (!link) throw new AppError('NOT_FOUND')

    const same = await openOfSameKind(trx, order, { ...choice, agency: true })
    if (same) return same
    if (link.expires_at <= now || order.status !== 'awaiting_payment') throw new AppError('ORDER_STATE')
    if (choice.method === 'card' && cardRefusal(deps, order.currency)) throw new AppError('METHOD_NOT_OFFERED')

    const usdMinor = dueUsd(order, await listOrderIntents(trx, orderId))
    if (usdMinor === 0) throw new AppError('ORDER_STATE')

    return openOutside(deps, trx, { order, reload: null }, { ...choice, usdMinor, agency: true }, now)
  })
  await beginAtProvider(deps, intent.id, language)

  return getLinkView(deps, key)
}

export async function checkByLink(deps: Deps, key: string): Promise<LinkPaymentView> {
  await lookAtOpen(deps, await openByLink(deps, key))
  return getLinkView(deps, key)
}

/** The holder of a link ends what a holder has begun, and not what the customer has. */
export async function abandonByLink(deps: Deps, key: string): Promise<LinkPaymentView> {
  const open = await openByLink(deps, key)
  if (open) await endPayment(deps, open)
  return getLinkView(deps, key)
}

async function openByLink(deps: Pick<Deps, 'db'>, key: string): Promise<PaymentIntentRow | undefined> {
  const open = await findOpenIntent(deps.db, (await getLink(deps, key)).order_id)
  return open?.agency ? open : undefined
}
