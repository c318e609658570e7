import { type LineStatus, lineStatuses } from '@cotation/domain'
import { IconSearch } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './filter-bar.module.css'
import type { LineFilter } from './line-filter.ts'
import { type Sort, sortKeys } from './sort-lines.ts'

interface FilterBarProps {
  filter: LineFilter
  counts: Readonly<Record<LineStatus, number>>
  onChange: (filter: LineFilter) => void
}

/** Words to look for, and a chip for each status that occurs, with how many lines have it. */
export function FilterBar({ filter, counts, onChange }: FilterBarProps) {
  const t = useTranslations('lines')
  const id = useId()
  const toggle = (status: LineStatus) => {
    const statuses = new Set(filter.statuses)
    if (!statuses.delete(status)) statuses.add(status)
    onChange({ ...filter, statuses })
  }

  const all = lineStatuses.reduce((sum, status) => sum + counts[status], 0)

  return (
    <search className={classes.bar}>
      <div className={classes.find}>
        <label htmlFor={id} className="visually-hidden">
          {t('filter.text')}
        </label>
        <IconSearch size={16} aria-hidden className={classes.glass} />
        <input
          id={id}
          type="search"
          value={filter.text}
          placeholder={t('filter.text')}
          onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
        />
      </div>
      <fieldset className={classes.chips}>
        <legend className="visually-hidden">{t('filter.status')}</legend>
        <button
          type="button"
          className={classes.chip}
          aria-pressed={filter.statuses.size === 0}
          onClick={() => onChange({ ...filter, statuses: new Set() })}
        >
          {t('filter.all')} <span className={classes.count}>{all}</span>
        </button>
        {lineStatuses
          .filter((status) => counts[status] > 0 || filter.statuses.has(status))
          .map((status) => (
            <button
              key={status}
              type="button"
              className={classes.chip}
              aria-pressed={filter.statuses.has(status)}
              onClick={() => toggle(status)}
            >
              {t(`status.${status}`)} <span className={classes.count}>{counts[status]}</span>
            </button>
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

/** The order of cards, which have no columns to press. */
export function SortSelect({ sort, onSort }: SortSelectProps) {
  const t = useTranslations('lines')
  const sorts = sortKeys.flatMap((key) => [
    { key, descending: false },
    { key, descending: true },
  ])

  return (
    <select
      className={classes.sort}
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
    </select>
  )
}
