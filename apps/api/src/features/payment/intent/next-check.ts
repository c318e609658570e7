import type { PaymentIntentRow } from '#src/money/payment-view.ts'

/** After a capture: a refund or a dispute may have been told before it and was nobody's then. */
const afterCaptureMs = 600_000

/** When a payment is looked at by itself; null where nothing is to be found out. */
export function nextCheck(intent: PaymentIntentRow, now: Date, hasNewMoney: boolean): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const { method, state } = intent
  if (method === 'card') {
    // The job comes every 20 s, and finds all that are open: an answer that was lost is known by then (PAY-6).
    if (state === 'created' || state === 'requires_action' || state === 'processing') return now
    return hasNewMoney ? after(afterCaptureMs) : null
  }

  if (method === 'bank_transfer') return state === 'awaiting_funds' ? intent.expires_at : null

  return state === 'authorized' ? now : null
}
