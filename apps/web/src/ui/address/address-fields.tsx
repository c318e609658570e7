import { type AddressView, addressInput } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import {
  addressFaults,
  companyRewrite,
  countryOptions,
  hasPostcodes,
  inPlainLetters,
  isCountry,
  isInEnglishLetters,
  isStateNeeded,
  phoneCodeOf,
  regionsOf,
} from '@cotation/places'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { homeCountry } from '#lib/home-country.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldPair } from '#ui/forms/field-pair.tsx'
import { type FieldBinding, useZodForm } from '#ui/forms/form.ts'
import { PhoneFields } from '#ui/forms/phone-fields.tsx'
import { RequiredNote } from '#ui/forms/required-note.tsx'
import { applyServerIssues } from '#ui/forms/server-issues.ts'
import { SearchSelect } from '#ui/search-select.tsx'
import { Row } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './address.module.css'
import type { AddressFormProps, AddressValues } from './address-props.ts'

const emptyAddress: AddressValues = {
  firstName: '',
  lastName: '',
  company: '',
  phoneCode: '',
  phone: '',
  vatNumber: '',
  country: '',
  line1: '',
  line2: '',
  line3: '',
  postcode: '',
  city: '',
  state: '',
  isDefault: false,
}

/**
 * A new address starts with the country of the customer's other addresses, else with that where the
 * browser is, and its phone code.
 */
function newAddress(usualCountry: string | undefined): AddressValues {
  const country = usualCountry ?? homeCountry() ?? ''
  if (!isCountry(country)) return emptyAddress

  return { ...emptyAddress, country, phoneCode: phoneCodeOf(country) ?? '' }
}

/** The initial values of the fields; id and time of an address are not fields. */
function valuesOf({ initial, usualCountry }: { initial?: Partial<AddressView>; usualCountry?: string | undefined }) {
  if (!initial) return newAddress(usualCountry)

  const { id: _, updatedAt: __, ...fields } = initial
  return { ...emptyAddress, ...fields }
}

/** A field whose errors are omitted while another field has one: the phone without its code. */
const dependsOn: ReadonlyMap<string, string> = new Map([['phone', 'phoneCode']])

/** The rules of the contract and of spec 5, checked together so that all errors appear at once. */
const addressSchema = (book: AddressBook) =>
  z.custom<AddressValues>().transform((values, context) => {
    const parsed = addressInput.safeParse(values)
    const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), code: message }))
    const wrong = new Set(issues.map(({ path }) => path))

    const { isDefault: _, ...address } = parsed.data ?? values
    for (const fault of addressFaults(address, book))
      if (!wrong.has(fault.path) && !wrong.has(dependsOn.get(fault.path) ?? '')) issues.push(fault)

    for (const { path, code } of issues)
      context.issues.push({ code: 'custom', path: [path], message: code, input: values })

    return parsed.success && issues.length === 0 ? parsed.data : z.NEVER
  })

interface Warning {
  values: AddressValues
  becomes: string
}

export function AddressFields(props: AddressFormProps) {
  const { book, onSubmit, busy, issues = [], onCancel } = props
  const t = useTranslations('address')
  const ui = useTranslations('app.ui')
  const schema = useMemo(() => addressSchema(book), [book])
  const form = useZodForm(schema, { ...valuesOf(props) })
  const [warning, setWarning] = useState<Warning | null>(null)
  const field = form.getInputProps
  const firstField = useRef<HTMLInputElement>(null)

  // The form arrives after its dialog, which has given the focus to its close button by then.
  useEffect(() => firstField.current?.focus(), [])

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
      <RequiredNote />
      <FieldPair>
        <TextField
          {...field('firstName')}
          ref={firstField}
          label={t('fields.firstName')}
          autoComplete="given-name"
          required
          data-autofocus
        />
        <TextField {...field('lastName')} label={t('fields.lastName')} autoComplete="family-name" required />
      </FieldPair>
      <TextField {...field('company')} label={t('fields.company')} autoComplete="organization" />
      <CountryField field={field('country')} onChange={choose} />
      <TextField {...field('line1')} label={t('fields.line1')} autoComplete="address-line1" required />
      <TextField {...field('line2')} label={t('fields.line2')} autoComplete="address-line2" />
      <TextField {...field('line3')} label={t('fields.line3')} autoComplete="address-line3" />
      <TownFields country={form.values.country} field={field} />
      <StateField book={book} country={form.values.country} field={field('state')} />
      <PhoneFields code={field('phoneCode')} phone={field('phone')} />
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

interface CompanyWarningProps {
  company: string
  becomes: string
  busy: boolean
  onSave: () => void
  onChange: () => void
}

/**
 * "Saving a company recipient warns that the company field is rewritten to first name plus last
 * name" (spec 5). Shown inside the form, not above it: the form itself may be in a dialog.
 */
function CompanyWarning({ company, becomes, busy, onSave, onChange }: CompanyWarningProps) {
  const t = useTranslations('address.company')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])

  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      role="alert"
      tone="warning"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('title')}
    >
      <p>{t('text', { company, becomes })}</p>
      <Row>
        <Button size="sm" onClick={onSave} loading={busy}>
          {t('save')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onChange} disabled={busy}>
          {t('change')}
        </Button>
      </Row>
    </Alert>
  )
}

