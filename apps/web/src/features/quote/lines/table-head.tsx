import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import classes from './lines.module.css'
import { type Sort, type SortKey, sortKeys } from './sort-lines.ts'

interface SelectAllProps {
  /** Shown beside the checkbox where there is no table head. */
  label?: string
  shown: number
  selectedShown: number
  onSelectAll: () => void
}

/** Selects all shown lines; if all are selected, deselects them. */
export function SelectAll({ label, shown, selectedShown, onSelectAll }: SelectAllProps) {
  const t = useTranslations('line')

  return (
    <Checkbox
      label={label}
      checked={shown > 0 && selectedShown === shown}
      indeterminate={selectedShown > 0 && selectedShown < shown}
      disabled={shown === 0}
      aria-label={t('selectAll', { count: shown })}
      onChange={onSelectAll}
    />
  )
}

/**
 * A narrow table hides the `widest` columns first, then the `wide` and the `medium` ones: on a
 * laptop, and beside an open part.
 */
const columnClasses: { readonly [K in SortKey]?: string } = {
  name: classes.nameCell ?? '',
  size: classes.wide ?? '',
  volume: classes.widest ?? '',
  material: classes.medium ?? '',
  unit: `${classes.money} ${classes.wide}`,
  line: classes.money ?? '',
}

interface TableHeadProps extends SelectAllProps {
  sort: Sort | undefined
  onSort: (key: SortKey) => void
}

/** The column heads, which are buttons to sort by. */
export function TableHead({ sort, onSort, ...selectAll }: TableHeadProps) {
  const t = useTranslations('line')
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
        {sortKeys.map((key) => (
          <th key={key} scope="col" aria-sort={direction(key)} className={columnClasses[key]}>
            <Button variant="bare" className={classes.sort} onClick={() => onSort(key)}>
              {t(`column.${key}`)}
              <SortMark direction={direction(key)} />
            </Button>
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
