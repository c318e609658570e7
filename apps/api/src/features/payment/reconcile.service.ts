import { isOpenPayment } from '@cotation/domain'
import { CardProviderError } from '#adapters/card.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { executeRefund } from './execute-refund.service.ts'
import { recordFacts, returnIdleBalance } from './intent/apply-facts.service.ts'
import { systemFact } from './intent/derived-facts.ts'
import { lockBill } from './intent/payable.repository.ts'
import { closeCardPage, openCardPage, refreshCard } from './methods/card.service.ts'
import { captureCredit } from './methods/credit.service.ts'
import { listBillsWithIdleBalance, listDueIntents, setCheckAt } from './reconcile.repository.ts'
import { listRequestedRefunds } from './refund.repository.ts'

const maxPerRun = 500

/** Concurrent calls to the provider. */
const concurrency = 8

/** Consecutive failures of the provider after which the run stops calling it. */
const maxProviderFailures = 16

/** Leaves the customer time to choose how to pay the rest. */
const idleBalanceMs = 3_600_000

/** Leaves the refund's own job time to execute it. */
const refundJobMs = 30_000

/**
 * A card page that nobody has paid for this long is probably abandoned: it is checked less often.
 */
const abandonedPageMs = 2 * 3_600_000
const abandonedCheckMs = 600_000

/**
 * Finds out what was never reported and finishes what a crash interrupted: payments whose answer
 * was lost, card pages that were not created, requested refunds, reserved credit, expired payments
 * (PAY-6). Once the provider answers again, nothing waits longer than a minute.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock()
  const due = await listDueIntents(deps.db, now, maxPerRun)
  const isCard = ({ method }: PaymentIntentRow) => method === 'card'

  // What needs no provider goes first, so that an outage does not delay it.
  await forEach(
    deps,
    due.filter((intent) => !isCard(intent)),
    (intent) => reconcileIntent(deps, intent, now),
  )

  const idleBefore = new Date(now.getTime() - idleBalanceMs)
  const idleBills = await listBillsWithIdleBalance(deps.db, idleBefore, now, maxPerRun)
  await forEach(deps, idleBills, (ref) =>
    deps.db.transaction().execute(async (trx) => returnIdleBalance(deps, trx, await lockBill(trx, ref))),
  )

  const requestedBefore = new Date(now.getTime() - refundJobMs)
  const refundIds = await listRequestedRefunds(deps.db, requestedBefore, maxPerRun)
  await forEach(deps, refundIds, (refundId) => executeRefund(deps, refundId))

  await forEach(deps, due.filter(isCard), (intent) => reconcileIntent(deps, intent, now))
}

const isProviderFailure = (error: unknown): boolean =>
  (error instanceof CardProviderError && error.temporary) ||
  (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE')

/**
 * Works on items concurrently. A failed item is logged and retried by the next run. Stops after
 * consecutive provider failures: each call may hang until its timeout and delay the next run.
 */
async function forEach<T>(deps: Deps, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items]
  let providerFailures = 0

  const runWorker = async () => {
    for (let item = queue.shift(); item !== undefined && providerFailures < maxProviderFailures; item = queue.shift()) {
      try {
        await work(item)
        providerFailures = 0
      } catch (error) {
        if (isProviderFailure(error)) providerFailures++
        deps.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a payment could not be reconciled')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, runWorker))
}

async function reconcileIntent(deps: Deps, intent: PaymentIntentRow, now: Date): Promise<void> {
  const isOpen = isOpenPayment(intent.state)

  // Postponed first, so that an intent that keeps failing does not block the others.
  await setCheckAt(deps.db, intent.id, isOpen && intent.state !== 'held' ? nextCheckOf(intent, now) : null)
  if (intent.method === 'credit') return captureCredit(deps, intent.id)

  const isPastExpiry = intent.expires_at !== null && intent.expires_at <= now
  if (intent.method === 'bank_transfer') {
    if (isPastExpiry && intent.state === 'awaiting_funds') await expire(deps, intent)
    return
  }

  if (isOpen && isPastExpiry) await expireCard(deps, intent)
  else if (intent.provider_session === null) await openCardPage(deps, intent.id, 'fr')
  else await refreshCard(deps, intent.id)
}

/** In the next run, after those that this run did not reach. */
function nextCheckOf({ state, created_at }: PaymentIntentRow, now: Date): Date {
  const isAbandoned = state === 'requires_action' && now.getTime() - created_at.getTime() > abandonedPageMs
  return new Date(now.getTime() + (isAbandoned ? abandonedCheckMs : 1000))
}

async function expire(deps: Deps, intent: PaymentIntentRow): Promise<void> {
  await recordFacts(deps, intent.id, [systemFact(intent, 'expired', `expired ${intent.id}`)])
}

/** Closes the page at the provider. Without a page or a provider there is nothing to close. */
async function expireCard(deps: Deps, intent: PaymentIntentRow): Promise<void> {
  if (deps.cards === null || intent.provider_session === null) return expire(deps, intent)
  await closeCardPage(deps, intent.id)
}
