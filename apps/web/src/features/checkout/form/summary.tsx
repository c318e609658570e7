import { currencies } from '@cotation/domain'
import { Checkbox, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useLackText } from '#features/checkout/form/section.tsx'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useRefusalText } from '#features/checkout/form/use-refusal-text.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { currencyName } from '#lib/texts/money.ts'
import buttons from '#ui/button.module.css'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { SubmitButton } from './submit-button.tsx'
import classes from './summary.module.css'
import { Totals } from './totals.tsx'

/** The total, the delivery dates, the terms and the submit button. */
export function Summary({ checkout, withButton }: { checkout: Checkout; withButton: boolean }) {
  const t = useTranslations('checkout.summary')
  const id = useId()
  const { preview, draft, order } = checkout
  const { view, isUpdating } = preview

  return (
    <section className={classes.summary} aria-labelledby={id} id="summary" tabIndex={-1}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {t('title')}
        </h2>
        <span className={classes.soft} role="status">
          {isUpdating ? t('updating') : null}
        </span>
      </div>
      <CurrencyField checkout={checkout} />
      {view?.total ? <Totals {...{ total: view.total, draft, isUpdating }} /> : <NoTotal checkout={checkout} />}
      <PreviewFailure checkout={checkout} />
      <Outlook checkout={checkout} />
      <Terms checkout={checkout} />
      <MissingList checkout={checkout} />
      <FormAlert failure={order.failure}>
        {order.failure?.status === 0 ? <p className={classes.soft}>{t('again')}</p> : null}
      </FormAlert>
      {withButton ? <SubmitButton checkout={checkout} /> : null}
    </section>
  )
}

function CurrencyField({ checkout: { draft, change } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  return (
    <NativeSelect
      label={t('currency')}
      size="xs"
      className={classes.currency ?? ''}
      value={draft.currency}
      data={currencies.map((currency) => ({ value: currency, label: currencyName(currency) }))}
      onChange={({ currentTarget }) => {
        const currency = currencies.find((known) => known === currentTarget.value)
        if (currency) change({ currency })
      }}
    />
  )
}

/** Explains why there is no total: a choice is missing, or the basket is refused. */
function NoTotal({ checkout: { preview } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  const refusalText = useRefusalText()
  const refusals = preview.view?.refusals ?? []
  if (refusals.length === 0) return <p className={classes.soft}>{t('incomplete')}</p>

  return (
    <ul className={classes.refusals} role="alert">
      {refusals.map((refusal) => (
        <li key={`${refusal.code} ${refusal.field}`}>{refusalText(refusal)}</li>
      ))}
    </ul>
  )
}

function PreviewFailure({ checkout: { preview } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  const failureText = useFailureText()
  const { failure, retry } = preview
  if (!failure || failure.code === 'COUPON_UNUSABLE') return null

  return (
    <div role="alert" className={classes.failure}>
      <p>{t('failed')}</p>
      <p className={classes.soft}>{failureText(failure)}</p>
      <button type="button" className={buttons.secondary} onClick={retry}>
        {t('retry')}
      </button>
    </div>
  )
}

/** Delivery dates, loyalty points and the expiry date of the prices. */
function Outlook({ checkout: { preview } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  const { day, date } = useFormats()
  const { view } = preview
  if (!view) return null

  const { dates, total, validUntil } = view

  return (
    <div className={classes.promise}>
      {dates ? (
        <p>
          <strong>{t('delivery')}</strong>{' '}
          {t('dates', { from: day(dates.deliveryEarliest), to: day(dates.deliveryLatest) })}
        </p>
      ) : null}
      {total && total.points > 0 ? <p>{t('points', { points: total.points })}</p> : null}
      <p className={classes.soft}>{t('valid', { date: date(validUntil) })}</p>
    </div>
  )
}

function Terms({ checkout: { draft, change, missing } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  const lackText = useLackText()

  return (
    <Checkbox
      data-section="terms"
      checked={draft.agreed}
      error={missing.terms ? lackText(missing.terms) : undefined}
      label={t.rich('agree', {
        link: (chunks) => (
          <Link to="/terms-of-use" search={{}} target="_blank">
            {chunks}
          </Link>
        ),
      })}
      onChange={({ currentTarget }) => change({ agreed: currentTarget.checked })}
    />
  )
}

/** Repeats what is missing beside the button: on a long page the section may be out of view. */
function MissingList({ checkout: { missing } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.summary')
  const lackText = useLackText()
  const lacks = Object.entries(missing).filter(([section]) => section !== 'terms')
  if (lacks.length === 0) return null

  return (
    <div className={classes.failure}>
      <p>{t('missing')}</p>
      <ul>
        {lacks.map(([section, lack]) => (
          <li key={section}>{lackText(lack)}</li>
        ))}
      </ul>
    </div>
  )
}
