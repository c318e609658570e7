import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Checkout } from '#features/checkout/basket/use-checkout.ts'
import { useWords } from '#features/checkout/form/use-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'

interface SubmitButtonProps {
  checkout: Checkout
  /** Beside the total on a phone, where there is no room to say it twice. */
  isShort?: boolean
}

/** Orders; where the same parts wait for their payment already, leads to that instead. */
export function SubmitButton({ checkout, isShort = false }: SubmitButtonProps) {
  const { preview, draft, order, submit } = checkout
  const t = useTranslations('checkout')
  const { money } = useWords()
  const { view, isUpdating } = preview

  if (view?.openOrder && !order.busy)
    return (
      <Link to="/checkout/payment" search={{ order: view.openOrder.orderId }} className={buttons.primary}>
        {t('openOrder.pay', { number: view.openOrder.number })}
      </Link>
    )

  const { method } = draft.pay
  const paysNow = method === 'card' || method === 'balance'
  const label = isShort
    ? t(paysNow ? 'summary.submitPayShort' : 'summary.submit')
    : method === 'bank_transfer'
      ? t('summary.submitBank')
      : method === 'agency'
        ? t('summary.submitAgency')
        : paysNow && view?.total && !isUpdating
          ? t('summary.submitPay', { total: money(view.total.totalMinor) })
          : t('summary.submit')

  return (
    <Button size="md" fullWidth loading={order.busy} aria-disabled={isUpdating || undefined} onClick={submit}>
      {label}
    </Button>
  )
}