const written = ['firstName', 'lastName', 'company', 'line1', 'line2', 'line3', 'city'] as const
type Written = Record<(typeof written)[number], string>

interface PlainLettersOfferProps {
  values: AddressValues
  /** The fields that were refused for their letters. */
  isRefused: (field: keyof Written) => boolean
  onTake: (plain: Partial<Written>) => void
}

/** Most refused letters have accents: one press removes them. */
function PlainLettersOffer({ values, isRefused, onTake }: PlainLettersOfferProps) {
  const t = useTranslations('address.letters')
  const fixable = written.filter((name) => isRefused(name) && isInEnglishLetters(inPlainLetters(values[name])))
  if (fixable.length === 0) return null

  const plain = Object.fromEntries(fixable.map((name) => [name, inPlainLetters(values[name])]))

  return (
    <Alert tone="warning">
      <p>{t('text', { example: Object.values(plain).join(', ') })}</p>
      <Button size="xs" variant="secondary" onClick={() => onTake(plain)}>
        {t('take')}
      </Button>
    </Alert>
  )
}

interface CountryFieldProps {
  field: FieldBinding
  onChange: (country: string) => void
}

/** Every country by its name in the page's language; "etats" finds "États-Unis". */
function CountryField({ field, onChange }: CountryFieldProps) {
  const t = useTranslations('address.fields')
  const { language } = useLanguage()
  const options = useMemo(() => countryOptions(language), [language])

  return (
    <SearchSelect
      {...field}
      onChange={onChange}
      label={t('country')}
      placeholder={t('choose')}
      options={options}
      noMatch={t('noMatch')}
      required
      autoComplete="country-name"
    />
  )
}

interface StateFieldProps {
  book: AddressBook
  country: string
  field: FieldBinding
}

/** The states of the country; nothing for a country without any. */
function StateField({ book, country, field }: StateFieldProps) {
  const t = useTranslations('address.fields')
  const options = useMemo(
    // Shipping labels carry English letters only (spec 5): stored that way, and shown as the name
    // is written.
    () => regionsOf(country).map(({ name, plain }) => ({ value: book === 'shipping' ? plain : name, label: name })),
    [book, country],
  )
  if (options.length === 0) return null

  const needed = isStateNeeded(country)

  return (
    <SearchSelect
      {...field}
      label={needed ? t('state') : t('stateOptional')}
      placeholder={t('choose')}
      options={options}
      noMatch={t('noMatch')}
      clearLabel={needed ? undefined : t('clearState')}
      required={needed}
      autoComplete="address-level1"
    />
  )
}

interface TownFieldsProps {
  country: string
  field: (name: 'postcode' | 'city') => FieldBinding
}

function TownFields({ country, field }: TownFieldsProps) {
  const t = useTranslations('address.fields')
  const optional = country !== '' && !hasPostcodes(country)

  return (
    <FieldPair narrowFirst>
      <TextField
        {...field('postcode')}
        label={optional ? t('postcodeOptional') : t('postcode')}
        autoComplete="postal-code"
        required={!optional}
      />
      <TextField {...field('city')} label={t('city')} autoComplete="address-level2" required />
    </FieldPair>
  )
}
