import type { ListRow, ListValue } from '@cotation/contracts'
import { type ListDeclaration, parseListSort } from '@cotation/domain'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { followUntilScrolled, type ListPlace } from '#lib/kept-scroll.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classNames } from '#ui/class-names.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { StaffLink, staffAddress } from '../shared/staff-link.tsx'
import { isFocusFree, useKeptPlace, useKeptRow, useLeftPlace } from '../shared/use-kept-row.ts'
import { takesEnter, usePageKeys } from '../shared/use-page-keys.ts'
import classes from './list.module.css'
import { ShownValue, useListTexts } from './list-value.tsx'
import type { ListAddress } from './use-list-address.ts'

/** What opening a row leads to; without both, rows cannot be opened. */
export interface RowOpening {
  /** The screen of a row, below `/staff`; null if it has none. */
  pathOf?: ((row: ListRow) => string | null) | undefined
  /** Instead of a screen. */
  onOpen?: ((row: ListRow) => void) | undefined
}

export interface ListTableProps extends RowOpening {
  list: ListDeclaration
  address: ListAddress
  label: string
  rows: readonly ListRow[]
  /** Undefined if rows cannot be selected. */
  selection?: { ids: ReadonlySet<string>; toggle: (ids: readonly string[]) => void } | undefined
  hasMore: boolean
  /** Rows of the previous search and filters, until the new ones arrive. */
  isBusy: boolean
  /** Called when the last rows come into view. */
  onEnd: () => void
  onShowKeys: () => void
}

const valueIn = (row: ListRow, name: string): ListValue =>
  (row as unknown as Record<string, ListValue | undefined>)[name] ?? null

/** A table with virtual rows and a fixed head; cards on a narrow screen. */
export function ListTable(props: ListTableProps) {
  const isNarrow = useMediaQuery('(max-width: 40rem)')
  return isNarrow ? <Cards {...props} /> : <Grid {...props} />
}

const rowPx = 44

/** Allowed for a table by ARIA in HTML; the focus stays on it while keys move between its rows. */
const gridAt = (activeRowId: string | undefined, isMultiselectable: boolean) =>
  ({
    role: 'grid',
    'aria-multiselectable': isMultiselectable,
    tabIndex: 0,
    'aria-activedescendant': activeRowId,
  }) as const

function Grid(props: ListTableProps) {
  const { list, address, label, rows, pathOf, onOpen, selection, hasMore, isBusy, onEnd } = props
  const t = useTranslations('staff-list')
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const id = useId()

  // Other columns show the same rows.
  const view = JSON.stringify({ ...address.parameters, columns: undefined })
  const left = useLeftPlace(view)
  const [active, setActive] = useActiveRow(props, view, left)

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect: { width: 1200, height: 800 },
    initialOffset: left ? offsetOf(left, active) : 0,
    // The fixed head takes as much room as a row.
    scrollPaddingEnd: rowPx,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const lastShown = last?.index ?? -1

  useListPlace({ rows, scroller, table, active, left, view })
  useRowKeys({ ...props, table, active, setActive, scrollTo: (index) => virtualizer.scrollToIndex(index) })

  useEffect(() => {
    if (lastShown >= rows.length - 10) onEnd()
  }, [lastShown, rows.length, onEnd])

  const isActiveShown = items.some(({ index }) => index === active)
  const allIds = rows.map((row) => row.id)
  const isAll = selection !== undefined && rows.length > 0 && allIds.every((one) => selection.ids.has(one))

  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        {...gridAt(isActiveShown ? `${id}-${active}` : undefined, selection !== undefined)}
        ref={table}
        className={classes.table}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={isBusy}
      >
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className={classes.select}>
                <Checkbox
                  aria-label={t('selection.all')}
                  checked={isAll}
                  onChange={() => selection.toggle(isAll ? allIds : allIds.filter((one) => !selection.ids.has(one)))}
                />
              </th>
            ) : null}
            {address.columns.map((name) => (
              <SortHead key={name} list={list} address={address} name={name} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={first?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index]
            if (!row) return null
            return (
              <tr
                key={row.id}
                id={`${id}-${index}`}
                aria-rowindex={index + 2}
                aria-selected={selection ? selection.ids.has(row.id) : index === active}
                className={classNames(classes.row, index === active && classes.active)}
                onClick={() => setActive(index)}
                onFocus={() => setActive(index)}
              >
                {selection ? (
                  <td className={classes.select}>
                    <Checkbox
                      aria-label={t('selection.row', { name: nameOf(row, address) })}
                      checked={selection.ids.has(row.id)}
                      onChange={() => selection.toggle([row.id])}
                    />
                  </td>
                ) : null}
                {address.columns.map((name, columnIndex) => (
                  <td key={name} data-type={list.columns[name]?.type}>
                    <Cell list={list} row={row} name={name} {...(columnIndex === 0 && { pathOf, onOpen })} />
                  </td>
                ))}
              </tr>
            )
          })}
          <Gap height={virtualizer.getTotalSize() - (last?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  )
}

