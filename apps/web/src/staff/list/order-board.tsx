import type { ListRow } from '@cotation/contracts'
import {
  canMoveOrder,
  type StaffLists,
  type StaffStatus,
  staffLists,
  staffMovesFrom,
  staffStatuses,
} from '@cotation/domain'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Lateness } from '../shared/lateness.tsx'
import { MoveOrder } from '../shared/move-order.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import { useKeptRow } from '../shared/use-kept-row.ts'
import { listQuery } from './list-query.ts'
import { useListTexts } from './list-value.tsx'
import classes from './order-board.module.css'
import { RowCount } from './row-count.tsx'
import type { ListAddress } from './use-list-address.ts'

type OrderItem = ListRow<StaffLists['orders']>

/** The statuses in which staff have something to do, from left to right. */
const boardStatuses = ['paid', 'in_review', 'in_production', 'quality_check', 'shipped', 'delivered'] as const
type BoardStatus = (typeof boardStatuses)[number]

const shownColumns = 'number,customer,company,dueDay,daysLate,totalUsd,pieces,ageDays,isStopped'
const orderType = 'application/x-order'

/** It scrolls sideways, which keyboards must reach also if it is empty. */
const focusable = (label: string) => ({ role: 'group', tabIndex: 0, 'aria-label': label }) as const

interface BoardOrder {
  id: string
  number: string
  status: BoardStatus
}

/** Each column is a status, so a filter by status chooses the columns. */
function columnsOf({ filters }: ListAddress): readonly BoardStatus[] {
  const { status: filter } = filters
  if (!filter) return boardStatuses

  const isWanted = filter.operator === 'in'
  return boardStatuses.filter((status) => filter.values.includes(status) === isWanted)
}

/** The orders that staff work on, in columns by status. The most urgent come first. */
export function OrderBoard({ address }: { address: ListAddress }) {
  const t = useTranslations('staff-list.board')
  const board = useKeptRow<HTMLDivElement>()
  const [dragged, setDragged] = useState<BoardOrder | null>(null)
  const [asked, setAsked] = useState<{ order: BoardOrder; to: StaffStatus } | null>(null)

  const ask = (order: BoardOrder, to: StaffStatus) => {
    setDragged(null)
    setAsked({ order, to })
  }

  const columns = columnsOf(address)
  if (columns.length === 0) return <EmptyState title={t('noColumn')} text={t('noColumnText')} />

  return (
    <>
      <div ref={board} {...focusable(t('board'))} className={classes.board}>
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            address={address}
            dragged={dragged}
            onDrag={setDragged}
            onMove={ask}
          />
        ))}
      </div>
      {asked ? <MoveOrder order={asked.order} to={asked.to} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

interface BoardColumnProps {
  status: BoardStatus
  address: ListAddress
  dragged: BoardOrder | null
  onDrag: (order: BoardOrder | null) => void
  onMove: (order: BoardOrder, to: StaffStatus) => void
}

const isStaffStatus = (status: string): status is StaffStatus => staffStatuses.some((one) => one === status)

function BoardColumn({ status, address, dragged, onDrag, onMove }: BoardColumnProps) {
  const t = useTranslations('staff-list.board')
  const texts = useListTexts()
  const parameters = { ...address.parameters, status: `in:${status}`, sort: 'dueDay', columns: shownColumns }
  const query = useInfiniteQuery(listQuery('orders', parameters))
  const rows = (query.data?.pages.flatMap((page) => page.rows) ?? []) as OrderItem[]
  const count = query.data?.pages[0]?.count
  const title = texts.choice(staffLists.orders.columns.status, status)
  const accepts = dragged !== null && isStaffStatus(status) && canMoveOrder(dragged.status, status)

  return (
    <section
      className={classes.column}
      aria-label={title}
      data-accepts={accepts}
      onDragOver={(event) => {
        if (accepts) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        if (accepts) onMove(dragged, status)
      }}
    >
      <h2 className={classes.title}>
        {title} {count ? <RowCount count={count} className={classes.count} /> : null}
      </h2>
      {query.isPending ? <LoadingState /> : null}
      {query.isLoadingError ? <ErrorState onRetry={() => void query.refetch()} /> : null}
      {query.isSuccess && rows.length === 0 ? <p className={classes.empty}>{t('empty')}</p> : null}
      <ul className={classes.cards}>
        {rows.map((row) => (
          <OrderCard key={row.id} row={row} status={status} onDrag={onDrag} onMove={onMove} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button variant="quiet" size="sm" onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </section>
  )
}

interface OrderCardProps extends Pick<BoardColumnProps, 'status' | 'onDrag' | 'onMove'> {
  row: OrderItem
}

/** Dragged with the pointer, or moved by the choice of a status, which keyboards reach. */
function OrderCard({ row, status, onDrag, onMove }: OrderCardProps) {
  const t = useTranslations('staff-list.board')
  const texts = useListTexts()
  const formats = useFormats('medium')
  const may = useMay()
  const targets = staffMovesFrom(status)
  const order = { id: row.id, number: row.number ?? '', status }
  const isMovable = may('orders.move') && targets.length > 0

  return (
    <li
      data-row={row.id}
      className={classes.card}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(orderType, row.id)
        onDrag(order)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <StaffLink path={`orders/${row.id}`} className={classes.number}>
        {row.number}
      </StaffLink>
      <span>{row.company ?? row.customer?.name}</span>
      <span className={classes.facts}>
        {t('pieces', { count: row.pieces ?? 0 })} · {formats.money(row.totalUsd ?? 0)}
      </span>
      {typeof row.ageDays === 'number' ? (
        <span className={classes.facts}>{t('age', { days: row.ageDays })}</span>
      ) : null}
      {row.isStopped ? <Badge tone="danger">{texts.column('isStopped')}</Badge> : null}
      {typeof row.daysLate === 'number' ? <Lateness days={row.daysLate} /> : null}
      {isMovable ? (
        <Select
          size="sm"
          aria-label={t('move', { number: order.number })}
          value=""
          placeholder={t('moveTo')}
          onChange={(event) => onMove(order, event.currentTarget.value as StaffStatus)}
          options={targets.map((target) => ({
            value: target,
            label: texts.choice(staffLists.orders.columns.status, target),
          }))}
        />
      ) : null}
    </li>
  )
}
