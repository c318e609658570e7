import type { LedgerLine } from '#src/money/ledger.ts'

/** Key of the posting that reserves balance for a reload's refund while the provider is asked. */
export const holdKey = (refundId: string): string => `held for refund ${refundId}`

/** Reserves balance, or releases it if the amount is negative. */
export const holdLines = (customerId: string, usdMinor: number): LedgerLine[] => [
  { account: { kind: 'wallet', customerId }, amountMinor: usdMinor },
  { account: { kind: 'wallet_pending', customerId }, amountMinor: -usdMinor },
]
