import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordList } from '#features/balance/balance.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import lists from '#ui/list.module.css'
import { Pager } from '#ui/pager.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import classes from './records.module.css'

interface RecordsProps<Row> {
  list: RecordList
  query: UseQueryResult<{ records: Row[]; total: number }>
  address: ListAddress
  children: (row: Row) => ReactNode
}

/** A page of records: loading, failed, empty or listed. */
export function Records<Row>({ list, query, address, children }: RecordsProps<Row>) {
  const t = useTranslations('balance')
  if (query.isPending) return <LoadingState />
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />

  const { records, total } = query.data
  if (total === 0) return <EmptyState title={t(`empty.${list}`)} text={t(`empty.${list}Text`)} />

  return (
    <>
      <p className={lists.count} role="status">
        {t(`counts.${list}`, { count: total })}
      </p>
      <ul className={`${lists.list} ${lists.renewed}`} aria-busy={query.isPlaceholderData}>
        {records.map(children)}
      </ul>
      <Pager address={address} total={total} />
    </>
  )
}

interface RecordItemProps {
  title: ReactNode
  /** For records whose state can change. */
  state?: string
  /** Short facts; null ones are omitted. */
  facts: readonly (string | null)[]
  amount: string
  /** Under the amount: the balance after it. */
  under?: string | undefined
  children?: ReactNode
}

export function RecordItem({ title, state, facts, amount, under, children }: RecordItemProps) {
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.name}>{title}</p>
        <p className={classes.facts}>
          {state === undefined ? null : <span className={classes.state}>{state}</span>}
          {facts.map((fact) => (fact ? <span key={fact}>{fact}</span> : null))}
        </p>
        {children}
      </div>
      <div className={classes.sum}>
        <p className={classes.amount}>{amount}</p>
        {under ? <p className={classes.under}>{under}</p> : null}
      </div>
    </li>
  )
}
