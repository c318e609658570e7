import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { SubmitButton } from './submit-button.tsx'
import classes from './summary.module.css'

/** Keeps the total and the submit button visible on a phone. */
export function BottomBar({ checkout }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  const { money } = useFormats()
  const { view, isUpdating } = checkout.preview
  const display = view?.total?.display

  return (
    <div className={classes.bar}>
      <a href="#summary" className={classes.barTotal} aria-busy={isUpdating}>
        <span className={classes.soft}>{t(isUpdating ? 'updating' : 'total')}</span>
        <strong>{display ? money(display.totalMinor, display.currency) : '–'}</strong>
      </a>
      <SubmitButton checkout={checkout} isShort />
    </div>
  )
}
