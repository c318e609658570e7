import { failpoint } from '#core/failpoint.ts'
import { applyLockedFacts } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent } from '#features/payment/intent/intent.repository.ts'
import { lockPayment } from '#features/payment/intent/payable.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/settle-bill.service.ts'

export const captureCreditJob = 'payment-capture-credit'

/**
 * Turns reserved credit into a payment of its order, once. Credit released meanwhile stays
 * released.
 */
export async function captureCredit(deps: PaymentDeps, intentId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, await getIntent(trx, intentId))
    const { state, currency } = payment.intent
    if (state !== 'authorized') return

    const amountMinor = Number(payment.intent.amount_minor)
    await applyLockedFacts(deps, trx, payment, [
      { provider: 'credit', id: `captured ${intentId}`, type: 'captured', amountMinor, currency },
    ])
  })
  failpoint('capture:after-commit')
}
