import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useReadyInSlices } from '#lib/use-ready-in-slices.ts'
import { LinkButton } from './link-button.tsx'
import classes from './list.module.css'
import { ErrorState, LoadingState } from './states.tsx'
import { type ListAddress, pageSize } from './use-list-address.ts'

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
  /** Shown if there are no results. */
  empty: ReactNode
  /** Shown beside the count, unless there are no results. */
  actions?: ReactNode
  children: (answer: Answer) => ReactNode
}

/** A page of a list: loading, failed, empty or shown, with its count and links to other pages. */
export function ListResults<Answer extends { total: number }>(props: ListResultsProps<Answer>) {
  const { query, address, count, empty, actions, children } = props
  const isShown = useReadyInSlices(query.isSuccess)
  if (query.isLoadingError) return <ErrorState onRetry={() => void query.refetch()} />
  if (query.isPending || !isShown) return <LoadingState />

  const { total } = query.data

  return (
    <div className={`${classes.page} ${classes.renewed}`} aria-busy={query.isPlaceholderData}>
      <div className={classes.head}>
        <p className={total === 0 ? 'visually-hidden' : classes.count} role="status">
          {count(total)}
        </p>
        {total === 0 ? null : actions}
      </div>
      {total === 0 ? empty : children(query.data)}
      <Pager address={address} total={total} />
    </div>
  )
}

interface PagerProps {
  address: ListAddress
  total: number
}

/** Links, so that a page can be opened in another tab. */
function Pager({ address: { page, turnTo }, total }: PagerProps) {
  const t = useTranslations('app.pages')
  const pages = Math.max(1, Math.ceil(total / pageSize))

  // The last item of the last page may just have been removed.
  useEffect(() => {
    if (page > pages) turnTo(pages)
  }, [page, pages, turnTo])
  if (pages === 1) return null

  const to = (target: number) => (current: object) => ({ ...current, page: String(target) })

  return (
    <nav className={classes.pager} aria-label={t('label')}>
      {page > 1 ? (
        <LinkButton to="." search={to(page - 1)} variant="secondary" rel="prev">
          {t('previous')}
        </LinkButton>
      ) : (
        <span />
      )}
      <span aria-current="page">{t('place', { page, pages })}</span>
      {page < pages ? (
        <LinkButton to="." search={to(page + 1)} variant="secondary" rel="next">
          {t('next')}
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  )
}
