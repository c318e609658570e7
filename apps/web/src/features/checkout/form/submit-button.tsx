import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import type { PaymentPick } from '#ui/pay/payment-pick.ts'
import { Hint } from '#ui/text.tsx'
import classes from './form.module.css'
import type { CheckoutProps } from './use-checkout.ts'

interface SubmitButtonProps extends CheckoutProps {
  /** Omits the total, which the bar on a phone already shows. */
  isShort?: boolean
}

const isPaidNow = ({ method }: PaymentPick): boolean => method === 'card' || method === 'balance'

/** Places the order. */
export function SubmitButton({ checkout, isShort = false }: SubmitButtonProps) {
  const { preview, draft, link, submission, submit } = checkout
  const t = useTranslations('checkout')
  const { money } = useFormats()
  const { view, isStale } = preview

  const { method } = draft.pay
  const paysNow = isPaidNow(draft.pay)

  const label = () => {
    if (isShort) return t(paysNow ? 'summary.submitPayShort' : 'summary.submit')
    if (method === 'bank_transfer') return t('summary.submitBank')
    if (method === 'agency') return t(link.draft.isMailed ? 'summary.submitForward' : 'summary.submitAgency')
    if (paysNow && view?.total && !isStale) return t('summary.submitPay', { total: money(view.total.totalMinor) })
    return t('summary.submit')
  }

  return (
    <Button fullWidth loading={submission.busy} aria-disabled={isStale || undefined} onClick={submit}>
      {label()}
    </Button>
  )
}

/** Keeps the total and the submit button visible on a phone. */
export function BottomBar({ checkout }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const { money } = useFormats()
  const { view, isUpdating, isStale } = checkout.preview
  const total = view?.total
  const display = total?.display
  // The button is short on a phone: the amount that it charges is named beside it.
  const isConverted = display !== undefined && display.currency !== 'USD'
  const chargedMinor = total && isConverted && !isStale && isPaidNow(checkout.draft.pay) ? total.totalMinor : null

  const label = () => {
    if (isUpdating) return t('updating')
    return t(isStale ? 'staleShort' : 'total')
  }

  return (
    <div className={classes.bar} data-sticky>
      <a href="#summary" className={classes.barTotal} aria-busy={isUpdating} data-stale={isStale || undefined}>
        <Hint as="span">{label()}</Hint>
        <strong>{display ? money(display.totalMinor, display.currency) : '–'}</strong>
        {chargedMinor === null ? null : <Hint as="span">{t('chargedShort', { total: money(chargedMinor) })}</Hint>}
      </a>
      <SubmitButton checkout={checkout} isShort />
    </div>
  )
}
