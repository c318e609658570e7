import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { findReloadIntent, lockIntent } from '#features/payment/intent/intent.repository.ts'
import { lockReload } from '#features/payment/intent/payable.repository.ts'
import { holdKey, holdLines } from '#features/payment/intent/reload-hold.ts'
import { findRefund, listRefunds } from '#features/payment/refund.repository.ts'
import { type RefundPart, refundIdOf, refundParts } from '#features/payment/refund-parts.ts'
import { type RefundRequest, requestRefundPart } from '#features/payment/request-refund.service.ts'
import { post } from '#src/money/ledger.ts'

/**
 * Refunds money of a reload by the method that paid it. Idempotent by key. Spent money cannot be
 * refunded (PAY-9): the amount is reserved on the balance before the provider is asked.
 */
export async function refundReload(
  deps: Deps,
  reloadId: string,
  usdMinor: number,
  request: RefundRequest,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const reload = await lockReload(trx, reloadId)
    const unlocked = await findReloadIntent(trx, reloadId)
    if (!unlocked) throw new AppError('NOT_FOUND')

    const intent = await lockIntent(trx, unlocked.id)
    const refundId = refundIdOf(request.key, intent.id)
    if (await findRefund(trx, refundId)) return

    const [part] = refundParts([intent], await listRefunds(trx, [intent.id]), usdMinor) ?? []
    if (!part) throw new AppError('REFUND_TOO_HIGH')

    if (reload.credited_at !== null) await reserveBalance(trx, part, refundId, deps.clock())
    await requestRefundPart(deps, trx, part, request)
  })
}

async function reserveBalance(trx: Trx, { intent, usdMinor }: RefundPart, refundId: string, now: Date): Promise<void> {
  const { customer_id: customerId, id: intentId } = intent
  const lines = holdLines(customerId, usdMinor)
  try {
    await post(trx, now, { kind: 'adjustment', key: holdKey(refundId), customerId, intentId, lines })
  } catch (error) {
    if (error instanceof AppError && error.code === 'BALANCE_TOO_LOW')
      throw new AppError('REFUND_TOO_HIGH', { cause: error })
    throw error
  }
}
