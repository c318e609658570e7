import type { Deps } from '#core/deps.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { dueUsd, listPayments } from '#src/money/order-payments.ts'
import { payableRefOf } from '#src/money/payable-ref.ts'
import { billTerms, isAwaitingMoney, lockPayable } from './intent/payable.repository.ts'

/** The number of what was paid, and what is left to pay of an order or additional cost. */
export async function readBillStanding(deps: Pick<Deps, 'db'>, intent: PaymentIntentRow) {
  return deps.db.transaction().execute(async (trx) => {
    const payable = await lockPayable(trx, payableRefOf(intent))
    if (payable.kind === 'reload') return { number: payable.reload.number, dueMinor: 0, isBill: false }

    const terms = billTerms(payable)
    const leftMinor = dueUsd(terms, await listPayments(trx, terms.ref))
    return { number: terms.number, dueMinor: isAwaitingMoney(payable) ? leftMinor : 0, isBill: true }
  })
}
