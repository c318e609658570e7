import { randomUUID } from 'node:crypto'
import { type Currency, type PaymentChoice, type PaymentMethod, paymentLimits } from '@cotation/domain'
import { convertedMinor } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { failpoint } from '#core/failpoint.ts'
import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { pipeline } from '#db/pipeline.ts'
import { settle } from '#features/payment/intent/apply-facts.service.ts'
import { insertIntents } from '#features/payment/intent/intent.repository.ts'
import { type Bill, billTerms, type Payable } from '#features/payment/intent/payable.repository.ts'
import { statusOfUnpaid } from '#features/payment/intent/settle-bill.service.ts'
import { getAdditionalCost } from '#src/money/additional-cost.ts'
import { findCreditStanding } from '#src/money/credit.ts'
import { lockAccount, post } from '#src/money/ledger.ts'
import { dueUsd, listPayments } from '#src/money/order-payments.ts'
import type { PayableRef } from '#src/money/payable-ref.ts'
import { isBalanceBlocked } from '#src/money/reload.ts'
import { newBankReference } from './bank-reference.ts'
import { captureCreditJob } from './credit.service.ts'
import { cardRefusal, creditRefusal, refuseCardCurrency } from './method-offers.service.ts'
import { type LinkPayer, type PlannedPayment, planPayments, type RestTerms } from './payment-plan.ts'

export interface Choice {
  method: PaymentChoice
  useBalance: boolean
  bankCurrency?: Currency | undefined
}

export const usesBalance = ({ method, useBalance }: Pick<Choice, 'method' | 'useBalance'>): boolean =>
  method === 'balance' || useBalance

/** What a payment has to cover. */
interface AmountDue {
  ref: PayableRef
  customerId: string
  dueMinor: number
  deadline: Date | null
}

/**
 * Plans the payments of an order that is placed in this transaction, and the status that they give
 * it. Locks the wallet if the balance pays a part. `writePayments` writes the plan.
 */
export async function planFirstPayment(deps: Deps, trx: Trx, due: AmountDue, choice: Choice, now: Date) {
  const payments = await planDuePayments(deps, trx, due, choice, now)
  const orderStatus = statusOfUnpaid(
    due.dueMinor,
    payments.map(({ intent }) => intent),
  )
  return { payments, orderStatus }
}

/**
 * Opens the payments of the amount due of a locked bill: the balance pays its part, the chosen
 * method the rest. Balance and credit pay at once. Returns the last payment, if one was opened.
 */
export async function openPayment(
  deps: Deps,
  trx: Trx,
  bill: Bill,
  choice: Choice,
  now: Date,
): Promise<PaymentIntentRow | null> {
  const due = await getAmountDue(trx, bill, now)
  if (usesBalance(choice) && (await isBalanceBlocked(trx, due.customerId))) throw new AppError('BALANCE_BLOCKED')

  const payments = await planDuePayments(deps, trx, due, choice, now)
  return openPlanned(deps, trx, bill, payments, now)
}

/** The amount due of a locked bill; throws if nothing is due or nothing may be paid now. */
export async function getAmountDue(trx: Trx, bill: Bill, now: Date): Promise<AmountDue> {
  await refuseUnlessPayable(trx, bill, now)

  const terms = billTerms(bill)
  const dueMinor = dueUsd(terms, await listPayments(trx, terms.ref))
  if (dueMinor <= 0) throw new AppError('ORDER_STATE')
  return { ...terms, dueMinor }
}

/** No payment begins while a result is awaited, after a deadline or after the end of the order. */
export async function refuseUnlessPayable(trx: Trx, bill: Bill, now: Date): Promise<void> {
  if (bill.kind === 'order') {
    if (bill.order.status !== 'awaiting_payment') throw new AppError('ORDER_STATE')
    return
  }

  const { state, deadline } = await getAdditionalCost(trx, bill.cost.id, now)
  if (state !== 'requested' || deadline <= now) throw new AppError('ADDITIONAL_COST_STATE')
}

interface ExternalPayment {
  method: 'card' | 'bank_transfer'
  usdMinor: number
  bankCurrency?: Currency | undefined
  linkPayer?: LinkPayer
}

/** Opens a payment by card or transfer of a reload, or of a bill by the holder of its link. */
export async function openExternalPayment(
  deps: Deps,
  trx: Trx,
  payable: Payable,
  { method, usdMinor, bankCurrency, linkPayer }: ExternalPayment,
  now: Date,
): Promise<PaymentIntentRow> {
  const rest = await restTerms(deps, trx, { method, usdMinor, linkPayer: linkPayer ?? null, bankCurrency })
  const payments = planPayments({
    ...payerOf(payable),
    balance: null,
    rest,
    now,
  })

  const opened = await openPlanned(deps, trx, payable, payments, now)
  if (!opened) throw new Error('a plan with a rest has a payment')
  return opened
}

