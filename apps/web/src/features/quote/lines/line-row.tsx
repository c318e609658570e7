import type { Catalogue } from '@cotation/domain'
import type { PartSummary } from '@cotation/geometry'
import { memo } from 'react'
import { LineThumbnail } from '#features/quote/workspace/line-thumbnail.tsx'
import { fileWithoutUnit, UnitQuestion } from '#features/quote/workspace/unit-question.tsx'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useQuantityFault } from '#features/quote/workspace/use-quantity-draft.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { LeadCell, QuantityCell, QuantityFaultNote } from './field-cells.tsx'
import classes from './lines.module.css'
import type { CellProps, RowActions } from './row-actions.ts'
import { StatusCell } from './status-cell.tsx'
import { LinePriceCell, MaterialCell, NameCell, UnitPrice } from './text-cells.tsx'

export interface LineProps {
  line: WorkLine
  index: number
  isSelected: boolean
  isActive: boolean
  isOpen: boolean
  catalogue: Catalogue
  texts: LineTexts
  on: RowActions
}

/** Whether a row needs room for a third text: how to order the part again, or its unit's buttons. */
export const isTall = (line: WorkLine): boolean => Boolean(line.view.order) || fileWithoutUnit(line) !== undefined

/** The row of one line. Memoised: it re-renders only when its own line changes. */
export const LineRow = memo(function LineRow(props: LineProps) {
  const { line, index, isSelected, isActive, isOpen, catalogue, texts, on } = props
  const { t } = texts
  const tabIndex = isActive ? 0 : -1
  const shared = { line, texts, on, tabIndex } as const
  const asked = fileWithoutUnit(line)
  const isFaulty = useQuantityFault(line) !== undefined

  return (
    <tr
      className={classes.row}
      data-line={line.id}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-tall={isTall(line) || undefined}
      data-faulty={isFaulty || undefined}
      // The head is the first row.
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onFocus={() => on.activate(line.id)}
    >
      <td tabIndex={-1} className={classes.select}>
        <Checkbox
          data-select
          tabIndex={tabIndex}
          checked={isSelected}
          aria-label={t('select', { name: line.name })}
          onChange={({ nativeEvent }) => on.select(line.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        />
      </td>
      <td tabIndex={-1} className={classes.picture}>
        <LineThumbnail line={line} size={40} />
      </td>
      <th scope="row" className={classes.nameCell}>
        <div className={classes.cell}>
          <NameCell {...shared} isOpen={isOpen} />
        </div>
      </th>
      <td tabIndex={-1} className={`${classes.size} ${classes.wide}`}>
        {texts.size(line) ?? t('none')}
      </td>
      <td tabIndex={-1} className={`${classes.figure} ${classes.widest}`}>
        {texts.volume(line) ?? t('none')}
      </td>
      {asked ? <UnitCells {...shared} summary={asked} /> : <ChoiceCells {...shared} catalogue={catalogue} />}
    </tr>
  )
})

/** From the status to the price. */
function ChoiceCells({ catalogue, ...shared }: CellProps & Pick<LineProps, 'catalogue'>) {
  return (
    <>
      <td tabIndex={-1} className={classes.statusCell}>
        <div className={classes.cell}>
          <StatusCell {...shared} />
        </div>
        <QuantityFaultNote {...shared} />
      </td>
      <td tabIndex={-1} className={classes.medium}>
        <div className={classes.cell}>
          <MaterialCell {...shared} isShort />
        </div>
      </td>
      <td tabIndex={-1}>
        <QuantityCell {...shared} />
      </td>
      <td tabIndex={-1}>
        <div className={classes.cell}>
          <LeadCell {...shared} catalogue={catalogue} />
        </div>
      </td>
      <td tabIndex={-1} className={`${classes.money} ${classes.wide}`}>
        <UnitPrice {...shared} />
      </td>
      <td tabIndex={-1} className={classes.money}>
        <div className={classes.cell}>
          <LinePriceCell {...shared} />
        </div>
      </td>
    </>
  )
}

/**
 * The question for the file's unit, over the cells of the choices and figures, which are unknown
 * until it is answered.
 */
function UnitCells({ line, on, tabIndex, summary }: CellProps & { summary: PartSummary }) {
  return (
    <>
      <td tabIndex={-1} className={classes.asked}>
        <div className={classes.question}>
          <UnitQuestion
            name={line.name}
            summary={summary}
            short
            size="xs"
            tabIndex={tabIndex}
            onChoose={(unit) => on.chooseUnit(line.id, unit)}
          />
        </div>
      </td>
      <td tabIndex={-1} className={classes.medium} />
      <td tabIndex={-1} />
      <td tabIndex={-1} />
      <td tabIndex={-1} className={classes.wide} />
      <td tabIndex={-1} />
    </>
  )
}
