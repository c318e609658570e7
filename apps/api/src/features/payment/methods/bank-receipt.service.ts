import type { ParsedInput, ReceiptView, staffRoutes } from '@cotation/contracts'
import { type Currency, minorOf } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { ReceiptDoubt } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { applyLockedFacts } from '#features/payment/intent/apply-facts.service.ts'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { findIntentsByReference, getIntent } from '#features/payment/intent/intent.repository.ts'
import { type LockedPayment, lockPayment } from '#features/payment/intent/payable.repository.ts'
import { judgeSoloAction, lockActionCustomer, recordSoloAction } from '#src/money/solo-action.ts'
import {
  findReceiptNames,
  getReceipt,
  getReceiptOf,
  insertReceipt,
  lockReceipt,
  type ReceiptRow,
  updateReceipt,
} from './bank-receipt.repository.ts'
import { bankReferencesIn } from './bank-reference.ts'

type ReceivedTransfer = ParsedInput<typeof staffRoutes.receive>['body']

/**
 * Records money that arrived on a bank account, once per bank transaction. A transfer that does not
 * match its payment exactly is held for staff (PAY-12).
 */
export async function receiveTransfer(deps: Deps, staffId: string, received: ReceivedTransfer): Promise<ReceiptView> {
  // Read before the transaction: waiting for a second pooled connection inside it can deadlock.
  const usdMinor = await convertToUsd(deps, received.amountMinor, received.currency)
  const receipt = await deps.db.transaction().execute(async (trx) => {
    const named = await findNamedIntent(trx, received.reference)
    const customerId = named?.customer_id ?? null
    if (customerId !== null) await lockActionCustomer(trx, customerId)
    const payment = named ? await lockPayment(trx, named) : null

    const now = deps.clock()
    const recorded = await insertReceipt(trx, {
      bank_transaction_id: received.bankTransactionId,
      reference: received.reference,
      amount_minor: received.amountMinor,
      currency: received.currency,
      state: 'unapproved',
      why: receiptDoubt(payment?.intent ?? null, received, now),
      intent_id: payment?.intent.id ?? null,
      recorded_by: staffId,
      approved_by: null,
      note: '',
      received_at: now,
      settled_at: null,
    })
    if (!recorded) return getReceiptOf(trx, received.bankTransactionId)

    const settled = await settleRecorded(deps, trx, { recorded, payment, customerId, usdMinor })
    await recordAudit(trx, {
      staffId,
      action: 'receipt.recorded',
      subject: { kind: 'receipt', id: settled.id },
      customerId,
      after: { amountMinor: received.amountMinor, currency: received.currency, state: settled.state, why: settled.why },
    })
    return settled
  })

  return receiptViewOf(deps.db, receipt)
}

interface Recorded {
  recorded: ReceiptRow
  payment: LockedPayment | null
  /** Null if the reference names no payment. */
  customerId: string | null
  usdMinor: number
}

/** Matches or holds a receipt that was just recorded, unless a second person has to confirm it. */
async function settleRecorded(
  deps: Deps,
  trx: Trx,
  { recorded, payment, customerId, usdMinor }: Recorded,
): Promise<ReceiptRow> {
  const solo = {
    limit: 'transfer',
    key: `receipt ${recorded.id}`,
    customerId,
    staffId: recorded.recorded_by,
    amountMinor: usdMinor,
  } as const
  const { needsSecondPerson } = await judgeSoloAction(deps, trx, solo)
  if (!needsSecondPerson) {
    // Without a customer it can only be returned, which moves nothing.
    if (customerId !== null) await recordSoloAction(trx, solo, recorded.received_at)
    return matchOrHold(deps, trx, recorded, payment)
  }

  if (payment && recorded.why === '')
    await applyLockedFacts(deps, trx, payment, [receiptFact(payment, recorded, 'processing')])
  return recorded
}

/** The payment that the text of a transfer names; undefined if it names none or more than one. */
async function findNamedIntent(trx: Trx, text: string): Promise<PaymentIntentRow | undefined> {
  const intents = await findIntentsByReference(trx, bankReferencesIn(text))
  return intents.length === 1 ? intents[0] : undefined
}

