import type { MethodOffer, PaymentChoiceInput } from '@cotation/contracts'
import { type Currency, type PaymentChoice, paymentLimits } from '@cotation/domain'

/** The payer's choice of a payment method; `method` is null until one is chosen. */
export interface PaymentPick {
  method: PaymentChoice | null
  useBalance: boolean
  bankCurrency: Currency
}

export const noPick: PaymentPick = { method: null, useBalance: false, bankCurrency: 'USD' }

/** Whether the balance may pay a share beside this method. */
export const takesBalance = (method: PaymentChoice | null): boolean =>
  method === 'card' || method === 'bank_transfer' || method === 'credit'

/** Clears a method that is no longer offered, so that it cannot stay selected while disabled. */
export function offeredPick(pick: PaymentPick, methods: readonly MethodOffer[]): PaymentPick {
  const isOffered = methods.some(({ method, refusal }) => method === pick.method && refusal === null)
  return isOffered || pick.method === null ? pick : { ...pick, method: null }
}

/** What the balance pays of an amount with this choice, as the server decides it. */
export function balancePartMinor(
  pick: PaymentPick,
  { dueMinor, balanceMinor }: { dueMinor: number; balanceMinor: number },
) {
  if (!choiceOf(pick)?.useBalance) return 0
  if (balanceMinor >= dueMinor) return dueMinor

  const maxMinor = pick.method === 'card' ? dueMinor - paymentLimits.minCardMinor : dueMinor
  return Math.max(0, Math.min(balanceMinor, maxMinor))
}

export function choiceOf({ method, useBalance, bankCurrency }: PaymentPick): PaymentChoiceInput | undefined {
  if (method === null) return undefined

  return {
    method,
    useBalance: useBalance && takesBalance(method),
    ...(method === 'bank_transfer' ? { bankCurrency } : {}),
  }
}
