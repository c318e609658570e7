import { memo } from 'react'
import { LineThumbnail } from '#features/quote/workspace/line-thumbnail.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import classes from './cards.module.css'
import { LeadCell } from './lead-cell.tsx'
import type { LineProps } from './line-row.tsx'
import { MaterialCell, NameCell } from './name-cell.tsx'
import { LinePriceCell, UnitPrice } from './price-cells.tsx'
import { QuantityCell } from './quantity-cell.tsx'
import { StatusCell } from './status-cell.tsx'

interface LineCardProps extends LineProps {
  count: number
  /** Cards differ in height, so each is measured. */
  measure: (element: HTMLLIElement | null) => void
}

/**
 * A line on a phone: data and actions of the row as a card. It has few controls, so Tab reaches all
 * of them.
 */
export const LineCard = memo(function LineCard(props: LineCardProps) {
  const { line, index, count, isSelected, isOpen, catalogue, texts, on, measure } = props
  const { t } = texts
  const shared = { line, texts, on, tabIndex: 0 } as const

  return (
    <li
      ref={measure}
      data-index={index}
      data-line={line.id}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      className={classes.card}
      aria-posinset={index + 1}
      aria-setsize={count}
      onFocus={() => on.activate(line.id)}
    >
      <div className={classes.top}>
        <span className={classes.select}>
          <Checkbox
            data-select
            checked={isSelected}
            aria-label={t('select', { name: line.name })}
            onChange={() => on.select(line.id, false)}
          />
        </span>
        <LineThumbnail line={line} size={56} />
        <div className={classes.title}>
          <NameCell {...shared} isOpen={isOpen} />
        </div>
        <div className={classes.price}>
          <LinePriceCell line={line} texts={texts} />
        </div>
      </div>
      <div className={classes.status}>
        <StatusCell {...shared} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('column.size')}</dt>
          <dd>{texts.size(line) ?? t('none')}</dd>
        </div>
        <div>
          <dt>{t('column.volume')}</dt>
          <dd>{texts.volume(line) ?? t('none')}</dd>
        </div>
        <div>
          <dt>{t('column.material')}</dt>
          <dd>
            <MaterialCell line={line} texts={texts} />
          </dd>
        </div>
        <div>
          <dt>{t('column.unit')}</dt>
          <dd>
            <UnitPrice line={line} texts={texts} />
          </dd>
        </div>
        <div>
          <dt>{t('column.quantity')}</dt>
          <dd>
            <QuantityCell {...shared} />
          </dd>
        </div>
        <div>
          <dt>{t('column.lead')}</dt>
          <dd>
            <LeadCell {...shared} catalogue={catalogue} />
          </dd>
        </div>
      </dl>
    </li>
  )
})
