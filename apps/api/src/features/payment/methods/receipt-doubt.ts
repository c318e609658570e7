import type { ReceiptDoubt } from '#db/column-types.ts'
import type { PaymentIntentRow } from '#features/payment/intent/intent.repository.ts'

/** Why a transfer is not simply the payment that it names (PAY-12); empty where it is. */
export function receiptDoubt(
  intent: PaymentIntentRow | null,
  receipt: { amountMinor: number; currency: string },
  now: Date,
): ReceiptDoubt {
  if (!intent) return 'unknown-reference'

  const isExpired = intent.state === 'expired' || (intent.expires_at !== null && intent.expires_at <= now)
  const isWaiting = intent.state === 'awaiting_funds' || intent.state === 'processing'
  if (isExpired && (isWaiting || intent.state === 'expired')) return 'rate-expired'
  if (!isWaiting) return 'payment-closed'
  if (receipt.currency !== intent.currency) return 'other-currency'
  if (receipt.amountMinor < Number(intent.amount_minor)) return 'short'

  return receipt.amountMinor > Number(intent.amount_minor) ? 'over' : ''
}
