import type { ReceiptView } from '@cotation/contracts'
import { isUnpaid } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { ownOf } from '#features/payment/intent/amounts.ts'
import { bankLines } from '#features/payment/intent/fact-postings.ts'
import { listFacts, type PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { findOpenIntent } from '#features/payment/intent/intent.repository.ts'
import { post } from '#src/money/ledger.ts'
import { getReceipt, type ReceiptRow, updateReceipt } from './bank-receipt.repository.ts'
import { fact, inUsd, lockAll, needsTwo, type Paid, tell } from './bank-receipt.service.ts'
import { receiptViewOf } from './receipt-view.service.ts'

export interface Decision {
  as: 'matched' | 'to-balance' | 'returned'
  reason: string
}

/** What becomes of a transfer that is held: a person says so. Large ones are not decided by whoever recorded them. */
export async function resolveReceipt(
  deps: Deps,
  staffId: string,
  receiptId: string,
  { as, reason }: Decision,
): Promise<ReceiptView> {
  const { amount_minor, currency } = await getReceipt(deps.db, receiptId)
  const money = { amountMinor: Number(amount_minor), currency }
  const isLarge = await needsTwo(deps, money)
  const usdMinor = await inUsd(deps, money.amountMinor, currency)
  const receipt = await deps.db.transaction().execute(async (trx) => {
    const { paid, receipt: locked } = await lockAll(trx, receiptId)
    if (locked.state === 'unapproved') throw new AppError('SECOND_PERSON_NEEDED')
    if (locked.state !== 'held') throw new AppError('RECEIPT_SETTLED')
    if (isLarge && locked.recorded_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')

    if (as === 'matched') await count(deps, trx, locked, paid, usdMinor)
    if (as === 'to-balance') await putOnBalance(deps, trx, locked, paid, { usdMinor, staffId, reason })
    if (as !== 'matched' && paid) await endHolding(deps, trx, locked, paid)

    return updateReceipt(trx, receiptId, { state: as, note: reason, settled_at: deps.clock() })
  })

  return receiptViewOf(deps.db, receipt)
}

const impossible = () => new AppError('VALIDATION', { fields: [{ path: 'as', code: 'INVALID_VALUE' }] })

/**
 * Counts a transfer for its payment, for what it is worth and no more: a short one leaves the rest to be paid. An order that waits for no
 * money takes none, nor one that is being paid in another way.
 */
async function count(deps: Deps, trx: Trx, receipt: ReceiptRow, paid: Paid | null, usdMinor: number): Promise<void> {
  if (!paid) throw impossible()

  const { intent, subject } = paid
  if (subject.order) {
    const open = await findOpenIntent(trx, subject.order.id)
    if (!isUnpaid(subject.order.status) || (open && open.id !== intent.id)) throw impossible()
  }

  const received = Number(receipt.amount_minor)
  const isSame = receipt.currency === intent.currency
  const captured: PaymentFact = {
    ...fact(paid, receipt, 'captured', isSame ? received : Math.max(1, ownOf(intent, usdMinor))),
    detail: { receivedMinor: received, receivedCurrency: receipt.currency },
  }
  await tell(deps, trx, paid, [captured, ...(await release(trx, receipt, paid))])
}

/** Ends the holding of the payment, if this receipt was the cause of it. */
async function release(trx: Trx, receipt: ReceiptRow, paid: Paid): Promise<PaymentFact[]> {
  const facts = await listFacts(trx, paid.intent.id)
  const isHeld = facts.some(({ id }) => id === `bank held ${receipt.id}`)
  return isHeld ? [fact(paid, receipt, 'released')] : []
}

/** The payment is over without its money; the customer may pay anew. */
async function endHolding(deps: Deps, trx: Trx, receipt: ReceiptRow, paid: Paid): Promise<void> {
  const released = await release(trx, receipt, paid)
  if (released.length > 0) await tell(deps, trx, paid, [...released, fact(paid, receipt, 'voided')])
}

async function putOnBalance(
  deps: Deps,
  trx: Trx,
  receipt: ReceiptRow,
  paid: Paid | null,
  { usdMinor, staffId, reason }: { usdMinor: number; staffId: string; reason: string },
): Promise<void> {
  if (!paid || usdMinor === 0) throw impossible()

  const customerId = paid.intent.customer_id
  const received = { minor: Number(receipt.amount_minor), currency: receipt.currency }
  await post(trx, deps.clock(), {
    kind: 'adjustment',
    key: `receipt ${receipt.id}`,
    customerId,
    staffId,
    note: reason,
    lines: [...bankLines(usdMinor, received), { account: { kind: 'wallet', customerId }, amountMinor: -usdMinor }],
  })
}
