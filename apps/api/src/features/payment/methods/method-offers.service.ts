import type { MethodOffer } from '@cotation/contracts'
import type { Currency, MethodRefusal, PaymentChoice } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { type CreditStanding, findCreditStanding } from '#src/money/credit.ts'
import { readBalances } from '#src/money/ledger.ts'
import { readPendingReloads } from '#src/money/reload.ts'

interface MethodOffers {
  methods: MethodOffer[]
  balanceMinor: number
  /** Reloads that are paid and not spendable yet. */
  pendingReloadMinor: number
  /** What may still be bought on credit; null if no limit was granted. */
  creditMinor: number | null
}

/** What a customer can pay with besides money from outside. */
interface Funds {
  balanceMinor: number
  pendingReloadMinor: number
  credit: CreditStanding | null
}

export async function readFunds(db: Db | Trx, customerId: string, now: Date): Promise<Funds> {
  const balanceOf = await readBalances(db, ['wallet', 'wallet_pending', 'credit'], customerId)
  const { balanceMinor } = balanceOf('wallet')
  // Most customers have nothing pending, and the query is saved.
  const isAnyPending = balanceOf('wallet_pending').balanceMinor > 0
  const pendingReloadMinor = isAnyPending ? await readPendingReloads(db, customerId) : 0
  const credit = await findCreditStanding(db, customerId, now, balanceOf('credit'))

  return { balanceMinor, pendingReloadMinor, credit }
}

/** Which methods a customer may choose for an amount, and why not the others. */
export function methodOffers(
  deps: Pick<Deps, 'cards'>,
  { balanceMinor, pendingReloadMinor, credit }: Funds,
  dueMinor: number,
): MethodOffers {
  return {
    methods: [
      { method: 'card', refusal: cardRefusal(deps) },
      { method: 'bank_transfer', refusal: null },
      { method: 'balance', refusal: balanceMinor < dueMinor ? 'balance-too-low' : null },
      { method: 'credit', refusal: creditRefusal(credit, dueMinor) },
      { method: 'agency', refusal: null },
    ],
    balanceMinor,
    pendingReloadMinor,
    creditMinor: availableCredit(credit),
  }
}

function availableCredit(credit: CreditStanding | null): number | null {
  return credit && credit.limitMinor > 0 ? Math.max(0, credit.limitMinor - credit.owedMinor) : null
}

export function creditRefusal(credit: CreditStanding | null, usdMinor: number): MethodRefusal | null {
  const availableMinor = availableCredit(credit)
  if (!credit || availableMinor === null) return 'credit-not-granted'
  if (credit.isSuspended) return 'credit-suspended'
  if (credit.overdueMinor > 0) return 'credit-overdue'
  return availableMinor < usdMinor ? 'credit-limit-reached' : null
}

/**
 * Offered in whatever currency the customer sees the prices: the page names the amount in USD that
 * the card is charged.
 */
export const cardRefusal = ({ cards }: Pick<Deps, 'cards'>): MethodRefusal | null =>
  cards === null ? 'card-not-configured' : null

/** Cards are charged in USD only (spec 9): a choice that asks for another currency is refused. */
export function refuseCardCurrency(choice: { method: PaymentChoice; bankCurrency?: Currency | undefined }): void {
  const { method, bankCurrency = 'USD' } = choice
  if (method === 'card' && bankCurrency !== 'USD') throw new AppError('METHOD_NOT_OFFERED')
}

/** What the holder of a payment link may choose: nothing that belongs to the customer. */
export function linkOffers(deps: Pick<Deps, 'cards'>): MethodOffer[] {
  return [
    { method: 'card', refusal: cardRefusal(deps) },
    { method: 'bank_transfer', refusal: null },
  ]
}
