import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { Sort, SortKey } from './sort-lines.ts'
import classes from './table.module.css'

interface SelectAllProps {
  id?: string
  shown: number
  selectedShown: number
  onSelectAll: () => void
}

/** Selects what the filter shows, or, where all of it is selected, nothing of it. */
export function SelectAll({ id, shown, selectedShown, onSelectAll }: SelectAllProps) {
  const t = useTranslations('lines')
  const box = useRef<HTMLInputElement>(null)
  const isPartial = selectedShown > 0 && selectedShown < shown
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial
  }, [isPartial])

  return (
    <input
      ref={box}
      id={id}
      type="checkbox"
      checked={shown > 0 && selectedShown === shown}
      disabled={shown === 0}
      aria-label={t('selectAll', { count: shown })}
      onChange={onSelectAll}
    />
  )
}

const columns: readonly SortKey[] = ['name', 'size', 'volume', 'status', 'material', 'quantity', 'lead', 'unit', 'line']

/**
 * Those that a narrow table, beside an open part, leaves to the part's own panel are `wide`, then
 * `medium`.
 */
const looks: { readonly [K in SortKey]?: string } = {
  name: classes.nameCell ?? '',
  size: classes.wide ?? '',
  volume: classes.wide ?? '',
  material: classes.medium ?? '',
  unit: `${classes.money} ${classes.wide}`,
  line: classes.money ?? '',
}

interface TableHeadProps extends SelectAllProps {
  sort: Sort | undefined
  onSort: (key: SortKey) => void
}

/** Names of the columns; each that has an order can be sorted by. */
export function TableHead({ sort, onSort, ...selectAll }: TableHeadProps) {
  const t = useTranslations('lines')
  const direction = (key: SortKey) => {
    if (sort?.key !== key) return 'none'
    return sort.descending ? 'descending' : 'ascending'
  }

  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        <th scope="col" className={classes.select}>
          <SelectAll {...selectAll} />
        </th>
        <th scope="col" className={classes.picture}>
          <span className="visually-hidden">{t('column.picture')}</span>
        </th>
        {columns.map((key) => (
          <th key={key} scope="col" aria-sort={direction(key)} className={looks[key]}>
            <button type="button" className={classes.sort} onClick={() => onSort(key)}>
              {t(`column.${key}`)}
              <SortMark direction={direction(key)} />
            </button>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function SortMark({ direction }: { direction: 'none' | 'ascending' | 'descending' }) {
  if (direction === 'none') return null
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown
  return <Arrow size={14} aria-hidden />
}
