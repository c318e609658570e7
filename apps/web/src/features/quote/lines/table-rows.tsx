import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useHasQuantityFault } from '#features/quote/workspace/use-quantity-draft.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { isTall, type LineProps, LineRow } from './line-row.tsx'
import classes from './lines.module.css'
import { rangeWith, windowRect, withGaps } from './virtual-gaps.ts'

/** Heights in rem; must match the style sheet. */
const rowRem = 3
const tallRowRem = 4
const faultyRowRem = 5.5
const headRem = 2.25

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

/** Allowed for a table by ARIA in HTML; its rows and cells become those of a grid. */
const grid = { role: 'grid', 'aria-multiselectable': true } as const

const rootPixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/**
 * The virtualised table: only visible rows are mounted. The height of a row follows from its line, so
 * scrolling measures nothing. A grid, because its rows are reached by arrow keys: screen readers then pass
 * the keys on, which mounts the next rows, and say which of how many rows it is.
 */
export function TableRows(props: TableRowsProps) {
  const { shown, ids, selectedIds, activeId, openId, catalogue, texts, on } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rem = useMemo(rootPixels, [])
  const kept = ids.indexOf(activeId ?? '')
  const hasQuantityFault = useHasQuantityFault()

  const heightOf = (line: WorkLine | undefined) => {
    if (line && hasQuantityFault(line)) return faultyRowRem * rem
    return (line && isTall(line) ? tallRowRem : rowRem) * rem
  }

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(shown[index]),
    scrollMargin: headRem * rem,
    overscan: 4,
    // A new function at every render: the virtualizer asks for the heights again when it changes.
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: useMemo(() => rangeWith(kept), [kept]),
    initialRect: windowRect(),
    useFlushSync: false,
  })
  const { rows, after } = withGaps(virtualizer.getVirtualItems(), virtualizer.getTotalSize(), headRem * rem)

  return (
    <div ref={scroller} className={classes.scroller} data-lines-scroller>
      <table
        {...grid}
        className={classes.table}
        aria-label={props.label}
        aria-describedby={props.hintId}
        // With the head and the totals.
        aria-rowcount={shown.length + 2}
        onKeyDown={props.onKeyDown}
      >
        <colgroup>
          {columns.map(({ id, width, className }) => (
            <col key={id} style={{ width }} className={className} />
          ))}
        </colgroup>
        {props.head}
        <tbody>
          {rows.map(({ item, gap }) => {
            const line = shown[item.index]
            if (!line) return null
            return (
              <Fragment key={item.key}>
                <Gap height={gap} />
                <LineRow
                  line={line}
                  catalogue={catalogue}
                  texts={texts}
                  on={on}
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
 * scrolling. The name takes the rest. A narrow table breaks long dimensions.
 */
const columns = [
  { id: 'select', width: '2.5rem' },
  { id: 'picture', width: '3rem' },
  { id: 'name', width: 'auto' },
  { id: 'size', width: 'clamp(8rem, 10cqi, 11.5rem)', className: classes.wide },
  { id: 'volume', width: '6rem', className: classes.widest },
  { id: 'status', width: 'clamp(10.5rem, 14cqi, 12rem)' },
  { id: 'material', width: 'clamp(15.5rem, 20cqi, 19rem)', className: classes.medium },
  { id: 'quantity', width: '4.75rem' },
  { id: 'lead', width: '8.25rem' },
  { id: 'unit', width: '6rem', className: classes.wide },
  { id: 'line', width: '7rem' },
]

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

interface Totals {
  /** Number of parts of the lines in the price, which is shown beside it. */
  parts: number
  minor: number
  /** The number of lines that the price leaves out. */
  without: number
  workingDays: number | undefined
}

/** How many parts, the price and the longest lead time of the ready ones among some lines. */
function totalsOf(lines: readonly WorkLine[]): Totals {
  const totals: Totals = { parts: 0, minor: 0, without: 0, workingDays: undefined }
  for (const line of lines) {
    const price = shownPrice(line)
    if (!price || line.status !== 'ready') {
      totals.without++
      continue
    }

    totals.parts += line.configuration?.quantity ?? 0
    totals.minor += price.lineMinor
    totals.workingDays = Math.max(totals.workingDays ?? 0, price.workingDays ?? 0)
  }

  return totals
}

interface TableTotalsProps {
  rowIndex: number
  lines: readonly WorkLine[]
  ofSelection: boolean
  texts: LineTexts
}

/** The totals of the selection, or of all shown lines. */
export function TableTotals({ rowIndex, lines, ofSelection, texts }: TableTotalsProps) {
  const { t, money, count, delivery, day } = texts
  const { parts, minor, without, workingDays } = totalsOf(lines)
  const date = delivery(workingDays)

  return (
    <tfoot className={classes.foot}>
      <tr aria-rowindex={rowIndex}>
        <th scope="row" colSpan={3}>
          {t(ofSelection ? 'totals.selection' : 'totals.shown', { count: lines.length })}
        </th>
        <td className={classes.wide} />
        <td className={classes.widest} />
        <td className={classes.without}>{without > 0 ? t('totals.without', { count: without }) : null}</td>
        <td className={classes.medium} />
        <td>{count(parts)}</td>
        <td>{date ? <time dateTime={date}>{day(date)}</time> : null}</td>
        <td className={classes.wide} />
        <td className={classes.money}>
          <data value={minor}>{money(minor)}</data>
        </td>
      </tr>
    </tfoot>
  )
}
