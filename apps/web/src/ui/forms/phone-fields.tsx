import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/gateway/api.ts'
import { countryName } from '#lib/texts/country-name.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { SearchSelect } from '#ui/search-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FieldPair } from './field-pair.tsx'

interface Country {
  country: string
  phoneCode: string
}

export interface PhoneCodeOption {
  value: string
  label: string
}

/**
 * One option per code, "+44 Guernesey, Jersey, Royaume-Uni": several countries share a code, and
 * only the code is stored, so an option per country could not be shown again when the form comes
 * back.
 */
export function phoneCodeOptions(countries: readonly Country[], language: string): PhoneCodeOption[] {
  const collator = new Intl.Collator(language)
  const byCode = new Map<string, string[]>()
  for (const { country, phoneCode } of countries) {
    byCode.set(phoneCode, [...(byCode.get(phoneCode) ?? []), countryName(country, language)])
  }

  return [...byCode]
    .map(([value, sharing]) => ({ value, names: sharing.sort(collator.compare).join(', ') }))
    .sort((a, b) => collator.compare(a.names, b.names))
    .map((option) => ({ value: option.value, label: `${option.value} ${option.names}` }))
}

interface PhoneFieldsProps {
  code: FieldBinding
  phone: FieldBinding
}

/** International code and number, side by side. */
export function PhoneFields({ code, phone }: PhoneFieldsProps) {
  const t = useTranslations('auth.fields')
  const { language } = useLanguage()
  const countries = useQuery({
    queryKey: ['phone-codes'],
    queryFn: ({ signal }) =>
      api('GET /global/tools/countryList', { query: { type: 'phoneCode' } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const options = useMemo(() => phoneCodeOptions(countries.data ?? [], language), [countries.data, language])
  const failed = countries.isLoadingError && (
    <>
      {t('phoneCodesFailed')}{' '}
      <Button variant="link" onClick={() => void countries.refetch()}>
        {t('retry')}
      </Button>
    </>
  )

  return (
    <FieldPair narrowFirst>
      <SearchSelect
        {...code}
        error={code.error ?? failed}
        label={t('phoneCode')}
        placeholder={t('choose')}
        options={options}
        noMatch={t('noMatch')}
        required
      />
      <TextField {...phone} label={t('phone')} type="tel" inputMode="tel" autoComplete="tel-national" required />
    </FieldPair>
  )
}
