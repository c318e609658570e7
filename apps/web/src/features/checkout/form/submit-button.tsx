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
  const { view, isStale } = preview

  const { method } = draft.pay
  const paysNow = method === 'card' || method === 'balance'

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
  const display = view?.total?.display

  const label = () => {
    if (isUpdating) return t('updating')
    return t(isStale ? 'staleShort' : 'total')
  }

  return (
    <div className={classes.bar} data-sticky>
      <a href="#summary" className={classes.barTotal} aria-busy={isUpdating} data-stale={isStale || undefined}>
        <Hint as="span">{label()}</Hint>
        <strong>{display ? money(display.totalMinor, display.currency) : '–'}</strong>
      </a>
      <SubmitButton checkout={checkout} isShort />
    </div>
  )
}
