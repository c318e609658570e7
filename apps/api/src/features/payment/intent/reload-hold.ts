import type { LedgerLine } from '#src/money/ledger.ts'

/** Names the posting that sets aside what goes back to the card: it cannot be spent while the provider is asked. */
export const holdKey = (refundId: string): string => `held for refund ${refundId}`

/** Sets balance aside, or (negative) frees it. */
export const holdLines = (customerId: string, usdMinor: number): LedgerLine[] => [
  { account: { kind: 'wallet', customerId }, amountMinor: usdMinor },
  { account: { kind: 'wallet_pending', customerId }, amountMinor: -usdMinor },
]
