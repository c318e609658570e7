import { type AdditionalCostState, canMoveAdditionalCost } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { AdditionalCostRow, PaymentIntentRow } from '#db/order-rows.ts'
import { type AdditionalCostMove, moveAdditionalCost } from '#features/payment/intent/move-additional-cost.service.ts'
import { hasUnfinishedPayment, lockAdditionalCost } from '#src/money/additional-cost.ts'
import { endOpenPayment } from './pay-bill.service.ts'
import { requestRefund } from './request-refund.service.ts'

type Closing = AdditionalCostMove & { to: 'declined' | 'withdrawn' | 'expired' }

const refOf = (costId: string) => ({ kind: 'additional-cost', id: costId }) as const

/**
 * Closes a request that is not paid. Its payment is ended before, as for a cancelled order; what
 * the balance paid of it is returned. A payment whose result is unknown throws `PAYMENT_PENDING`.
 */
export async function closeAdditionalCost(
  deps: Deps,
  cost: Pick<AdditionalCostRow, 'id' | 'state'>,
  closing: Closing,
): Promise<void> {
  // Checked first: a payment must not be ended for a request that stays as it is.
  refuseUnlessClosable(cost.state, closing.to)
  await endOpenPayment(deps, refOf(cost.id), mayEnd)

  await deps.db.transaction().execute(async (trx) => {
    await closeLocked(deps, trx, await lockAdditionalCost(trx, cost.id), closing)
  })
}

const mayEnd = ({ method, state }: PaymentIntentRow) => method === 'card' || state === 'awaiting_funds'

function refuseUnlessClosable(from: AdditionalCostState, to: AdditionalCostState): void {
  if (!canMoveAdditionalCost(from, to)) throw new AppError('ADDITIONAL_COST_STATE')
}

async function closeLocked(deps: Deps, trx: Trx, cost: AdditionalCostRow, closing: Closing): Promise<void> {
  // Staff decide first what becomes of money that has arrived.
  const isCustomer = closing.actor === 'customer'
  if (isCustomer && (await hasUnfinishedPayment(trx, cost.id))) throw new AppError('PAYMENT_PENDING')

  const closed = await moveAdditionalCost(deps, trx, cost, closing, deps.clock())
  const requestedBy = closing.staffId ?? closing.actor
  await requestRefund(deps, trx, refOf(closed.id), 'all', { key: closed.id, requestedBy, reason: closing.reason })

  if (closing.staffId !== undefined)
    await recordAudit(trx, {
      staffId: closing.staffId,
      action: 'additional-cost.withdrawn',
      subject: { kind: 'additional-cost', id: cost.id },
      before: { state: cost.state },
      after: { state: closing.to },
      reason: closing.reason,
    })
}

/**
 * Withdraws or refunds an additional cost whose order was cancelled or refunded. Throws for a retry
 * while the result of a payment is unknown.
 */
export async function closeWithOrder(deps: Deps, cost: AdditionalCostRow): Promise<void> {
  if (cost.state === 'requested' || cost.state === 'expired') {
    const withdrawal = { to: 'withdrawn', actor: 'system', reason: '', isQuiet: true } as const
    await closeAdditionalCost(deps, cost, withdrawal)
    return
  }
  if (cost.state !== 'paid') return

  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockAdditionalCost(trx, cost.id)
    const refund = { key: locked.id, requestedBy: 'system', reason: '' }
    await requestRefund(deps, trx, refOf(locked.id), 'all', refund)
  })
}
