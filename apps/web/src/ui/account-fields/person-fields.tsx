import { industries, titles } from '@cotation/domain'
import { Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './account-fields.module.css'

type Field<Name extends string> = (name: Name) => GetInputPropsReturnType

interface NameFieldsProps {
  field: Field<'firstName' | 'lastName'>
  required?: boolean
}

export function NameFields({ field, required = false }: NameFieldsProps) {
  const t = useTranslations('auth.fields')
  return (
    <div className={classes.pair}>
      <TextInput
        {...field('firstName')}
        label={t('firstName')}
        autoComplete="given-name"
        required={required}
        withAsterisk={false}
      />
      <TextInput
        {...field('lastName')}
        label={t('lastName')}
        autoComplete="family-name"
        required={required}
        withAsterisk={false}
      />
    </div>
  )
}

interface WorkFieldsProps {
  field: Field<'company' | 'title' | 'industry'>
  required?: boolean
}

/** Company, job title and industry, as the sign-up of a company and the profile ask for them. */
export function WorkFields({ field, required = false }: WorkFieldsProps) {
  const t = useTranslations('auth')
  return (
    <>
      <TextInput
        {...field('company')}
        label={t('fields.company')}
        autoComplete="organization"
        required={required}
        withAsterisk={false}
      />
      <div className={classes.pair}>
        <Select
          {...field('title')}
          label={t('fields.title')}
          placeholder={t('fields.choose')}
          data={titles.map((value) => ({ value, label: t(`titles.${value}`) }))}
          allowDeselect={false}
          required={required}
          withAsterisk={false}
        />
        <Select
          {...field('industry')}
          label={t('fields.industry')}
          placeholder={t('fields.choose')}
          data={industries.map((value) => ({ value, label: t(`industries.${value}`) }))}
          allowDeselect={false}
          required={required}
          withAsterisk={false}
        />
      </div>
    </>
  )
}
