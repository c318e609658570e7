import type { ParsedInput, ReceiptView, staffRoutes } from '@cotation/contracts'
import { type Currency, minorOf } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { applyLocked } from '#features/payment/intent/apply-facts.service.ts'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'
import {
  findIntent,
  findIntentByReference,
  lockIntent,
  type PaymentIntentRow,
} from '#features/payment/intent/intent.repository.ts'
import { lockSubject, type Subject } from '#features/payment/intent/payable.repository.ts'
import {
  getReceipt,
  getReceiptOf,
  insertReceipt,
  lockReceipt,
  type ReceiptRow,
  updateReceipt,
} from './bank-receipt.repository.ts'
import { bankReferenceIn } from './bank-reference.ts'
import { receiptDoubt } from './receipt-doubt.ts'
import { receiptViewOf } from './receipt-view.service.ts'

export type Received = ParsedInput<typeof staffRoutes.receive>['body']

/** The payment that a transfer names, with what it is for: both locked, in this order. */
export interface Paid {
  subject: Subject
  intent: PaymentIntentRow
}

/** Records money that came to a bank account, once for each transaction of the bank; what is not plainly a payment is held (PAY-12). */
export async function receiveTransfer(deps: Deps, staffId: string, received: Received): Promise<ReceiptView> {
  const isLarge = await needsTwo(deps, received)
  const receipt = await deps.db.transaction().execute(async (trx) => {
    const reference = bankReferenceIn(received.reference)
    const paid = await lockPaid(trx, reference === null ? undefined : await findIntentByReference(trx, reference))
    const made = await insertReceipt(trx, {
      bank_transaction_id: received.bankTransactionId,
      reference: received.reference,
      amount_minor: received.amountMinor,
      currency: received.currency,
      state: 'unapproved',
      why: receiptDoubt(paid?.intent ?? null, received, deps.clock()),
      intent_id: paid?.intent.id ?? null,
      recorded_by: staffId,
      approved_by: null,
      note: '',
      received_at: deps.clock(),
      settled_at: null,
    })
    if (!made) return getReceiptOf(trx, received.bankTransactionId)
    if (!isLarge) return judge(deps, trx, made, paid)

    if (paid && made.why === '') await tell(deps, trx, paid, [fact(paid, made, 'processing')])
    return made
  })

  return receiptViewOf(deps.db, receipt)
}

/** Whether a sum is so large that a second person looks at it, at the rate in force. */
export async function needsTwo(
  deps: Pick<Deps, 'catalogues' | 'config'>,
  { amountMinor, currency }: { amountMinor: number; currency: Currency },
): Promise<boolean> {
  return (await inUsd(deps, amountMinor, currency)) > deps.config.payments.fourEyesMinor
}

/** What a sum is worth at the rate in force. */
export async function inUsd(deps: Pick<Deps, 'catalogues'>, minor: number, currency: Currency): Promise<number> {
  if (currency === 'USD') return minor
  const { catalogue } = await deps.catalogues.inForce()
  return minorOf(minor / catalogue.selling.exchangeRates[currency] / 100)
}

export async function lockPaid(trx: Trx, found: PaymentIntentRow | undefined): Promise<Paid | null> {
  if (!found) return null
  const subject = await lockSubject(trx, found)
  return { subject, intent: await lockIntent(trx, found.id) }
}

export const tell = (deps: Deps, trx: Trx, { subject, intent }: Paid, facts: readonly PaymentFact[]) =>
  applyLocked(deps, trx, subject, intent, facts)

/** A fact about a transfer, named by its receipt. */
export const fact = (
  { intent }: Paid,
  { id }: ReceiptRow,
  type: PaymentFact['type'],
  amountMinor = 0,
): PaymentFact => ({
  provider: 'bank',
  id: `${type} ${id}`,
  type,
  amountMinor,
  currency: intent.currency,
})

/** Matches a receipt that nobody doubts, or holds it; a payment that still waits is held with it, so that nobody pays twice. */
async function judge(deps: Deps, trx: Trx, receipt: ReceiptRow, paid: Paid | null): Promise<ReceiptRow> {
  const now = deps.clock()
  const amountMinor = Number(receipt.amount_minor)
  const why = receiptDoubt(paid?.intent ?? null, { amountMinor, currency: receipt.currency }, now)
  if (paid && why === '') {
    await tell(deps, trx, paid, [fact(paid, receipt, 'captured', amountMinor)])
    return updateReceipt(trx, receipt.id, { state: 'matched', why, settled_at: now })
  }

  const isWaiting = paid?.intent.state === 'awaiting_funds' || paid?.intent.state === 'processing'
  if (paid && isWaiting) await tell(deps, trx, paid, [fact(paid, receipt, 'held')])

  return updateReceipt(trx, receipt.id, { state: 'held', why })
}

/** A second person confirms a large receipt, which is then judged as any other (STF-2). */
export async function approveReceipt(deps: Deps, staffId: string, receiptId: string): Promise<ReceiptView> {
  const receipt = await deps.db.transaction().execute(async (trx) => {
    const { paid, receipt: locked } = await lockAll(trx, receiptId)
    if (locked.state !== 'unapproved') throw new AppError('RECEIPT_SETTLED')
    if (locked.recorded_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
    return judge(deps, trx, await updateReceipt(trx, receiptId, { approved_by: staffId }), paid)
  })
  return receiptViewOf(deps.db, receipt)
}

/** What a receipt is about is locked before the receipt itself. */
export async function lockAll(trx: Trx, receiptId: string): Promise<{ paid: Paid | null; receipt: ReceiptRow }> {
  const { intent_id: intentId } = await getReceipt(trx, receiptId)
  const found = intentId === null ? undefined : await findIntent(trx, intentId)
  const paid = await lockPaid(trx, found)
  return { paid, receipt: await lockReceipt(trx, receiptId) }
}
