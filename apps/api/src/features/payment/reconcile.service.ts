import { isOpenPayment } from '@cotation/domain'
import { CardProviderError } from '#adapters/payments/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { lockOrder } from '#features/order/lifecycle/order-status.service.ts'
import { takeIn } from '#features/payment/intent/apply-facts.service.ts'
import type { PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import { beginAtProvider } from '#features/payment/methods/card.service.ts'
import { endCard, lookAtCard } from '#features/payment/methods/card-look.service.ts'
import { returnIdleParts } from '#features/payment/order/idle-balance.service.ts'
import { runRefund } from '#features/payment/refund/execute-refund.service.ts'
import { listAskedRefunds } from '#features/payment/refund/refund.repository.ts'
import { captureCredit } from './methods/credit.service.ts'
import { listDueIntents, listIdleParts, setCheckAt } from './reconcile.repository.ts'

const atOnce = 500

/** Calls to the provider under way at one time. */
const together = 8

/** Failures of the provider in a row after which it is left alone until the next round. */
const mostTroubles = 16

/** Long enough for somebody to choose how the rest is paid. */
const idleMs = 3_600_000

/** A job was left when a refund was asked for: it is given time to do it. */
const refundMs = 30_000

/**
 * Finds out what nobody told us and finishes what a crash left: payments whose answer was lost, pages that were never made, refunds
 * that were asked for, reserved credit, payments past their time (PAY-6). Nothing waits longer than a minute once the provider answers.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock()
  const due = await listDueIntents(deps.db, now, atOnce)
  const ours = due.filter(({ method }) => method !== 'card')
  await each(deps, ours, (intent) => look(deps, intent, now))

  const idle = await listIdleParts(deps.db, new Date(now.getTime() - idleMs), now, atOnce)
  await each(deps, idle, (orderId) =>
    deps.db.transaction().execute(async (trx) => returnIdleParts(deps, trx, await lockOrder(trx, orderId))),
  )

  const asked = await listAskedRefunds(deps.db, new Date(now.getTime() - refundMs), atOnce)
  await each(deps, asked, (refundId) => runRefund(deps, refundId))

  const cards = due.filter(({ method }) => method === 'card')
  await each(deps, cards, (intent) => look(deps, intent, now))
}

const isProviderTrouble = (error: unknown): boolean =>
  (error instanceof CardProviderError && error.temporary) ||
  (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE')

/**
 * One that fails is told by its kind and tried again the next time; the others go on. A provider that is down is not asked hundreds of
 * times: each call may hang, and the next round must not wait for all of them.
 */
async function each<T>(deps: Deps, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items]
  let troubles = 0
  const worker = async () => {
    for (let item = left.shift(); item !== undefined && troubles < mostTroubles; item = left.shift()) {
      try {
        await work(item)
        troubles = 0
      } catch (error) {
        if (isProviderTrouble(error)) troubles++
        deps.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a payment could not be reconciled')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(together, left.length) }, worker))
}

async function look(deps: Deps, intent: PaymentIntentRow, now: Date): Promise<void> {
  // Put off first: one that fails must not keep the others waiting.
  const isOpen = isOpenPayment(intent.state)
  await setCheckAt(deps.db, intent.id, isOpen && intent.state !== 'held' ? nextLook(intent, now) : null)
  if (intent.method === 'credit') return captureCredit(deps, intent.id)

  const isOver = intent.expires_at !== null && intent.expires_at <= now
  if (intent.method === 'bank_transfer') {
    if (isOver && intent.state === 'awaiting_funds') await expire(deps, intent)
    return
  }

  if (isOpen && isOver) await endOver(deps, intent)
  else if (intent.provider_session === null) await beginAtProvider(deps, intent.id, 'fr')
  else await lookAtCard(deps, intent.id)
}

/** A page that nobody has paid for so long was left: it is looked at less often, so that the provider is not asked for nothing all day. */
const leftMs = 2 * 3_600_000
const seldomMs = 600_000

/** At the next round: those that were not reached in this one come before. */
function nextLook({ state, created_at }: PaymentIntentRow, now: Date): Date {
  const wasLeft = state === 'requires_action' && now.getTime() - created_at.getTime() > leftMs
  return new Date(now.getTime() + (wasLeft ? seldomMs : 1000))
}

async function expire(deps: Deps, { id, currency }: PaymentIntentRow): Promise<void> {
  await takeIn(deps, id, [{ provider: 'system', id: `expired ${id}`, type: 'expired', amountMinor: 0, currency }])
}

/** Past its time a page is closed at the provider; one that never was made, or a provider that is no longer ours, leaves nothing to close. */
async function endOver(deps: Deps, intent: PaymentIntentRow): Promise<void> {
  if (deps.cards === null || intent.provider_session === null) return expire(deps, intent)
  await endCard(deps, intent.id)
}
