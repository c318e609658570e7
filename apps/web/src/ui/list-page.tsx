import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import classes from './list.module.css'
import { Pager } from './pager.tsx'
import { ErrorState, LoadingState } from './states.tsx'
import type { ListAddress } from './use-list-address.ts'

interface ListPageProps {
  title: string
  intro: string
  children: ReactNode
}

export function ListPage({ title, intro, children }: ListPageProps) {
  const id = useId()

  return (
    <section className={classes.page} aria-labelledby={id}>
      <h1 className={classes.title} id={id}>
        {title}
      </h1>
      <p className={classes.intro}>{intro}</p>
      {children}
    </section>
  )
}

interface ListResultsProps<Answer> {
  query: UseQueryResult<Answer>
  address: ListAddress
  /** The number of results in words. */
  count: (total: number) => string
  /** Shown instead of no results. */
  empty: ReactNode
  children: (answer: Answer) => ReactNode
}

/** A page of a list: loading, failed, empty or shown, with its count and the way to other pages. */
export function ListResults<Answer extends { total: number }>(props: ListResultsProps<Answer>) {
  const { query, address, count, empty, children } = props
  if (query.isPending) return <LoadingState />
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />

  const { total } = query.data

  return (
    <div className={`${classes.page} ${classes.renewed}`} aria-busy={query.isPlaceholderData}>
      <p className={total === 0 ? 'visually-hidden' : classes.count} role="status">
        {count(total)}
      </p>
      {total === 0 ? empty : children(query.data)}
      <Pager address={address} total={total} />
    </div>
  )
}
