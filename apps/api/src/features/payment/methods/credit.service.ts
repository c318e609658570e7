import { failpoint } from '#core/failpoint.ts'
import { applyLocked } from '#features/payment/intent/apply-facts.service.ts'
import { getIntent, lockIntent } from '#features/payment/intent/intent.repository.ts'
import { lockSubject } from '#features/payment/intent/payable.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'

/** Turns credit that was reserved for an order into a payment of it, once; credit that was released in the meantime stays so. */
export async function captureCredit(deps: PaymentDeps, intentId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const subject = await lockSubject(trx, await getIntent(trx, intentId))
    const intent = await lockIntent(trx, intentId)
    if (intent.state !== 'authorized') return

    const { currency } = intent
    const amountMinor = Number(intent.amount_minor)
    await applyLocked(deps, trx, subject, intent, [
      { provider: 'credit', id: `captured ${intentId}`, type: 'captured', amountMinor, currency },
    ])
  })
  failpoint('capture:after-commit')
}
