import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import { netUsd } from '#features/payment/intent/amounts.ts'
import { findReloadIntent } from '#features/payment/intent/intent.repository.ts'
import { lockReload, updateReload } from '#features/payment/intent/payable.repository.ts'
import { listRefunds } from '#features/payment/refund.repository.ts'
import { post } from '#src/money/ledger.ts'
import { listDueReloads } from './reload.repository.ts'

type CreditDeps = Pick<Deps, 'clock' | 'db'>

const maxPerRun = 500

/** Credits every paid reload that is due. */
export async function creditDueReloads(deps: CreditDeps): Promise<void> {
  for (const reloadId of await listDueReloads(deps.db, deps.clock(), maxPerRun)) await creditReload(deps, reloadId)
}

/** Makes a paid reload spendable, once, if it is due (PAY-11). */
export async function creditReload(deps: CreditDeps, reloadId: string): Promise<void> {
  const isCredited = await deps.db.transaction().execute((trx) => creditLocked(deps, trx, reloadId))
  if (isCredited) failpoint('reload:after-credit')
}

async function creditLocked({ clock }: CreditDeps, trx: Trx, reloadId: string): Promise<boolean> {
  const now = clock()
  const reload = await lockReload(trx, reloadId)
  if (reload.credited_at !== null || reload.available_at === null || reload.available_at > now) return false

  // Money that is held or about to be refunded must not be spent.
  const intent = await findReloadIntent(trx, reloadId)
  if (!intent || intent.state === 'held') return false
  const refunds = await listRefunds(trx, [intent.id])
  if (refunds.some(({ state }) => state === 'asked')) return false

  const usdMinor = netUsd(intent)
  const customerId = reload.customer_id
  if (usdMinor > 0) {
    await post(trx, now, {
      kind: 'reload-available',
      key: `available ${reloadId}`,
      customerId,
      reloadId,
      intentId: intent.id,
      lines: [
        { account: { kind: 'wallet_pending', customerId }, amountMinor: usdMinor },
        { account: { kind: 'wallet', customerId }, amountMinor: -usdMinor },
      ],
    })
  }

  await updateReload(trx, reloadId, { credited_at: now })
  failpoint('reload:before-credit')

  return true
}
