import { companyRewrite, phoneCodeOf } from '@cotation/places'
import { type SyntheticEvent, useEffect, useMemo, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { applyServerIssues, useZodForm } from '#ui/forms/form.ts'
import { PhoneFields } from '#ui/forms/phone-fields.tsx'
import { Row } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './address.module.css'
import type { AddressFormProps, AddressValues } from './address-props.ts'
import { addressSchema, valuesOf } from './address-values.ts'
import { CompanyWarning } from './company-warning.tsx'
import { CountryField, StateField, TownFields } from './location-fields.tsx'
import { PlainLettersOffer } from './plain-letters-offer.tsx'

interface Warning {
  values: AddressValues
  becomes: string
}

export function AddressFields({ book, onSubmit, initial, busy, issues = [], onCancel }: AddressFormProps) {
  const t = useTranslations('address')
  const ui = useTranslations('app.ui')
  const schema = useMemo(() => addressSchema(book), [book])
  const form = useZodForm(schema, { ...valuesOf(initial) })
  const [warning, setWarning] = useState<Warning | null>(null)
  const field = form.getInputProps

  const { setErrors } = form
  useEffect(() => {
    if (issues.length === 0) return
    setWarning(null)
    applyServerIssues({ setErrors }, { issues })
  }, [issues, setErrors])

  const choose = (country: string) => {
    const { country: before, phoneCode } = form.getValues()
    if (country === before) return
    const code = phoneCode === '' || phoneCode === phoneCodeOf(before) ? phoneCodeOf(country) : null
    form.setValues({ country, state: '', ...(code === null ? {} : { phoneCode: code }) })
    form.clearFieldError('country')
    form.clearFieldError('state')
  }
  const submit = form.onSubmit((values) => {
    const becomes = companyRewrite(values, book)
    if (becomes === null) onSubmit(values)
    else setWarning({ values, becomes })
  })
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={t(`books.${book}.form`)}
      onChange={() => setWarning(null)}
      onSubmit={(event: SyntheticEvent<HTMLFormElement>) => {
        // In React, events of a dialog's form bubble to the form that opened the dialog.
        event.stopPropagation()
        submit(event)
      }}
    >
      <p className={classes.needed}>{t(`books.${book}.rules`)}</p>
      <div className={classes.pair}>
        <TextField {...field('firstName')} label={t('fields.firstName')} autoComplete="given-name" required />
        <TextField {...field('lastName')} label={t('fields.lastName')} autoComplete="family-name" required />
      </div>
      <TextField {...field('company')} label={t('fields.company')} autoComplete="organization" />
      <CountryField field={field('country')} onChange={choose} />
      <TextField {...field('line1')} label={t('fields.line1')} autoComplete="address-line1" required />
      <TextField {...field('line2')} label={t('fields.line2')} autoComplete="address-line2" />
      <TextField {...field('line3')} label={t('fields.line3')} autoComplete="address-line3" />
      <TownFields country={form.values.country} field={field} />
      <StateField book={book} country={form.values.country} field={field('state')} />
      <PhoneFields code={field('phoneCode')} phone={field('phone')} required />
      <TextField
        {...field('vatNumber')}
        label={t('fields.vatNumber')}
        description={t('fields.vatNumberHint')}
        autoComplete="off"
      />
      <Checkbox {...form.getInputProps('isDefault', { type: 'checkbox' })} label={t('fields.isDefault')} />
      <PlainLettersOffer
        values={form.values}
        isRefused={(name) => form.errors[name] === 'ENGLISH_ONLY'}
        onTake={(plain) => {
          form.setValues(plain)
          for (const name of Object.keys(plain)) form.clearFieldError(name)
        }}
      />
      {warning ? (
        <CompanyWarning
          company={warning.values.company}
          becomes={warning.becomes}
          busy={busy}
          onSave={() => onSubmit(warning.values)}
          onChange={() => setWarning(null)}
        />
      ) : (
        <Row justify="end">
          {onCancel ? (
            <Button variant="secondary" size="sm" onClick={onCancel} disabled={busy}>
              {ui('cancel')}
            </Button>
          ) : null}
          <Button type="submit" size="sm" loading={busy}>
            {t('save')}
          </Button>
        </Row>
      )}
    </form>
  )
}
