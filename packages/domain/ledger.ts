import type { Currency } from './values/money.ts'

/** Points are booked as a currency. */
export const ledgerCurrencies = ['USD', 'EUR', 'GBP', 'HKD', 'CNY', 'PTS'] as const
export type LedgerCurrency = Currency | 'PTS'

/**
 * Accounts of a customer: spendable `wallet`, `wallet_pending` for reloads not yet spendable,
 * `credit` (zero or negative, floor at the granted limit), `points`. None may fall below its floor.
 */
export const customerAccountKinds = ['wallet', 'wallet_pending', 'credit', 'points'] as const
export type CustomerAccountKind = (typeof customerAccountKinds)[number]

/**
 * Accounts of the shop, one per currency: `card` and `bank` for money received, `sales` for paid
 * orders, `credit_holds` for reserved credit, `exchange` between two currencies, `discounts` and
 * `discounted_sales` for coupons, `points_issued` as the counterpart of customers' points, `given_up`
 * for balances left behind by deleted accounts.
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
  'given_up',
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
  'points-returned',
  'points-expired',
  'points-check-in',
  'points-task',
  'points-review',
  'points-referral',
  'points-given-up',
  'balance-given-up',
  'adjustment',
] as const

export type LedgerTransactionKind = (typeof ledgerTransactionKinds)[number]

/** Whether entries (positive is debit) sum to zero per currency and number at least two. */
export function isBalanced(entries: readonly { currency: LedgerCurrency; amountMinor: number }[]): boolean {
  if (entries.length < 2) return false
  const sums = new Map<LedgerCurrency, number>()
  for (const { currency, amountMinor } of entries) sums.set(currency, (sums.get(currency) ?? 0) + amountMinor)
  return [...sums.values()].every((sum) => sum === 0)
}
