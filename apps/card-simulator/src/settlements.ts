import { listDue } from './objects.repository.ts'
import type { SimulatorOptions } from './options.ts'
import { settlePayment } from './payments.ts'
import { settleRefund } from './refunds.ts'

/** Gives every pending payment and refund that is due at `nowMs` its outcome. */
export async function settleDue({ db, clock }: SimulatorOptions, nowMs: number): Promise<void> {
  for (const { parentId } of await listDue(db, 'settlement', nowMs)) {
    const settle = parentId.startsWith('re_') ? settleRefund : settlePayment
    await db.transaction().execute((trx) => settle(trx, clock(), parentId))
  }
}
