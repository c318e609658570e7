import type { MethodOffer } from '@cotation/contracts'
import type { Currency, MethodRefusal } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { type CreditStanding, findCreditStanding } from '#src/money/credit.ts'
import { readBalances } from '#src/money/ledger.ts'

interface MethodOffers {
  methods: MethodOffer[]
  balanceMinor: number
  /** What may still be bought on credit; null if no limit was granted. */
  creditMinor: number | null
}

/** What a customer can pay with besides money from outside. */
interface Funds {
  balanceMinor: number
  credit: CreditStanding | null
}

export async function readFunds(db: Db | Trx, customerId: string, now: Date): Promise<Funds> {
  const balanceOf = await readBalances(db, ['wallet', 'credit'], customerId)
  const { balanceMinor } = balanceOf('wallet')
  const credit = await findCreditStanding(db, customerId, now, balanceOf('credit'))
  return { balanceMinor, credit }
}

/** Which methods a customer may choose for an amount, and why not the others. */
export function methodOffers(
  deps: Pick<Deps, 'cards'>,
  { balanceMinor, credit }: Funds,
  due: { usdMinor: number; currency: Currency },
): MethodOffers {
  return {
    methods: [
      { method: 'card', refusal: cardRefusal(deps, due.currency) },
      { method: 'bank_transfer', refusal: null },
      { method: 'balance', refusal: balanceMinor < due.usdMinor ? 'balance-too-low' : null },
      { method: 'credit', refusal: creditRefusal(credit, due.usdMinor) },
      { method: 'agency', refusal: null },
    ],
    balanceMinor,
    creditMinor: availableCredit(credit),
  }
}

function availableCredit(credit: CreditStanding | null): number | null {
  return credit && credit.limitMinor > 0 ? Math.max(0, credit.limitMinor - credit.owedMinor) : null
}

export function creditRefusal(credit: CreditStanding | null, usdMinor: number): MethodRefusal | null {
  const availableMinor = availableCredit(credit)
  if (!credit || availableMinor === null) return 'credit-not-granted'
  if (credit.overdueMinor > 0) return 'credit-overdue'
  return availableMinor < usdMinor ? 'credit-limit-reached' : null
}

/**
 * Cards are charged in USD (spec 9): a price shown in another currency would differ from the
 * charge.
 */
export function cardRefusal({ cards }: Pick<Deps, 'cards'>, currency: Currency): MethodRefusal | null {
  if (cards === null) return 'card-not-configured'
  return currency === 'USD' ? null : 'card-usd-only'
}

/** What the holder of a payment link may choose: nothing that belongs to the customer. */
export function linkOffers(deps: Pick<Deps, 'cards'>, currency: Currency): MethodOffer[] {
  return [
    { method: 'card', refusal: cardRefusal(deps, currency) },
    { method: 'bank_transfer', refusal: null },
  ]
}
