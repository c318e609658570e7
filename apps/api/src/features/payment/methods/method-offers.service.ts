import type { MethodOffer } from '@cotation/contracts'
import type { Currency, MethodRefusal, PaymentChoice } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { findCreditStanding } from '#src/money/credit.ts'
import { findBalance } from '#src/money/ledger.ts'

export interface MethodOffers {
  methods: MethodOffer[]
  balanceMinor: number
  /** What may still be bought on credit; null where no limit was granted. */
  creditMinor: number | null
}

/** Which methods a customer may choose for a sum, and why not the others. */
export async function methodOffers(
  deps: Pick<Deps, 'cards' | 'clock'>,
  db: Db | Trx,
  customerId: string,
  due: { usdMinor: number; currency: Currency },
): Promise<MethodOffers> {
  const { balanceMinor } = await findBalance(db, 'wallet', customerId)
  const credit = await findCreditStanding(db, customerId, deps.clock())
  const creditMinor = credit && credit.limitMinor > 0 ? Math.max(0, credit.limitMinor - credit.owedMinor) : null
  const creditRefusal = (): MethodRefusal | null => {
    if (creditMinor === null) return 'credit-not-granted'
    if (credit && credit.overdueMinor > 0) return 'credit-overdue'
    return creditMinor < due.usdMinor ? 'credit-limit-reached' : null
  }

  const offer = (method: PaymentChoice, refusal: MethodRefusal | null): MethodOffer => ({ method, refusal })

  return {
    methods: [
      offer('card', cardRefusal(deps, due.currency)),
      offer('bank_transfer', null),
      offer('balance', balanceMinor < due.usdMinor ? 'balance-too-low' : null),
      offer('credit', creditRefusal()),
      offer('agency', null),
    ],
    balanceMinor,
    creditMinor,
  }
}

/** Cards are charged in USD (spec 9): who reads prices in another currency would be charged another figure. */
export function cardRefusal({ cards }: Pick<Deps, 'cards'>, currency: Currency): MethodRefusal | null {
  if (cards === null) return 'card-not-configured'
  return currency === 'USD' ? null : 'card-usd-only'
}

/** What somebody with a link may choose: nothing that is the customer's own. */
export function linkOffers(deps: Pick<Deps, 'cards'>, currency: Currency): MethodOffer[] {
  return [
    { method: 'card', refusal: cardRefusal(deps, currency) },
    { method: 'bank_transfer', refusal: null },
  ]
}
