import { currencies } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { currencyName } from '#lib/texts/money.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Select } from '#ui/select.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { useRefusalText } from './coupon-choice.tsx'
import classes from './form.module.css'
import { useEntryErrorText } from './section.tsx'
import { rememberCurrency } from './shown-currency.ts'
import { SubmitButton } from './submit-button.tsx'
import { ImportCharges, Totals } from './totals.tsx'
import type { CheckoutProps } from './use-checkout.ts'

/** The total, the delivery dates, the terms and the submit button. */
export function Summary({ checkout, withButton }: CheckoutProps & { withButton: boolean }) {
  const t = useTranslations('checkout.summary')
  const id = useId()
  const { preview, submission } = checkout
  const { view } = preview

  return (
    <section className={classes.summary} aria-labelledby={id} id="summary" tabIndex={-1}>
      <div className={classes.details}>
        <Row justify="between">
          <Heading level={2} id={id}>
            {t('title')}
          </Heading>
          <PreviewState checkout={checkout} />
        </Row>
        <CurrencyField checkout={checkout} />
        {view?.total ? <Totals total={view.total} checkout={checkout} /> : <NoTotal checkout={checkout} />}
        {view ? <ImportCharges view={view} /> : null}
        <PreviewFailure checkout={checkout} />
        <Outlook checkout={checkout} />
      </div>
      <div className={classes.consent}>
        {/* Above the terms, which must not move under the pointer when an error disappears. */}
        <EntryErrorList checkout={checkout} />
        <FormAlert failure={submission.failure}>
          {submission.failure?.status === 0 ? <p>{t('again')}</p> : null}
        </FormAlert>
        <Terms checkout={checkout} />
        {withButton ? <SubmitButton checkout={checkout} /> : null}
      </div>
    </section>
  )
}

/** Says that the figures are being updated, or that they are current again after a failure. */
function PreviewState({ checkout: { preview } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')

  const text = () => {
    if (preview.isUpdating) return t('updating')
    return preview.isRecovered ? t('updated') : null
  }

  return (
    <Hint as="span" role="status">
      {text()}
    </Hint>
  )
}

/** A transfer is made in the currency that is shown, unless the customer then chooses another. */
function CurrencyField({ checkout: { draft, change } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  return (
    <Select
      label={t('currency')}
      size="sm"
      className={classes.currency}
      value={draft.currency}
      options={currencies.map((currency) => ({ value: currency, label: currencyName(currency) }))}
      onChange={({ currentTarget }) => {
        const currency = currencies.find((known) => known === currentTarget.value)
        if (!currency) return

        rememberCurrency(currency)
        change({ currency, pay: { ...draft.pay, bankCurrency: currency } })
      }}
    />
  )
}

/** Explains why there is no total: a choice is missing, or the basket is refused. */
function NoTotal({ checkout: { draft, preview } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const fault = useTranslations('validation')
  const refusalText = useRefusalText()
  if (draft.lineIds.length === 0) return <Hint>{fault('LINE_REQUIRED')}</Hint>

  const refusals = preview.view?.refusals ?? []
  if (refusals.length === 0) return <Hint>{t('incomplete')}</Hint>

  return (
    <Alert role="alert" tone="danger">
      {refusals.map((refusal) => (
        <p key={`${refusal.code} ${refusal.field}`}>{refusalText(refusal)}</p>
      ))}
    </Alert>
  )
}

/** Says that the figures are old or missing. An order that is tried meanwhile focuses it. */
function PreviewFailure({ checkout: { preview } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const failureText = useFailureText()
  const { view, failure, retriesItself, retry } = preview
  if (!failure || failure.code === 'COUPON_UNUSABLE') return null

  const title = t(view?.total ? 'stale' : 'failed')

  return (
    <Alert role="alert" tone="danger" title={title} data-section="preview" tabIndex={-1}>
      <p>{failureText(failure)}</p>
      {retriesItself ? <p>{t('retrying')}</p> : null}
      <Button variant="secondary" size="sm" onClick={retry}>
        {t('retry')}
      </Button>
    </Alert>
  )
}

/** Delivery dates, loyalty points and the expiry date of the prices. */
function Outlook({ checkout: { preview, draft } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const { day, date } = useFormats()
  const { view } = preview
  if (!view) return null

  const { dates, total, validUntil } = view
  const isPaidLater = draft.pay.method === 'bank_transfer' || draft.pay.method === 'agency'

  return (
    <div className={classes.outlook}>
      {dates ? (
        <p>
          <strong>{t('delivery')}</strong>{' '}
          {t('dates', { from: day(dates.deliveryEarliest), to: day(dates.deliveryLatest) })}
        </p>
      ) : null}
      {dates && isPaidLater ? <Hint>{t('datesFromPayment')}</Hint> : null}
      {total && total.points > 0 ? <p>{t('points', { points: total.points })}</p> : null}
      <Hint>{t('valid', { date: date(validUntil) })}</Hint>
    </div>
  )
}

function Terms({ checkout: { draft, change, errors } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const errorText = useEntryErrorText()

  return (
    <Checkbox
      data-section="terms"
      checked={draft.agreed}
      error={errors.terms && errorText(errors.terms)}
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

/** Repeats the errors beside the button: on a long page the section may be out of view. */
function EntryErrorList({ checkout: { errors } }: CheckoutProps) {
  const t = useTranslations('checkout.summary')
  const errorText = useEntryErrorText()
  const listed = Object.entries(errors).filter(([section]) => section !== 'terms')
  if (listed.length === 0) return null

  return (
    <Alert tone="danger" title={t('missing')}>
      {listed.map(([section, error]) => (
        <p key={section}>{errorText(error)}</p>
      ))}
    </Alert>
  )
}
