import type { MethodOffer, PaymentChoiceInput } from '@cotation/contracts'
import type { Currency, PaymentChoice } from '@cotation/domain'

/** How a payer wants to pay, as far as it is said. */
export interface PaymentPick {
  method: PaymentChoice | null
  useBalance: boolean
  bankCurrency: Currency
}

export const noPick: PaymentPick = { method: null, useBalance: false, bankCurrency: 'USD' }

/** Methods beside which the balance may pay a part. */
export const takesBalance = (method: PaymentChoice | null): boolean =>
  method === 'card' || method === 'bank_transfer' || method === 'credit'

/** The pick without what is no longer offered: a method that was refused since must not stay chosen unseen. */
export function offeredPick(pick: PaymentPick, methods: readonly MethodOffer[]): PaymentPick {
  const isOffered = methods.some(({ method, refusal }) => method === pick.method && refusal === null)
  return isOffered || pick.method === null ? pick : { ...pick, method: null }
}

export const choiceOf = ({ method, useBalance, bankCurrency }: PaymentPick): PaymentChoiceInput | undefined =>
  method === null
    ? undefined
    : {
        method,
        useBalance: useBalance && takesBalance(method),
        ...(method === 'bank_transfer' ? { bankCurrency } : {}),
      }
