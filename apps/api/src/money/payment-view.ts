import type { BankInstructions, PaymentView } from '@cotation/contracts'
import type { Config } from '#core/config.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'

/** The account and the reference of a bank transfer; null for other methods. */
export function bankInstructionsOf(
  intent: PaymentIntentRow,
  { bankAccounts }: Pick<Config, 'bankAccounts'>,
): BankInstructions | null {
  const account = bankAccounts.find(({ currency }) => currency === intent.currency)
  if (intent.method !== 'bank_transfer' || !account || !intent.reference || !intent.expires_at) return null

  return {
    ...account,
    amountMinor: Number(intent.amount_minor),
    reference: intent.reference,
    expiresAt: intent.expires_at.toISOString(),
  }
}

/** A payment as its payer and the owner of the order see it. */
export function paymentViewOf(intent: PaymentIntentRow, config: Config): PaymentView {
  return {
    id: intent.id,
    method: intent.method,
    state: intent.state,
    amountMinor: Number(intent.amount_minor),
    currency: intent.currency,
    usdMinor: Number(intent.usd_minor),
    capturedMinor: Number(intent.captured_minor),
    refundedMinor: Number(intent.refunded_minor),
    agency: intent.agency,
    createdAt: intent.created_at.toISOString(),
    closedAt: intent.closed_at?.toISOString() ?? null,
    expiresAt: intent.expires_at?.toISOString() ?? null,
    bank: bankInstructionsOf(intent, config),
  }
}
