import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/payment-deps.ts'
import { type ReloadRow, updateReload } from '#features/payment/intent/reload.repository.ts'

/** A reload whose money has come can be spent a while later (spec 9). */
export async function settleReload(
  deps: Pick<PaymentDeps, 'clock' | 'config'>,
  trx: Trx,
  reload: ReloadRow,
  intent: PaymentIntentRow,
): Promise<void> {
  if (reload.paid_at !== null || intent.state === 'held' || Number(intent.captured_minor) === 0) return
  const now = deps.clock()
  const availableAt = new Date(now.getTime() + deps.config.payments.reloadMinutes * 60_000)
  await updateReload(trx, reload.id, { paid_at: now, available_at: availableAt })
}
