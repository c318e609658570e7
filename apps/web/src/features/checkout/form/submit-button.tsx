import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './form.module.css'
import type { CheckoutProps } from './use-checkout.ts'

interface SubmitButtonProps extends CheckoutProps {
  /** Omits the total, which the bar on a phone already shows. */
  isShort?: boolean
}

/** Places the order. */
export function SubmitButton({ checkout, isShort = false }: SubmitButtonProps) {
  const { preview, draft, link, submission, submit } = checkout
  const t = useTranslations('checkout')
  const { money } = useFormats()
  const { view, isUpdating } = preview

  const { method } = draft.pay
  const paysNow = method === 'card' || method === 'balance'

  const label = () => {
    if (isShort) return t(paysNow ? 'summary.submitPayShort' : 'summary.submit')
    if (method === 'bank_transfer') return t('summary.submitBank')
    if (method === 'agency') return t(link.draft.isMailed ? 'summary.submitForward' : 'summary.submitAgency')
    if (paysNow && view?.total && !isUpdating) return t('summary.submitPay', { total: money(view.total.totalMinor) })
    return t('summary.submit')
  }

  return (
    <Button fullWidth loading={submission.busy} aria-disabled={isUpdating || undefined} onClick={submit}>
      {label()}
    </Button>
  )
}

/** Keeps the total and the submit button visible on a phone. */
export function BottomBar({ checkout }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const { money } = useFormats()
  const { view, isUpdating } = checkout.preview
  const display = view?.total?.display

  return (
    <div className={classes.bar}>
      <a href="#summary" className={classes.barTotal} aria-busy={isUpdating}>
        <Hint as="span">{t(isUpdating ? 'updating' : 'total')}</Hint>
        <strong>{display ? money(display.totalMinor, display.currency) : '–'}</strong>
      </a>
      <SubmitButton checkout={checkout} isShort />
    </div>
  )
}
