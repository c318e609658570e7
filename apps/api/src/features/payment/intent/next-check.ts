import type { PaymentIntentRow } from '#db/order-rows.ts'

/** A refund or dispute may have been reported before its capture, when it matched no payment. */
const afterCaptureMs = 600_000

/** When the reconcile job checks a payment next; null if there is nothing to find out. */
export function nextCheck(
  { method, state, expires_at }: Pick<PaymentIntentRow, 'method' | 'state' | 'expires_at'>,
  now: Date,
  hasNewMoney: boolean,
): Date | null {
  if (method === 'card') {
    // The job runs every 20 s and checks all open payments, so a lost answer is found soon (PAY-6).
    if (state === 'created' || state === 'requires_action' || state === 'processing') return now
    return hasNewMoney ? new Date(now.getTime() + afterCaptureMs) : null
  }

  if (method === 'bank_transfer') return state === 'awaiting_funds' ? expires_at : null
  return state === 'authorized' ? now : null
}