/** Who pays for what, and until when. */
function payerOf(payable: Payable): Pick<AmountDue, 'ref' | 'customerId' | 'deadline'> {
  if (payable.kind !== 'reload') return billTerms(payable)

  const { id, customer_id: customerId } = payable.reload
  return { ref: { kind: 'reload', id }, customerId, deadline: null }
}

/** Writes planned payments, then updates the bill or reload that they pay. */
async function openPlanned(
  deps: Deps,
  trx: Trx,
  payable: Payable,
  payments: readonly PlannedPayment[],
  now: Date,
): Promise<PaymentIntentRow | null> {
  const last = payments.at(-1)
  if (!last) return null

  await writePayments(deps, trx, payments, now)
  await settle(deps, trx, payable, { intent: last.intent, isLateCapture: false, refund: null })
  return last.intent
}

/** Writes planned payments with their facts, and posts them. What they pay is not changed. */
export async function writePayments(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  payments: readonly PlannedPayment[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return

  const postAll = async (one: Trx) => {
    for (const { intent, postings } of payments) {
      for (const posting of postings) await post(one, now, posting)
      if (intent.method === 'credit') await jobs.enqueue(one, captureCreditJob, { intentId: intent.id })
    }
  }
  await pipeline(trx, (one) => [insertIntents(one, payments, now), postAll(one)])

  if (payments.some(({ intent }) => intent.state === 'captured')) failpoint('capture:before-commit')
}

async function planDuePayments(
  deps: Deps,
  trx: Trx,
  due: AmountDue,
  choice: Choice,
  now: Date,
): Promise<PlannedPayment[]> {
  const { ref, customerId, deadline, dueMinor } = due
  const { method, bankCurrency } = choice
  refuseCardCurrency(choice)
  await refuseMethodNotOffered(deps, trx, due, method)

  const balanceMinor = await balancePart(trx, due, choice, now)
  const balance = balanceMinor > 0 ? { intentId: randomUUID(), usdMinor: balanceMinor } : null

  const restMinor = dueMinor - balanceMinor
  const isPaidNow = restMinor > 0 && method !== 'agency' && method !== 'balance'
  const rest = isPaidNow
    ? await restTerms(deps, trx, { method, usdMinor: restMinor, linkPayer: null, bankCurrency })
    : null

  return planPayments({ ref, customerId, deadline, balance, rest, now })
}

/** Too little balance or credit is refused by the account's floor when the payment is posted. */
async function refuseMethodNotOffered(
  deps: Deps,
  trx: Trx,
  { customerId, dueMinor }: AmountDue,
  method: PaymentChoice,
): Promise<void> {
  if (method === 'card' && cardRefusal(deps)) throw new AppError('METHOD_NOT_OFFERED')
  if (method !== 'credit') return

  const refusal = creditRefusal(await findCreditStanding(trx, customerId, deps.clock()), dueMinor)
  if (refusal && refusal !== 'credit-limit-reached') throw new AppError('METHOD_NOT_OFFERED')
}

/** What the balance pays of an amount. Locks the wallet. */
export async function balancePart(
  trx: Trx,
  { customerId, dueMinor }: Pick<AmountDue, 'customerId' | 'dueMinor'>,
  choice: Pick<Choice, 'method' | 'useBalance'>,
  now: Date,
): Promise<number> {
  if (choice.method === 'balance') return dueMinor
  if (!choice.useBalance) return 0

  const { balanceMinor } = await lockAccount(trx, 'wallet', customerId, now)
  if (balanceMinor >= dueMinor) return dueMinor

  const maxMinor = choice.method === 'card' ? dueMinor - paymentLimits.minCardMinor : dueMinor
  return Math.max(0, Math.min(balanceMinor, maxMinor))
}

interface RestChoice {
  method: Exclude<PaymentMethod, 'balance'>
  usdMinor: number
  linkPayer: LinkPayer | null
  bankCurrency: Currency | undefined
}

async function restTerms(
  deps: Deps,
  trx: Trx,
  { method, usdMinor, linkPayer, bankCurrency: currency = 'USD' }: RestChoice,
): Promise<RestTerms> {
  const terms = { intentId: randomUUID(), usdMinor, linkPayer }
  if (method !== 'bank_transfer') return { ...terms, method }

  const hasAccount = deps.config.bankAccounts.some((account) => account.currency === currency)
  if (!hasAccount) throw new AppError('METHOD_NOT_OFFERED')

  const amountMinor = await convertUsd(deps, trx, usdMinor, currency)
  return { ...terms, method, currency, amountMinor, reference: newBankReference() }
}

/** At the rate in force, which stays fixed for this payment. */
async function convertUsd(
  deps: Pick<Deps, 'catalogues'>,
  trx: Trx,
  usdMinor: number,
  currency: Currency,
): Promise<number> {
  if (currency === 'USD') return usdMinor
  const { catalogue } = await deps.catalogues.inForce(trx)
  return Math.max(1, convertedMinor(usdMinor, currency, catalogue.selling))
}
