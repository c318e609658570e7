import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { applyLockedFacts } from '#features/payment/intent/apply-facts.service.ts'
import { bankLines } from '#features/payment/intent/fact-postings.ts'
import { listFacts, type PaymentFact, storedFact } from '#features/payment/intent/facts.repository.ts'
import { findOpenIntent, getIntent } from '#features/payment/intent/intent.repository.ts'
import {
  type Bill,
  billTerms,
  isAwaitingMoney,
  type LockedPayment,
} from '#features/payment/intent/payable.repository.ts'
import type { PaymentDeps } from '#features/payment/intent/settle-bill.service.ts'
import { post } from '#src/money/ledger.ts'
import { inPaymentCurrency, listPayments, paidUsd } from '#src/money/order-payments.ts'
import { judgeSoloAction, lockActionCustomer, recordSoloAction, soloLimitOf } from '#src/money/solo-action.ts'
import { getReceipt, type ReceiptRow, updateReceipt } from './methods/bank-receipt.repository.ts'
import { convertToUsd, lockReceiptAndPayment, receiptFact } from './methods/bank-receipt.service.ts'
import { requestRefund } from './request-refund.service.ts'
import { enqueueTransferMail } from './transfer-mail.service.ts'

/** What a receipt is worth at the rate in force, and the customer whose payment it names. */
export interface ReceiptWorth {
  receiptId: string
  usdMinor: number
  customerId: string | null
}

/** Not for use in a transaction: waiting for a second pooled connection inside it can deadlock. */
export async function getReceiptWorth(deps: Pick<Deps, 'catalogues' | 'db'>, receiptId: string): Promise<ReceiptWorth> {
  const { amount_minor, currency, intent_id: intentId } = await getReceipt(deps.db, receiptId)
  const usdMinor = await convertToUsd(deps, Number(amount_minor), currency)
  const customerId = intentId === null ? null : (await getIntent(deps.db, intentId)).customer_id
  return { receiptId, usdMinor, customerId }
}

interface Resolution {
  as: 'matched' | 'to-balance' | 'returned'
  staffId: string
  reason: string
}

