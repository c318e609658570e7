import type { AddressBook } from '@cotation/domain'
import { countryOptions, hasPostcodes, isStateNeeded, regionsOf } from '@cotation/places'
import { Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { matchingPhoneCodes } from '#ui/account-fields/phone-code-options.ts'
import classes from './address.module.css'

/** Hundreds of options, drawn again at every key pressed anywhere in the form, would make typing slow. */
const shownWhenOpen = { keepMounted: false }

interface CountryFieldProps {
  field: GetInputPropsReturnType
  onChange: (country: string) => void
}

/** Every country by its name in the page's language; "etats" finds "États-Unis". */
export function CountryField({ field, onChange }: CountryFieldProps) {
  const t = useTranslations('addresses.fields')
  const { language } = useLanguage()
  const options = useMemo(() => countryOptions(language), [language])

  return (
    <Select
      {...field}
      value={field.value || null}
      onChange={(value) => onChange(value ?? '')}
      label={t('country')}
      placeholder={t('choose')}
      data={options}
      filter={({ options: all, search }) => matchingPhoneCodes(all as typeof options, search)}
      nothingFoundMessage={t('noMatch')}
      allowDeselect={false}
      searchable
      required
      withAsterisk={false}
      maxDropdownHeight={260}
      comboboxProps={shownWhenOpen}
      autoComplete="country-name"
    />
  )
}

interface StateFieldProps {
  book: AddressBook
  country: string
  field: GetInputPropsReturnType
}

/** The states of the country; nothing where there is none to choose. */
export function StateField({ book, country, field }: StateFieldProps) {
  const t = useTranslations('addresses.fields')
  const options = useMemo(
    // A label carries English letters (spec 5): that is what is kept, while one reads the name as it is.
    () => regionsOf(country).map(({ name, plain }) => ({ value: book === 'shipping' ? plain : name, label: name })),
    [book, country],
  )
  if (options.length === 0) return null

  const needed = isStateNeeded(country)

  return (
    <Select
      {...field}
      value={field.value || null}
      onChange={(value) => field.onChange(value ?? '')}
      label={needed ? t('state') : t('stateOptional')}
      placeholder={t('choose')}
      data={options}
      filter={({ options: all, search }) => matchingPhoneCodes(all as typeof options, search)}
      nothingFoundMessage={t('noMatch')}
      searchable
      clearable={!needed}
      clearButtonProps={{ 'aria-label': t('clearState') }}
      required={needed}
      withAsterisk={false}
      maxDropdownHeight={260}
      comboboxProps={shownWhenOpen}
      autoComplete="address-level1"
    />
  )
}

interface TownFieldsProps {
  country: string
  field: (name: 'postcode' | 'city') => GetInputPropsReturnType
}

export function TownFields({ country, field }: TownFieldsProps) {
  const t = useTranslations('addresses.fields')
  const optional = country !== '' && !hasPostcodes(country)

  return (
    <div className={classes.town}>
      <TextInput
        {...field('postcode')}
        label={optional ? t('postcodeOptional') : t('postcode')}
        autoComplete="postal-code"
        required={!optional}
        withAsterisk={false}
      />
      <TextInput {...field('city')} label={t('city')} autoComplete="address-level2" required withAsterisk={false} />
    </div>
  )
}
