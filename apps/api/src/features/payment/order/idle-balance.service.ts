import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { applyLocked } from '#features/payment/intent/apply-facts.service.ts'
import { listOrderIntents } from '#features/payment/intent/intent.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { returnIdleBalance } from '#features/payment/intent/settle-order.service.ts'

/** Gives back what the balance paid of a locked order whose rest nobody is about to pay. */
export async function returnIdleParts(deps: PaymentDeps, trx: Trx, order: OrderRow): Promise<void> {
  await returnIdleBalance(deps, trx, order, await listOrderIntents(trx, order.id), applyLocked)
}
