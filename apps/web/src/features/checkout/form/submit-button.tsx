import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'

interface SubmitButtonProps {
  checkout: Checkout
  /** Omits the total, which the bar on a phone already shows. */
  isShort?: boolean
}

/** Places the order, or links to the payment of an unpaid order of the same lines. */
export function SubmitButton({ checkout, isShort = false }: SubmitButtonProps) {
  const { preview, draft, order, submit } = checkout
  const t = useTranslations('checkout')
  const { money } = useFormats()
  const { view, isUpdating } = preview

  if (view?.openOrder && !order.busy)
    return (
      <Link to="/checkout/payment" search={{ order: view.openOrder.orderId }} className={buttons.primary}>
        {t('openOrder.pay', { number: view.openOrder.number })}
      </Link>
    )

  const { method } = draft.pay
  const paysNow = method === 'card' || method === 'balance'

  const getLabel = () => {
    if (isShort) return t(paysNow ? 'summary.submitPayShort' : 'summary.submit')
    if (method === 'bank_transfer') return t('summary.submitBank')
    if (method === 'agency') return t('summary.submitAgency')
    if (paysNow && view?.total && !isUpdating) return t('summary.submitPay', { total: money(view.total.totalMinor) })
    return t('summary.submit')
  }

  return (
    <Button size="md" fullWidth loading={order.busy} aria-disabled={isUpdating || undefined} onClick={submit}>
      {getLabel()}
    </Button>
  )
}
