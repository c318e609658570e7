import type { Currency } from '../money.ts'

/** Points are counted as money is, in a currency of their own. */
export const ledgerCurrencies = ['USD', 'EUR', 'GBP', 'HKD', 'CNY', 'PTS'] as const
export type LedgerCurrency = Currency | 'PTS'

/**
 * Accounts of one customer. `wallet` can be spent, `wallet_pending` is a reload on its way, `credit` is what was bought on account (its
 * balance is zero or below, its floor the granted limit), `points` are points. None may fall below its floor.
 */
export const customerAccountKinds = ['wallet', 'wallet_pending', 'credit', 'points'] as const
export type CustomerAccountKind = (typeof customerAccountKinds)[number]

/**
 * Accounts of the shop, one for each currency. `card` and `bank` are money received there; `sales` is what orders were paid with;
 * `credit_holds` are limits reserved and not yet captured; `exchange` stands between two currencies; `discounts` and `discounted_sales`
 * are what coupons took off; `points_issued` stands against customers' points.
 */
export const shopAccountKinds = [
  'card',
  'bank',
  'sales',
  'credit_holds',
  'exchange',
  'discounts',
  'discounted_sales',
  'points_issued',
  'goodwill',
] as const

export type ShopAccountKind = (typeof shopAccountKinds)[number]
export type LedgerAccountKind = CustomerAccountKind | ShopAccountKind

/** Why money moved; shown to the customer as the transaction type (spec 3, Balance record). */
export const ledgerTransactionKinds = [
  'payment',
  'refund',
  'reload',
  'reload-available',
  'reload-returned',
  'credit-reserved',
  'credit-captured',
  'credit-released',
  'credit-settled',
  'coupon',
  'coupon-returned',
  'points-earned',
  'points-reversed',
  'points-exchanged',
  'adjustment',
] as const

export type LedgerTransactionKind = (typeof ledgerTransactionKinds)[number]

/** Whether a set of entries (positive is debit, negative is credit) is balanced in each currency and has two lines or more. */
export function isBalanced(entries: readonly { currency: LedgerCurrency; amountMinor: number }[]): boolean {
  if (entries.length < 2) return false
  const sums = new Map<LedgerCurrency, number>()
  for (const { currency, amountMinor } of entries) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor)
  return [...sums.values()].every((sum) => sum === 0)
}
