import { orderStatuses } from '@cotation/domain'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { SearchField } from '#ui/search-field.tsx'
import classes from './history.module.css'
import type { HistoryAddress } from './use-history-address.ts'

export function HistoryFilters({ address: { asked, narrow, find } }: { address: HistoryAddress }) {
  const t = useTranslations('order')
  const statuses = [
    { value: '', label: t('list.anyStatus') },
    ...orderStatuses.map((status) => ({ value: status, label: t(`status.${status}`) })),
  ]

  return (
    <div className={classes.filters}>
      <SearchField label={t('list.search')} value={asked.search} onSearch={find} />
      <NativeSelect
        label={t('list.status')}
        data={statuses}
        value={asked.status}
        onChange={(event) => narrow({ status: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('list.from')}
        value={asked.from}
        max={asked.to === '' ? undefined : asked.to}
        onChange={(event) => narrow({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('list.to')}
        value={asked.to}
        min={asked.from === '' ? undefined : asked.from}
        onChange={(event) => narrow({ to: event.currentTarget.value })}
      />
    </div>
  )
}
