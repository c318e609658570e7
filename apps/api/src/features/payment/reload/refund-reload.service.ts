import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { findReloadIntent, lockIntent } from '#features/payment/intent/intent.repository.ts'
import { lockReload } from '#features/payment/intent/reload.repository.ts'
import { holdKey, holdLines } from '#features/payment/intent/reload-hold.ts'
import { listRefunds } from '#features/payment/refund/refund.repository.ts'
import { type RefundPart, refundIdOf, refundParts } from '#features/payment/refund/refund-parts.ts'
import { type Asked, askPart, findAsked } from '#features/payment/refund/request-refund.service.ts'
import { post } from '#src/money/ledger.ts'

/**
 * Gives money of a reload back the way it came, once for each key. What the customer has spent cannot go back (PAY-9): the sum is set
 * aside before the provider is asked, and an account that lacks it refuses.
 */
export async function returnReload(deps: Deps, reloadId: string, usdMinor: number, asked: Asked): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const reload = await lockReload(trx, reloadId)
    const found = await findReloadIntent(trx, reloadId)
    if (!found) throw new AppError('NOT_FOUND')

    const intent = await lockIntent(trx, found.id)
    if (await findAsked(trx, asked.key, intent.id)) return

    const [part] = refundParts([intent], await listRefunds(trx, [intent.id]), usdMinor) ?? []
    if (!part) throw new AppError('REFUND_TOO_HIGH')

    const refundId = refundIdOf(asked.key, intent.id)
    if (reload.credited_at !== null) await setAside(trx, { ...part, refundId }, deps.clock())
    await askPart(deps, trx, part, asked)
  })
}

async function setAside(trx: Trx, part: RefundPart & { refundId: string }, now: Date): Promise<void> {
  const { customer_id: customerId, id: intentId } = part.intent
  const lines = holdLines(customerId, part.usdMinor)
  try {
    await post(trx, now, { kind: 'adjustment', key: holdKey(part.refundId), customerId, intentId, lines })
  } catch (error) {
    if (error instanceof AppError && error.code === 'BALANCE_TOO_LOW')
      throw new AppError('REFUND_TOO_HIGH', { cause: error })
    throw error
  }
}
