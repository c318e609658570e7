import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow, ReloadRow } from '#db/order-rows.ts'
import { isPosted, lockAccount, type Posting, post } from '#src/money/ledger.ts'
import { netUsd, usdOf } from '#src/money/order-payments.ts'
import type { PaymentFact } from './facts.repository.ts'
import { closeDispute, findDispute, insertDispute } from './reload-dispute.repository.ts'

/** Stops or releases what was paid from a disputed reload, in transactions of its own. */
export const disputeJob = 'reload-dispute'

export const isDisputeFact = ({ type }: Pick<PaymentFact, 'type'>): boolean =>
  type === 'disputed' || type === 'dispute_closed'

interface DisputedReload {
  intent: PaymentIntentRow
  reload: ReloadRow
  fact: PaymentFact
  newFacts: readonly PaymentFact[]
  now: Date
}

/** The provider's id of the dispute: facts are named after it. */
const providerIdOf = ({ id }: PaymentFact): string => id.slice(id.indexOf(':') + 1)

/** Freezes what is left of a disputed reload, or releases it when the dispute ends. */
export async function followDispute(trx: Trx, disputed: DisputedReload): Promise<void> {
  if (disputed.fact.type === 'disputed') await freeze(trx, disputed)
  else await release(trx, disputed)
}

const frozenKey = (providerId: string) => `frozen dispute ${providerId}`

/** Moves balance to where it cannot be spent. */
const freezing = (intent: PaymentIntentRow, providerId: string, usdMinor: number): Posting => ({
  kind: 'adjustment',
  key: frozenKey(providerId),
  customerId: intent.customer_id,
  intentId: intent.id,
  note: 'dispute',
  lines: [
    { account: { kind: 'wallet', customerId: intent.customer_id }, amountMinor: usdMinor },
    { account: { kind: 'wallet_pending', customerId: intent.customer_id }, amountMinor: -usdMinor },
  ],
})

/** A reload that is not credited yet is still pending as a whole: it is not credited while disputed. */
async function freeze(trx: Trx, { intent, reload, fact, now }: DisputedReload): Promise<void> {
  const providerId = providerIdOf(fact)
  const reportedMinor = usdOf(intent, Number(fact.detail?.disputedMinor ?? intent.captured_minor))
  const disputedMinor = Math.max(0, Math.min(reportedMinor, netUsd(intent)))

  const isCredited = reload.credited_at !== null
  const { balanceMinor } = await lockAccount(trx, 'wallet', intent.customer_id, now)
  const frozenMinor = isCredited ? Math.min(disputedMinor, balanceMinor) : disputedMinor

  const opened = { intentId: intent.id, customerId: intent.customer_id, providerId, disputedMinor, frozenMinor, now }
  const isNew = await insertDispute(trx, opened)
  if (isNew && isCredited && frozenMinor > 0) await post(trx, now, freezing(intent, providerId, frozenMinor))
}

/** A lost dispute is refunded from the released balance in the same transaction. */
async function release(trx: Trx, { intent, fact, newFacts, now }: DisputedReload): Promise<void> {
  const providerId = providerIdOf(fact)
  const dispute = await findDispute(trx, providerId)
  if (!dispute || dispute.closed_at !== null) return

  if (await isPosted(trx, frozenKey(providerId))) {
    const thawing = freezing(intent, providerId, -Number(dispute.frozen_minor))
    await post(trx, now, { ...thawing, key: `thawed dispute ${providerId}` })
  }

  const isLost = newFacts.some(({ type, id }) => type === 'refunded' && id === `lost:${providerId}`)
  await closeDispute(trx, dispute.id, isLost ? 'lost' : 'won', now)
}
