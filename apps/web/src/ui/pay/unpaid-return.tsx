import type { PaymentView } from '@cotation/contracts'
import { useSearch } from '@tanstack/react-router'
import { isConfirming, type Payable } from '#lib/gateway/payment.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'

interface UnpaidReturnProps {
  view: Payable
  /** All payments of the bill; the holder of a link does not see them. */
  payments?: readonly PaymentView[]
}

/** What the balance has paid and still pays of a bill; the balance pays in US cents. */
function paidByBalanceMinor(payments: readonly PaymentView[]): number {
  const byBalance = payments.filter(({ method }) => method === 'balance')
  return byBalance.reduce((sum, { capturedMinor, refundedMinor }) => sum + capturedMinor - refundedMinor, 0)
}

/** Shown after the payer left the provider's page without paying: what was taken nevertheless. */
export function UnpaidReturn({ view, payments = [] }: UnpaidReturnProps) {
  const t = useTranslations('payment.page')
  const { money } = useFormats()
  const { cancelled } = useSearch({ from: '__root__' })
  if (cancelled !== '1' || isConfirming(view)) return null

  const balanceMinor = paidByBalanceMinor(payments)
  return (
    <Alert role="status">
      <p>{t('cancelled')}</p>
      {balanceMinor > 0 ? <p>{t('cancelledBalance', { amount: money(balanceMinor) })}</p> : null}
    </Alert>
  )
}
