import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { type LineProps, LineRow } from './line-row.tsx'
import classes from './table.module.css'
import { rangeWith, withGaps } from './virtual-gaps.ts'

/** Heights in rem; must match the style sheet. */
const rowRem = 4.75
const headRem = 2.75

export interface ShownLines extends Pick<LineProps, 'catalogue' | 'texts' | 'on'> {
  shown: readonly WorkLine[]
  ids: readonly string[]
  selectedIds: ReadonlySet<string>
  activeId: string | undefined
  openId: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
}

interface TableRowsProps extends ShownLines {
  label: string
  hintId: string
  head: ReactNode
  foot: ReactNode
}

const rootPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/**
 * The virtualised table: only visible rows are mounted. All rows have the same height, so scrolling
 * measures nothing.
 */
export function TableRows(props: TableRowsProps) {
  const { shown, ids, selectedIds, activeId, openId, catalogue, texts, on } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rem = useMemo(rootPixels, [])
  const kept = ids.indexOf(activeId ?? '')
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowRem * rem,
    scrollMargin: headRem * rem,
    overscan: 4,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: useMemo(() => rangeWith(kept), [kept]),
    useFlushSync: false,
  })
  const { rows, after } = withGaps(virtualizer.getVirtualItems(), virtualizer.getTotalSize(), headRem * rem)

  return (
    <div ref={scroller} className={classes.scroller} data-lines-scroller>
      <table
        className={classes.table}
        aria-label={props.label}
        aria-describedby={props.hintId}
        aria-rowcount={shown.length + 1}
        onKeyDown={props.onKeyDown}
      >
        <Columns />
        {props.head}
        <tbody>
          {rows.map(({ item, gap }) => {
            const line = shown[item.index]
            if (!line) return null
            return (
              <Fragment key={item.key}>
                <Gap height={gap} />
                <LineRow
                  {...{ line, catalogue, texts, on }}
                  index={item.index}
                  isSelected={selectedIds.has(line.id)}
                  isActive={line.id === activeId}
                  isOpen={line.id === openId}
                />
              </Fragment>
            )
          })}
          <Gap height={after} />
        </tbody>
        {props.foot}
      </table>
    </div>
  )
}

/**
 * Fixed column widths: layout does not depend on the mounted rows, so columns do not move while
 * scrolling.
 */
const Columns = () => (
  <colgroup>
    <col className={classes.colSelect} />
    <col className={classes.colPicture} />
    <col className={classes.colName} />
    <col className={`${classes.colSize} ${classes.wide}`} />
    <col className={`${classes.colVolume} ${classes.wide}`} />
    <col className={classes.colStatus} />
    <col className={`${classes.colMaterial} ${classes.medium}`} />
    <col className={classes.colQuantity} />
    <col className={classes.colLead} />
    <col className={`${classes.colUnit} ${classes.wide}`} />
    <col className={classes.colLine} />
  </colgroup>
)

/** Hidden from screen readers; `aria-rowindex` gives the position of the real rows. */
const hiddenFromReaders = { 'aria-hidden': true } as const

function Gap({ height }: { height: number }) {
  if (height < 1) return null
  return (
    <tr {...hiddenFromReaders}>
      <td className={classes.gap} style={{ height }} />
    </tr>
  )
}
