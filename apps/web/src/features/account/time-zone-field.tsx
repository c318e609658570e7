import type { Profile } from '@cotation/contracts'
import { useMemo } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { FieldBinding } from '#ui/forms/form.ts'
import { SearchSelect } from '#ui/search-select.tsx'
import { TextField } from '#ui/text-field.tsx'

/** The zones of the browser, and the current one, which may have an older name. */
function zoneOptions(current: string): { value: string; label: string }[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
}

interface TimeZoneFieldProps {
  profile: Pick<Profile, 'timeZone' | 'hasChosenTimeZone' | 'timeZoneChangeableAt'>
  field: FieldBinding
}

/** The time zone of the customer's days. It can change once in 30 days. */
export function TimeZoneField({ profile, field }: TimeZoneFieldProps) {
  const t = useTranslations('account.profile')
  const { date } = useFormats()
  const { timeZone, hasChosenTimeZone, timeZoneChangeableAt } = profile
  const options = useMemo(() => zoneOptions(timeZone), [timeZone])

  if (timeZoneChangeableAt !== null)
    return (
      <TextField
        label={t('timeZone')}
        description={t('timeZoneLocked', { date: date(timeZoneChangeableAt) })}
        value={timeZone.replaceAll('_', ' ')}
        readOnly
      />
    )

  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const browserHint = !hasChosenTimeZone && own !== timeZone ? ` ${t('timeZoneBrowser', { zone: own })}` : ''

  return (
    <SearchSelect
      {...field}
      label={t('timeZone')}
      description={`${t('timeZoneHint')}${browserHint}`}
      options={options}
      noMatch={t('timeZoneNone')}
    />
  )
}
