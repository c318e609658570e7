import { isUnpaidPayment, type Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { recordFacts } from '#features/payment/intent/apply-facts.service.ts'
import { systemFact } from '#features/payment/intent/derived-facts.ts'
import { findOpenIntent } from '#features/payment/intent/intent.repository.ts'
import {
  type Bill,
  type BillRef,
  billTerms,
  isAwaitingMoney,
  lockBill,
} from '#features/payment/intent/payable.repository.ts'
import { closeCardPage, openCardPage, tryRefreshCard } from '#features/payment/methods/card.service.ts'
import { refuseCardCurrency } from '#features/payment/methods/method-offers.service.ts'
import { balancePart, type Choice, openPayment } from '#features/payment/methods/open-payment.service.ts'
import { hasUnfinishedPayment } from '#src/money/additional-cost.ts'
import { dueUsd, listPayments } from '#src/money/order-payments.ts'

/** Another customer's bill and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function lockOwnBill(trx: Trx, customerId: string, ref: BillRef): Promise<Bill> {
  const bill = await lockBill(trx, ref)
  if (billTerms(bill).customerId !== customerId) throw new AppError('NOT_FOUND')
  return bill
}

const tables = { order: 'customer_order', 'additional-cost': 'additional_cost' } as const

async function assertOwnBill(db: Db, customerId: string, { kind, id }: BillRef): Promise<void> {
  const row = await db.selectFrom(tables[kind]).select('customer_id').where('id', '=', id).executeTakeFirst()
  if (row?.customer_id !== customerId) throw new AppError('NOT_FOUND')
}

/** Begins a payment of what the caller's bill still needs, or resumes the open one of its kind. */
export async function beginPayment(
  deps: Deps,
  caller: { customerId: string; language: Language },
  ref: BillRef,
  choice: Choice,
): Promise<void> {
  const { customerId, language } = caller
  const intent = await deps.db.transaction().execute(async (trx) => {
    const bill = await lockOwnBill(trx, customerId, ref)
    const resumable = await findResumablePayment(trx, bill, { ...choice, agency: false })
    if (!resumable) return openPayment(deps, trx, bill, choice, deps.clock())

    if (await wouldUseBalance(trx, bill, choice, deps.clock())) throw new AppError('PAYMENT_PENDING')
    return resumable
  })
  if (choice.method === 'balance' || choice.useBalance) failpoint('capture:after-commit')

  if (intent) await openCardPage(deps, intent.id, language)
}

/**
 * The open payment of a locked bill, if it is of the wanted kind. Any other open payment must end
 * first: a bill has one payer and one payment at a time (PAY-5).
 */
export async function findResumablePayment(
  trx: Trx,
  bill: Bill,
  wanted: Pick<Choice, 'method' | 'bankCurrency'> & { agency: boolean },
): Promise<PaymentIntentRow | null> {
  refuseCardCurrency(wanted)
  if (!isAwaitingMoney(bill)) throw new AppError(bill.kind === 'order' ? 'ORDER_STATE' : 'ADDITIONAL_COST_STATE')

  // A transfer may wait for staff although its payment has ended: paying beside it would pay twice.
  if (bill.kind === 'additional-cost' && (await hasUnfinishedPayment(trx, bill.cost.id)))
    throw new AppError('PAYMENT_PENDING')

  const open = await findOpenIntent(trx, billTerms(bill).ref)
  if (!open) return null

  const isSameCurrency = open.method !== 'bank_transfer' || open.currency === (wanted.bankCurrency ?? 'USD')
  const isSameKind = open.method === wanted.method && open.agency === wanted.agency && isSameCurrency
  if (!isSameKind || !isUnpaidPayment(open.state)) throw new AppError('PAYMENT_PENDING')

  return open
}

/**
 * Whether the balance would now pay a part that the open payment takes by card or transfer. A stale
 * tab offers that; resuming would charge more than the tab shows.
 */
async function wouldUseBalance(trx: Trx, bill: Bill, choice: Choice, now: Date): Promise<boolean> {
  const terms = billTerms(bill)
  const dueMinor = dueUsd(terms, await listPayments(trx, terms.ref))
  return (await balancePart(trx, { customerId: terms.customerId, dueMinor }, choice, now)) > 0
}

/** Refreshes the open card payment from the provider. */
export async function checkPayment(deps: Deps, customerId: string, ref: BillRef): Promise<void> {
  await assertOwnBill(deps.db, customerId, ref)
  const open = await findOpenIntent(deps.db, ref)
  if (open) await tryRefreshCard(deps, open.id)
}

/** Ends the open payment of the caller's bill, so that another method can be chosen. */
export async function abandonPayment(deps: Deps, customerId: string, ref: BillRef): Promise<void> {
  await assertOwnBill(deps.db, customerId, ref)
  const open = await findOpenIntent(deps.db, ref)
  if (open) await endPayment(deps, open)
}

/** Ends an unpaid payment; throws `PAYMENT_PENDING` while the result of a card is unknown. */
export async function endPayment(deps: Deps, open: PaymentIntentRow): Promise<void> {
  if (open.method === 'bank_transfer' && open.state === 'awaiting_funds') {
    await recordFacts(deps, open.id, [systemFact(open, 'voided', `abandoned ${open.id}`)])
    return
  }

  if (open.state !== 'created' && open.state !== 'requires_action') throw new AppError('PAYMENT_PENDING')

  const ended = await closeCardPage(deps, open.id)
  if (ended.state === 'processing' || ended.state === 'held') throw new AppError('PAYMENT_PENDING')
}

/**
 * Closes the card page of a bill that is about to be closed, or learns its result, so that nobody
 * pays it meanwhile.
 */
export async function endOpenPayment(
  deps: Deps,
  ref: BillRef,
  mayEnd: (open: PaymentIntentRow) => boolean,
): Promise<void> {
  const open = await findOpenIntent(deps.db, ref)
  if (!open || !mayEnd(open)) return

  try {
    await endPayment(deps, open)
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') throw new AppError('PAYMENT_PENDING')
    throw error
  }
}
