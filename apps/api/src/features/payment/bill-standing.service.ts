import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { dueUsd, listPayments } from '#src/money/order-payments.ts'
import { payableRefOf } from '#src/money/payable-ref.ts'
import { billTerms, isAwaitingMoney, lockPayable } from './intent/payable.repository.ts'

interface BillStanding {
  number: string
  /** Left to pay, in US cents; 0 for a reload. */
  dueMinor: number
  /** Language in which the order was placed; null for a reload, which has none. */
  language: Language | null
}

/** The number of what was paid, and what is left to pay of an order or additional cost. */
export async function readBillStanding(deps: Pick<Deps, 'db'>, intent: PaymentIntentRow): Promise<BillStanding> {
  return deps.db.transaction().execute(async (trx) => {
    const payable = await lockPayable(trx, payableRefOf(intent))
    if (payable.kind === 'reload') return { number: payable.reload.number, dueMinor: 0, language: null }

    const { ref, number, totalMinor, language } = billTerms(payable)
    const leftMinor = dueUsd({ totalMinor }, await listPayments(trx, ref))
    return { number, dueMinor: isAwaitingMoney(payable) ? leftMinor : 0, language }
  })
}