/** The scroll position that shows the active row at the height at which it was left. */
const offsetOf = ({ scrollTop = 0, index }: ListPlace, active: number) =>
  Math.max(0, scrollTop + (active - index) * rowPx)

interface Choice {
  view: string
  rowId: string | undefined
  index: number
}

const choiceAt = (view: string, left: ListPlace | undefined): Choice => ({
  view,
  rowId: left?.rowId,
  index: left?.index ?? 0,
})

/** The row on which keys act; the one in its place once it is gone, the first of a new search. */
function useActiveRow(
  { rows, hasMore, isBusy }: ListTableProps,
  view: string,
  left: ListPlace | undefined,
): [active: number, setActive: (index: number) => void] {
  // The row itself, not its place: rows that arrive above it must not make keys act on another one.
  const [choice, setChoice] = useState(() => choiceAt(view, left))
  if (choice.view !== view) setChoice(choiceAt(view, left))

  const { rowId, index } = choice
  const found = rows.findIndex((row) => row.id === rowId)
  const active = found === -1 ? Math.max(0, Math.min(index, rows.length - 1)) : found

  const isGone = found === -1 && rowId !== undefined && !isBusy && (index < rows.length || !hasMore)
  const isMoved = found !== -1 && found !== index
  const setActive = (next: number) => setChoice({ view, rowId: rows[next]?.id, index: next })
  if (choice.view === view && (isGone || isMoved)) setActive(active)

  return [active, setActive]
}

interface PlaceOptions {
  rows: readonly ListRow[]
  scroller: RefObject<HTMLDivElement | null>
  table: RefObject<HTMLTableElement | null>
  active: number
  left: ListPlace | undefined
  view: string
}

/** Keeps the place in the list and returns to the one that was left, or else starts at the top. */
function useListPlace({ rows, scroller, table, active, left, view }: PlaceOptions): void {
  const followed = useRef<ListPlace>(undefined)
  const shownView = useRef(view)

  useKeptPlace(() => {
    const row = rows[active]
    const box = scroller.current
    if (!row || !box) return undefined
    return { rowId: row.id, index: active, scrollTop: box.scrollTop, hasFocus: box.contains(document.activeElement) }
  })

  useEffect(() => {
    if (shownView.current !== view && !left && scroller.current) scroller.current.scrollTop = 0
    shownView.current = view
    if (!left) return undefined

    followed.current = left
    if (left.hasFocus && isFocusFree()) table.current?.focus({ preventScroll: true })
    return followUntilScrolled({
      disconnect: () => {
        followed.current = undefined
      },
    })
  }, [left, view, scroller, table])

  // Again when rows arrive, since the change of a record may have moved its row.
  useEffect(() => {
    const box = scroller.current
    if (box && followed.current && rows.length > 0) box.scrollTop = offsetOf(followed.current, active)
  }, [rows, active, scroller])
}

const Gap = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null)

const hasValue = (value: ListValue) => value !== null && !(Array.isArray(value) && value.length === 0)

/** The name of a row: the value of its first column. */
function nameOf(row: ListRow, { columns }: ListAddress): string {
  const value = valueIn(row, columns[0] ?? '')
  if (value !== null && typeof value === 'object' && 'name' in value) return value.name
  return String(value ?? '')
}

interface CellProps extends RowOpening {
  list: ListDeclaration
  row: ListRow
  name: string
}

function Cell({ list, row, name, pathOf, onOpen }: CellProps): ReactNode {
  const column = list.columns[name]
  // Rows from before a column was chosen lack it.
  if (!column || !Object.hasOwn(row, name)) return null

  const path = pathOf?.(row) ?? null
  const isPlain = path === null && onOpen === undefined
  const shown = <ShownValue name={name} column={column} value={valueIn(row, name)} isLinked={isPlain} />

  if (onOpen)
    return (
      <Button variant="link" onClick={() => onOpen(row)}>
        {shown}
      </Button>
    )
  return path === null ? shown : <StaffLink path={path}>{shown}</StaffLink>
}

