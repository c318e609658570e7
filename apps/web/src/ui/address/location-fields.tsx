import type { AddressBook } from '@cotation/domain'
import { countryOptions, hasPostcodes, isStateNeeded, regionsOf } from '@cotation/places'
import { useMemo } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { SearchSelect } from '#ui/search-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './address.module.css'

interface CountryFieldProps {
  field: FieldBinding
  onChange: (country: string) => void
}

/** Every country by its name in the page's language; "etats" finds "États-Unis". */
export function CountryField({ field, onChange }: CountryFieldProps) {
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
export function StateField({ book, country, field }: StateFieldProps) {
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

export function TownFields({ country, field }: TownFieldsProps) {
  const t = useTranslations('address.fields')
  const optional = country !== '' && !hasPostcodes(country)

  return (
    <div className={classes.town}>
      <TextField
        {...field('postcode')}
        label={optional ? t('postcodeOptional') : t('postcode')}
        autoComplete="postal-code"
        required={!optional}
      />
      <TextField {...field('city')} label={t('city')} autoComplete="address-level2" required />
    </div>
  )
}
