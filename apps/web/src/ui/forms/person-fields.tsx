import { industries, titles } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FieldPair } from './field-pair.tsx'

type Field<Name extends string> = (name: Name) => FieldBinding

interface NameFieldsProps {
  field: Field<'firstName' | 'lastName'>
}

export function NameFields({ field }: NameFieldsProps) {
  const t = useTranslations('auth.fields')
  return (
    <FieldPair>
      <TextField {...field('firstName')} label={t('firstName')} autoComplete="given-name" required />
      <TextField {...field('lastName')} label={t('lastName')} autoComplete="family-name" required />
    </FieldPair>
  )
}

interface WorkFieldsProps {
  field: Field<'company' | 'title' | 'industry'>
  /** False for a private person, who may leave the company empty. */
  companyRequired?: boolean
}

/** Company, job title and industry, as the sign-up of a company and the profile ask for them. */
export function WorkFields({ field, companyRequired = false }: WorkFieldsProps) {
  const t = useTranslations('auth')
  return (
    <>
      <TextField
        {...field('company')}
        label={t('fields.company')}
        autoComplete="organization"
        required={companyRequired}
      />
      <FieldPair>
        <Select
          {...field('title')}
          label={t('fields.title')}
          placeholder={t('fields.choose')}
          options={titles.map((value) => ({ value, label: t(`titles.${value}`) }))}
          required
        />
        <Select
          {...field('industry')}
          label={t('fields.industry')}
          placeholder={t('fields.choose')}
          options={industries.map((value) => ({ value, label: t(`industries.${value}`) }))}
          required
        />
      </FieldPair>
    </>
  )
}