interface HeadProps {
  list: ListDeclaration
  address: ListAddress
  name: string
}

function SortHead({ list, address, name }: HeadProps) {
  const texts = useListTexts()
  const column = list.columns[name]
  const sort = parseListSort(list, address.sort)
  const isSorted = sort?.column === name
  const style = { minWidth: column?.width ?? 120 }

  if (!column?.isSortable) {
    return (
      <th scope="col" style={style} data-type={column?.type}>
        {texts.column(name)}
      </th>
    )
  }

  const isDescending = isSorted && sort.isDescending
  const direction = isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" style={style} aria-sort={isSorted ? direction : 'none'} data-type={column.type}>
      <Button
        variant="bare"
        className={classes.sort}
        onClick={() => address.change({ sort: isSorted && !isDescending ? `-${name}` : name })}
      >
        {texts.column(name)}
        <span aria-hidden>{sortMark(isSorted, isDescending)}</span>
      </Button>
    </th>
  )
}

function sortMark(isSorted: boolean, isDescending: boolean): string {
  if (!isSorted) return '↕'
  return isDescending ? '↓' : '↑'
}

interface RowKeysOptions extends ListTableProps {
  table: RefObject<HTMLTableElement | null>
  active: number
  setActive: (index: number) => void
  scrollTo: (index: number) => void
}

/**
 * j and k move, x selects, Enter opens, ? shows the keys, wherever on the page the focus is. A move
 * puts the focus on the table, so that screen readers announce the row. A member may turn the
 * letters off. Arrows outside of the table scroll, and move within other controls.
 */
function useRowKeys({
  rows,
  pathOf,
  onOpen,
  selection,
  onShowKeys,
  table,
  active,
  setActive,
  scrollTo,
}: RowKeysOptions): void {
  const navigate = useNavigate()

  const move = (step: number) => {
    const target = Math.max(0, Math.min(rows.length - 1, active + step))
    setActive(target)
    scrollTo(target)
    table.current?.focus({ preventScroll: true })
  }

  const open = () => {
    const row = rows[active]
    if (!row) return

    onOpen?.(row)
    const path = pathOf?.(row) ?? null
    if (path !== null) void navigate(staffAddress({ path }))
  }

  const select = () => {
    const row = rows[active]
    if (row) selection?.toggle([row.id])
  }

  const actions: Readonly<Record<string, () => void>> = {
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    x: select,
    Enter: open,
    '?': onShowKeys,
  }

  usePageKeys((event) => {
    const { key } = event
    const action = actions[key]
    const isForeignArrow = key.startsWith('Arrow') && event.target !== table.current
    const isForeignEnter = key === 'Enter' && takesEnter(event)
    if (!action || isForeignArrow || isForeignEnter) return

    event.preventDefault()
    action()
  })
}

function Cards({ list, address, label, rows, pathOf, onOpen, selection, hasMore, isBusy, onEnd }: ListTableProps) {
  const cards = useKeptRow<HTMLUListElement>()
  const t = useTranslations('staff-list')
  const texts = useListTexts()
  const [head = '', ...rest] = address.columns

  return (
    <>
      <ul ref={cards} className={classes.cards} aria-label={label} aria-busy={isBusy}>
        {rows.map((row) => (
          <li key={row.id} data-row={row.id} className={classes.card}>
            <div className={classes.cardHead}>
              <strong>
                <Cell list={list} row={row} name={head} pathOf={pathOf} onOpen={onOpen} />
              </strong>
              {selection ? (
                <Checkbox
                  aria-label={t('selection.row', { name: nameOf(row, address) })}
                  checked={selection.ids.has(row.id)}
                  onChange={() => selection.toggle([row.id])}
                />
              ) : null}
            </div>
            <dl className={classes.facts}>
              {rest
                .filter((name) => hasValue(valueIn(row, name)))
                .map((name) => (
                  <div key={name}>
                    <dt>{texts.column(name)}</dt>
                    <dd>
                      <Cell list={list} row={row} name={name} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <Button variant="secondary" fullWidth onClick={onEnd}>
          {t('more')}
        </Button>
      ) : null}
    </>
  )
}
