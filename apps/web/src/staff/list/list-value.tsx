import type { ListValue } from '@cotation/contracts'
import type { ListColumn } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useMay } from '#lib/gateway/member.ts'
import { countryName } from '#lib/texts/country-name.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Tone } from '#ui/tone.ts'
import { useHasScreen } from '../shared/known-screens.ts'
import { Lateness } from '../shared/lateness.tsx'
import { useMailKind } from '../shared/mail-kind.ts'
import { StaffLink } from '../shared/staff-link.tsx'

/** Texts of choices and columns, whose keys are known at run time only. */
export function useListTexts() {
  const t = useTranslations('staff-list')
  const text = t as unknown as (key: string) => string
  return {
    column: (name: string) => text(`columns.${name}`),
    /** A choice that a newer release has made is shown as it is. */
    choice: ({ choiceTexts }: ListColumn, value: string) => {
      const key = `choices.${choiceTexts}.${value}`
      return choiceTexts && t.has(key as 'choices.mailState.sent') ? text(key) : value
    },
    operator: (operator: string) => text(`operators.${operator}`),
  }
}

const tones: Readonly<Record<string, Tone>> = {
  awaiting_payment: 'warning',
  payment_pending: 'warning',
  paid: 'accent',
  in_review: 'accent',
  in_production: 'accent',
  quality_check: 'accent',
  shipped: 'good',
  delivered: 'good',
  completed: 'good',
  open: 'warning',
  question: 'accent',
  accepted: 'good',
  requested: 'warning',
  declined: 'danger',
  expired: 'danger',
  sent: 'good',
  refused: 'danger',
  retrying: 'warning',
  failed: 'danger',
  approved: 'good',
}

interface ListValueProps {
  name: string
  column: ListColumn
  value: ListValue
  /** Whether what is named links to its screen: not within a link or button. */
  isLinked: boolean
}

/** A value of a list as a person reads it. */
export function ShownValue({ name, column, value, isLinked }: ListValueProps) {
  const t = useTranslations('staff-list')
  const texts = useListTexts()
  const formats = useFormats('medium')
  const language = useLocale()

  if (value === null) return <span aria-hidden>–</span>
  if (name === 'ageDays') return <Badge>{t('age', { days: Number(value) })}</Badge>
  if (name === 'daysLate') return <Lateness days={Number(value)} />
  if (name === 'kind') return <MailKind kind={String(value)} />
  if (name === 'material') return <MaterialName id={String(value)} />
  if (name === 'country') return countryName(String(value), language)
  if (typeof value === 'boolean') return value ? <Badge tone="warning">{t('yes')}</Badge> : t('no')
  if (typeof value === 'number') return column.type === 'money' ? formats.money(value) : formats.number(value)
  if (Array.isArray(value)) return value.map((choice) => texts.choice(column, choice)).join(', ')
  if (typeof value === 'object' && 'minor' in value) return formats.money(value.minor, value.currency)
  if (typeof value === 'object') return isLinked ? <Named column={column} value={value} /> : value.name
  if (column.type === 'time') return formats.moment(value)
  if (column.type === 'day') return formats.dayAndYear(value)
  if (column.type !== 'choice') return value
  if (name !== 'status' && name !== 'state') return texts.choice(column, value)

  return (
    <Badge dot tone={tones[value] ?? 'neutral'}>
      {texts.choice(column, value)}
    </Badge>
  )
}

/** In the catalogue in force; a material that it no longer has is shown as it is stored. */
function MaterialName({ id }: { id: string }) {
  const { language } = useLanguage()
  const { data, isPending } = useQuery(catalogueQuery)
  if (isPending) return null

  return data?.catalogue.materials.find((material) => material.id === id)?.name[language] ?? id
}

type NamedValue = Extract<ListValue, { name: string }>

/** The name of something, with a link to its screen if the reader may open that. */
function Named({ column: { screens }, value }: { column: ListColumn; value: NamedValue }) {
  const may = useMay()
  const hasScreen = useHasScreen()
  const path = pathOf()

  function pathOf(): string | null {
    if ('path' in value) return value.path
    return screens && may(screens.right) ? `${screens.path}/${value.id}` : null
  }

  if (path === null || !hasScreen(path)) return value.name
  return <StaffLink path={path}>{value.name}</StaffLink>
}

/** In words; filters and files have the code, which the title shows. */
function MailKind({ kind }: { kind: string }) {
  const mailKind = useMailKind()
  return <span title={kind}>{mailKind(kind)}</span>
}
