import { Anchor, Group, Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './account-fields.module.css'
import { matchingPhoneCodes, phoneCodeOptions } from './phone-code-options.ts'

interface PhoneFieldsProps {
  code: GetInputPropsReturnType
  phone: GetInputPropsReturnType
  required?: boolean
}

/** International code and number, side by side. */
export function PhoneFields({ code, phone, required = false }: PhoneFieldsProps) {
  const t = useTranslations('auth.fields')
  const { language } = useLanguage()
  const countries = useQuery({
    queryKey: ['phone-codes'],
    queryFn: ({ signal }) =>
      api('GET /global/tools/countryList', { query: { type: 'phoneCode' } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const options = useMemo(() => phoneCodeOptions(countries.data ?? [], language), [countries.data, language])
  const failed = countries.isError && (
    <Group gap="xs" component="span">
      {t('phoneCodesFailed')}
      <Anchor component="button" type="button" size="xs" onClick={() => countries.refetch()}>
        {t('retry')}
      </Anchor>
    </Group>
  )

  return (
    <div className={classes.phone}>
      <Select
        {...code}
        error={code.error ?? failed}
        value={code.value || null}
        label={t('phoneCode')}
        placeholder={t('choose')}
        data={options}
        filter={({ options: all, search }) => matchingPhoneCodes(all as typeof options, search)}
        nothingFoundMessage={t('noMatch')}
        searchable
        required={required}
        withAsterisk={false}
        maxDropdownHeight={260}
        // Hundreds of options, drawn again at every key pressed anywhere in the form, would make typing slow.
        comboboxProps={{ keepMounted: false }}
      />
      <TextInput
        {...phone}
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        required={required}
        withAsterisk={false}
      />
    </div>
  )
}
