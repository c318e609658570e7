import { randomUUID } from 'node:crypto'
import { type Currency, type PaymentChoice, paymentLimits } from '@cotation/domain'
import { convertedMinor } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#features/order/lifecycle/order-status.service.ts'
import { dueUsd } from '#features/payment/intent/amounts.ts'
import { applyLocked, insertWithCapture, openCaptured } from '#features/payment/intent/apply-facts.service.ts'
import type { PaymentFact } from '#features/payment/intent/facts.repository.ts'
import { insertIntent, listOrderIntents, type PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'
import type { Subject } from '#features/payment/intent/payable.repository.ts'
import { captureCreditJob } from '#features/payment/payment-queues.ts'
import { lockAccount } from '#src/money/ledger.ts'
import { newBankReference } from './bank-reference.ts'
import { cardRefusal, methodOffers } from './method-offers.service.ts'

export { beginAtProvider } from './card.service.ts'

export interface Choice {
  method: PaymentChoice
  useBalance: boolean
  bankCurrency?: Currency
}

/** The least that a card is charged: a smaller rest of a combined payment would be refused by the provider. */
const leastCardMinor = 50

/** In which the page of a new card payment is made by whoever began it. */
const beginMs = 20_000

/**
 * Begins the payment of what is due of a locked order that awaits it: takes the part that the balance pays, and makes the payment of the
 * rest (none for somebody else who will pay by a link). Balance and credit pay the order at once.
 */
export async function openPayment(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  choice: Choice,
  now: Date,
): Promise<{ intentId: string | null }> {
  return openAfter(deps, trx, order, choice, await listOrderIntents(trx, order.id), now)
}

/** The same for an order that was placed in this very transaction: there is no payment of it yet. */
export async function openFirstPayment(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  choice: Choice,
  now: Date,
): Promise<{ intentId: string | null }> {
  return openAfter(deps, trx, order, choice, [], now)
}

async function openAfter(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  choice: Choice,
  before: readonly PaymentIntentRow[],
  now: Date,
): Promise<{ intentId: string | null }> {
  if (order.status !== 'awaiting_payment') throw new AppError('ORDER_STATE')

  const due = dueUsd(order, before)
  if (due <= 0) throw new AppError('ORDER_STATE')

  await refuseWhatIsNotOffered(deps, trx, order, choice.method, due)

  const fromBalance = await balancePart(trx, order, choice, due, now)
  if (fromBalance > 0) {
    const paid = await openCaptured(deps, trx, order, ...fromBalanceOf(order, fromBalance, now))
    if (fromBalance >= due) return { intentId: paid.id }
  }

  const rest = due - fromBalance
  if (choice.method === 'agency') return { intentId: null }

  const subject: Subject = { order, reload: null }
  const intent = await openOutside(deps, trx, subject, { ...choice, usdMinor: rest }, now)
  return { intentId: intent.id }
}

/** Balance and credit are refused where the account itself would fall below its floor. */
async function refuseWhatIsNotOffered(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  method: PaymentChoice,
  usdMinor: number,
): Promise<void> {
  if (method === 'card' && cardRefusal(deps, order.currency)) throw new AppError('METHOD_NOT_OFFERED')
  if (method !== 'credit') return
  const { methods } = await methodOffers(deps, trx, order.customer_id, { usdMinor, currency: order.currency })
  const refusal = methods.find((offer) => offer.method === 'credit')?.refusal
  if (refusal && refusal !== 'credit-limit-reached') throw new AppError('METHOD_NOT_OFFERED')
}

async function balancePart(trx: Trx, order: OrderRow, choice: Choice, due: number, now: Date): Promise<number> {
  if (choice.method === 'balance') return due
  if (!choice.useBalance) return 0
  const { balanceMinor } = await lockAccount(trx, 'wallet', order.customer_id, now)
  if (balanceMinor >= due) return due
  const most = choice.method === 'card' ? due - leastCardMinor : due
  return Math.max(0, Math.min(balanceMinor, most))
}

/** Takes the whole price of an order from the balance; the order was written as paid in this very transaction. */
export async function payWholeFromBalance(trx: Trx, order: OrderRow, now: Date): Promise<void> {
  await insertWithCapture(trx, ...fromBalanceOf(order, Number(order.total_minor), now), now)
}

/** A payment that the balance makes, and its capture. */
function fromBalanceOf(order: OrderRow, usdMinor: number, now: Date) {
  const id = randomUUID()
  const intent = { ...newIntent({ order, reload: null }, now), id, method: 'balance' as const, ...inUsd(usdMinor) }
  return [intent, factOf(intent, 'balance', 'captured', usdMinor)] as const
}

const inUsd = (usdMinor: number) => ({ amount_minor: usdMinor, currency: 'USD', usd_minor: usdMinor }) as const

const newIntent = ({ order, reload }: Subject, now: Date) => ({
  customer_id: (order ?? reload).customer_id,
  order_id: order?.id ?? null,
  reload_id: reload?.id ?? null,
  state: 'created' as const,
  reference: null,
  provider_session: null,
  provider_url: null,
  created_at: now,
  expires_at: null,
  check_at: null,
  closed_at: null,
})

const factOf = (
  { id, currency }: Pick<PaymentIntentRow, 'id' | 'currency'>,
  provider: PaymentFact['provider'],
  type: PaymentFact['type'],
  amountMinor = 0,
): PaymentFact => ({ provider, id: `${type} ${id}`, type, amountMinor, currency })

interface Outside {
  method: PaymentChoice
  usdMinor: number
  bankCurrency?: Currency
  agency?: boolean
}

/** The payment by card, transfer or credit of an order or a reload; who is asked to offer it has been. */
export async function openOutside(
  deps: Deps,
  trx: Trx,
  subject: Subject,
  { method, usdMinor, bankCurrency = 'USD', agency = false }: Outside,
  now: Date,
): Promise<PaymentIntentRow> {
  const base = { ...newIntent(subject, now), agency }
  const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  if (method === 'card') {
    return insertIntent(trx, {
      ...base,
      method,
      ...inUsd(usdMinor),
      expires_at: later(paymentLimits.cardHours),
      check_at: new Date(now.getTime() + beginMs),
    })
  }

  if (method === 'bank_transfer') {
    if (!deps.config.bankAccounts.some(({ currency }) => currency === bankCurrency))
      throw new AppError('METHOD_NOT_OFFERED')

    const intent = await insertIntent(trx, {
      ...base,
      method,
      usd_minor: usdMinor,
      currency: bankCurrency,
      amount_minor: await amountIn(deps, trx, bankCurrency, usdMinor),
      reference: newBankReference(),
      expires_at: later(24 * paymentLimits.bankTransferDays),
    })

    return applyLocked(deps, trx, subject, intent, [factOf(intent, 'bank', 'awaiting_funds')])
  }

  if (method !== 'credit') throw new AppError('METHOD_NOT_OFFERED')

  const intent = await insertIntent(trx, { ...base, method, ...inUsd(usdMinor) })
  await deps.jobs.enqueue(trx, captureCreditJob, { intentId: intent.id })

  return applyLocked(deps, trx, subject, intent, [factOf(intent, 'credit', 'authorized')])
}

/** At the rate in force, which stays fixed for this payment. */
async function amountIn(
  deps: Pick<Deps, 'catalogues'>,
  trx: Trx,
  currency: Currency,
  usdMinor: number,
): Promise<number> {
  if (currency === 'USD') return usdMinor
  const { catalogue } = await deps.catalogues.inForce(trx)
  return Math.max(1, convertedMinor(usdMinor, currency, catalogue.selling))
}
