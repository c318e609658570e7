import { failpoint } from '#core/failpoint.ts'
import { applyLockedFacts } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent, lockIntent } from '#features/payment/intent/intent.repository.ts'
import { lockPayable } from '#features/payment/intent/payable.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'

export const captureCreditJob = 'payment-capture-credit'

/**
 * Turns reserved credit into a payment of its order, once. Credit released meanwhile stays
 * released.
 */
export async function captureCredit(deps: PaymentDeps, intentId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const payable = await lockPayable(trx, await getIntent(trx, intentId))
    const intent = await lockIntent(trx, intentId)
    if (intent.state !== 'authorized') return

    const { currency } = intent
    const amountMinor = Number(intent.amount_minor)
    await applyLockedFacts(deps, trx, payable, intent, [
      { provider: 'credit', id: `captured ${intentId}`, type: 'captured', amountMinor, currency },
    ])
  })
  failpoint('capture:after-commit')
}
