import { type LineStatus, lineStatuses } from '@cotation/domain'
import { IconSearch } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { LineFilter } from './line-filter.ts'
import classes from './lines.module.css'
import { type Sort, sortKeys } from './sort-lines.ts'

interface FilterBarProps {
  filter: LineFilter
  counts: Readonly<Record<LineStatus, number>>
  onChange: (filter: LineFilter) => void
}

/** A search field, and a chip for each status that occurs, with its number of lines. */
export function FilterBar({ filter, counts, onChange }: FilterBarProps) {
  const t = useTranslations('line')
  const toggle = (status: LineStatus) => {
    const statuses = new Set(filter.statuses)
    if (!statuses.delete(status)) statuses.add(status)
    onChange({ ...filter, statuses })
  }

  const all = lineStatuses.reduce((sum, status) => sum + counts[status], 0)

  return (
    <search className={classes.filterBar}>
      <TextField
        type="search"
        className={classes.find}
        icon={<IconSearch size={16} aria-hidden />}
        aria-label={t('filter.text')}
        placeholder={t('filter.text')}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
      />
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">{t('filter.status')}</legend>
        <Button
          variant="bare"
          className={classes.chip}
          aria-pressed={filter.statuses.size === 0}
          onClick={() => onChange({ ...filter, statuses: new Set() })}
        >
          {t('filter.all')} <span className={classes.count}>{all}</span>
        </Button>
        {lineStatuses
          .filter((status) => counts[status] > 0 || filter.statuses.has(status))
          .map((status) => (
            <Button
              variant="bare"
              key={status}
              className={classes.chip}
              aria-pressed={filter.statuses.has(status)}
              onClick={() => toggle(status)}
            >
              {t(`status.${status}`)} <span className={classes.count}>{counts[status]}</span>
            </Button>
          ))}
      </fieldset>
    </search>
  )
}

interface SortSelectProps {
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

const entryOf = ({ key, descending }: Sort) => `${key} ${descending ? 'down' : 'up'}`

/** Sorts the cards, which have no column heads. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  const t = useTranslations('line')
  const sorts = sortKeys.flatMap((key) => [
    { key, descending: false },
    { key, descending: true },
  ])

  return (
    <Select
      className={classes.filterSort}
      aria-label={t('sortBy')}
      value={sort ? entryOf(sort) : ''}
      onChange={({ currentTarget: { value } }) => onSort(sorts.find((one) => entryOf(one) === value))}
    >
      <option value="">{t('sortNone')}</option>
      {sorts.map((one) => (
        <option key={entryOf(one)} value={entryOf(one)}>
          {t(one.descending ? 'sortDown' : 'sortUp', { column: t(`column.${one.key}`) })}
        </option>
      ))}
    </Select>
  )
}