/** Applies what staff decide about a held receipt. Its recorder may not resolve a large one. */
export async function resolveReceipt(
  deps: PaymentDeps,
  trx: Trx,
  { receiptId, usdMinor }: ReceiptWorth,
  { as, staffId, reason }: Resolution,
): Promise<void> {
  const isLarge = usdMinor > (await soloLimitOf(deps, trx, { staffId, limit: 'transfer' }))
  const { payment, receipt } = await lockReceiptAndPayment(trx, receiptId)
  if (receipt.state === 'unapproved') throw new AppError('SECOND_PERSON_NEEDED')
  if (receipt.state !== 'held') throw new AppError('RECEIPT_SETTLED')
  if (isLarge && receipt.recorded_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')

  if (as === 'matched') await countForPayment(deps, trx, receipt, payment, { usdMinor, staffId, reason })
  if (as === 'to-balance') await creditBalance(deps, trx, receipt, payment, { usdMinor, staffId, reason })
  if (as !== 'matched' && payment) await voidHeldPayment(deps, trx, receipt, payment)

  await updateReceipt(trx, receiptId, { state: as, note: reason, settled_at: deps.clock() })
  await enqueueTransferMail(deps, trx, { receiptId })
}

/** Resolves a held receipt without a credit to the balance, which may need a second person. */
export async function matchOrReturnReceipt(
  deps: Deps,
  receiptId: string,
  resolution: Resolution & { as: 'matched' | 'returned' },
): Promise<void> {
  const worth = await getReceiptWorth(deps, receiptId)
  await deps.db.transaction().execute(async (trx) => {
    if (worth.customerId !== null) await lockActionCustomer(trx, worth.customerId)
    await resolveReceipt(deps, trx, worth, resolution)
    await recordAudit(trx, {
      staffId: resolution.staffId,
      action: 'receipt.resolved',
      subject: { kind: 'receipt', id: receiptId },
      customerId: worth.customerId,
      before: { state: 'held' },
      after: { state: resolution.as },
      reason: resolution.reason,
    })
  })
}

const outcomeNotAllowed = () => new AppError('VALIDATION', { fields: [{ path: 'as', code: 'INVALID_VALUE' }] })

/** A decision of staff about money: how much arrived, who decided and why. */
interface Decision {
  usdMinor: number
  staffId: string
  reason: string
}

/**
 * Counts a transfer for its payment at its own value: a short one leaves the rest to be paid, the
 * surplus of a larger one is refunded. Refused for a bill that expects no money or that is
 * being paid by another payment.
 */
async function countForPayment(
  deps: PaymentDeps,
  trx: Trx,
  receipt: ReceiptRow,
  payment: LockedPayment | null,
  decision: Decision,
): Promise<void> {
  if (!payment) throw outcomeNotAllowed()

  const { intent, payable } = payment
  if (payable.kind !== 'reload') {
    const open = await findOpenIntent(trx, billTerms(payable).ref)
    if (!isAwaitingMoney(payable) || (open && open.id !== intent.id)) throw outcomeNotAllowed()
  }

  const receivedMinor = Number(receipt.amount_minor)
  const isSameCurrency = receipt.currency === intent.currency
  const countedMinor = isSameCurrency ? receivedMinor : Math.max(1, inPaymentCurrency(intent, decision.usdMinor))
  const captured: PaymentFact = {
    ...receiptFact(payment, receipt, 'captured', countedMinor),
    detail: { receivedMinor, receivedCurrency: receipt.currency },
  }
  await applyLockedFacts(deps, trx, payment, [captured, ...(await releaseFacts(trx, receipt, payment))])
  if (payable.kind !== 'reload') await returnSurplus(deps, trx, receipt, payable, decision)
}

/**
 * Refunds what was paid above the total: to the balance, or to the payer of a link. One person puts
 * no more on a balance than with the whole receipt (STF-2); the customer is locked.
 */
async function returnSurplus(
  deps: PaymentDeps,
  trx: Trx,
  receipt: ReceiptRow,
  bill: Bill,
  { staffId, reason }: Decision,
): Promise<void> {
  const { ref, customerId, totalMinor } = billTerms(bill)
  const surplusMinor = paidUsd(await listPayments(trx, ref)) - totalMinor
  if (surplusMinor <= 0) return

  const key = `surplus ${receipt.id}`
  const solo = { limit: 'balance', key, customerId, staffId, amountMinor: surplusMinor } as const
  const { needsSecondPerson } = await judgeSoloAction(deps, trx, solo)
  if (needsSecondPerson) throw new AppError('SECOND_PERSON_NEEDED')

  await recordSoloAction(trx, solo, deps.clock())
  await requestRefund(deps, trx, ref, surplusMinor, { key, requestedBy: staffId, reason })
}

/** Releases the payment if this receipt was the reason why it is held. */
async function releaseFacts(trx: Trx, receipt: ReceiptRow, payment: LockedPayment): Promise<PaymentFact[]> {
  const facts = await listFacts(trx, payment.intent.id)
  const held = storedFact(receiptFact(payment, receipt, 'held'))
  const isHeld = facts.some(({ id }) => id === held.id)
  return isHeld ? [receiptFact(payment, receipt, 'released')] : []
}

/** Ends the held payment without its money; the customer may pay again. */
async function voidHeldPayment(
  deps: PaymentDeps,
  trx: Trx,
  receipt: ReceiptRow,
  payment: LockedPayment,
): Promise<void> {
  const released = await releaseFacts(trx, receipt, payment)
  if (released.length === 0) return

  await applyLockedFacts(deps, trx, payment, [...released, receiptFact(payment, receipt, 'voided')])
}

async function creditBalance(
  deps: PaymentDeps,
  trx: Trx,
  receipt: ReceiptRow,
  payment: LockedPayment | null,
  { usdMinor, staffId, reason }: Decision,
): Promise<void> {
  if (!payment || usdMinor === 0) throw outcomeNotAllowed()
  if (payment.intent.agency) throw new AppError('PAID_BY_ANOTHER')

  const customerId = payment.intent.customer_id
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