/** A second person confirms a large receipt, which is then matched like any other (STF-2). */
export async function approveReceipt(deps: Deps, staffId: string, receiptId: string): Promise<ReceiptView> {
  const receipt = await deps.db.transaction().execute(async (trx) => {
    const { payment, receipt: locked } = await lockReceiptAndPayment(trx, receiptId)
    if (locked.state !== 'unapproved') throw new AppError('RECEIPT_SETTLED')
    if (locked.recorded_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')

    const approved = await updateReceipt(trx, receiptId, { approved_by: staffId })
    const settled = await matchOrHold(deps, trx, approved, payment)
    await recordAudit(trx, {
      staffId,
      action: 'receipt.approved',
      subject: { kind: 'receipt', id: receiptId },
      customerId: payment?.intent.customer_id ?? null,
      before: { state: locked.state },
      after: { state: settled.state, why: settled.why },
    })
    return settled
  })

  return receiptViewOf(deps.db, receipt)
}

/**
 * Captures the payment if the receipt matches it; otherwise holds both, so that nobody pays twice.
 */
async function matchOrHold(
  deps: Deps,
  trx: Trx,
  receipt: ReceiptRow,
  payment: LockedPayment | null,
): Promise<ReceiptRow> {
  const now = deps.clock()
  const amountMinor = Number(receipt.amount_minor)
  const why = receiptDoubt(payment?.intent ?? null, { amountMinor, currency: receipt.currency }, now)
  if (payment && why === '') {
    await applyLockedFacts(deps, trx, payment, [receiptFact(payment, receipt, 'captured', amountMinor)])
    return updateReceipt(trx, receipt.id, { state: 'matched', why, settled_at: now })
  }

  if (payment && isAwaitingTransfer(payment.intent))
    await applyLockedFacts(deps, trx, payment, [receiptFact(payment, receipt, 'held')])
  return updateReceipt(trx, receipt.id, { state: 'held', why })
}

const isAwaitingTransfer = ({ state }: PaymentIntentRow) => state === 'awaiting_funds' || state === 'processing'

/** Why a transfer does not match the payment that it names (PAY-12); empty if it does. */
function receiptDoubt(
  intent: PaymentIntentRow | null,
  received: { amountMinor: number; currency: string },
  now: Date,
): ReceiptDoubt {
  if (!intent) return 'unknown-reference'

  const isWaiting = isAwaitingTransfer(intent)
  const isPastExpiry = intent.expires_at !== null && intent.expires_at <= now
  if (intent.state === 'expired' || (isWaiting && isPastExpiry)) return 'rate-expired'
  if (!isWaiting) return 'payment-closed'
  if (received.currency !== intent.currency) return 'other-currency'

  const amountMinor = Number(intent.amount_minor)
  if (received.amountMinor < amountMinor) return 'short'
  return received.amountMinor > amountMinor ? 'over' : ''
}

/** The USD value of an amount at the rate in force. */
export async function convertToUsd(deps: Pick<Deps, 'catalogues'>, minor: number, currency: Currency): Promise<number> {
  if (currency === 'USD') return minor
  const { catalogue } = await deps.catalogues.inForce()
  return minorOf(minor / catalogue.selling.exchangeRates[currency] / 100)
}

/** Locks what is paid, the payment and the receipt, always in this sequence. */
export async function lockReceiptAndPayment(
  trx: Trx,
  receiptId: string,
): Promise<{ payment: LockedPayment | null; receipt: ReceiptRow }> {
  const { intent_id: intentId } = await getReceipt(trx, receiptId)
  const payment = intentId === null ? null : await lockPayment(trx, await getIntent(trx, intentId))
  return { payment, receipt: await lockReceipt(trx, receiptId) }
}

/** A fact about a transfer, identified by its receipt. */
export const receiptFact = (
  { intent }: LockedPayment,
  { id }: ReceiptRow,
  type: PaymentFact['type'],
  amountMinor = 0,
): PaymentFact => ({ provider: 'bank', id: `${type} ${id}`, type, amountMinor, currency: intent.currency })

/** Any receipt as staff see it. */
export async function getReceiptView(db: Db, receiptId: string): Promise<ReceiptView> {
  return receiptViewOf(db, await getReceipt(db, receiptId))
}

async function receiptViewOf(db: Db | Trx, receipt: ReceiptRow): Promise<ReceiptView> {
  const { number, recordedBy, approvedBy } = await findReceiptNames(db, receipt)
  return {
    id: receipt.id,
    bankTransactionId: receipt.bank_transaction_id,
    reference: receipt.reference,
    amountMinor: Number(receipt.amount_minor),
    currency: receipt.currency,
    state: receipt.state,
    why: receipt.why,
    orderNumber: number,
    recordedBy,
    approvedBy,
    receivedAt: receipt.received_at.toISOString(),
  }
}
