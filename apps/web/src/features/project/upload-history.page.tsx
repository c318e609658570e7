import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import lists from '#ui/list.module.css'
import { Pager } from '#ui/pager.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { type ListAddress, useListAddress } from '#ui/use-list-address.ts'
import { uploadsQuery } from './api/project.api.ts'
import { HistoryList } from './files/history-list.tsx'
import classes from './list/list.module.css'
import { NothingFound } from './list/nothing-found.tsx'

function History({ address }: { address: ListAddress }) {
  const t = useTranslations('project.history')
  const { search, page, find } = address
  const list = useQuery(uploadsQuery({ search, page }))
  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />

  const { uploads, total } = list.data
  if (total === 0 && search !== '') return <NothingFound search={search} onReset={() => find('')} />

  if (total === 0) {
    const start = (
      <Link to="/quote" search={{}} className={buttons.primary}>
        {t('start')}
      </Link>
    )
    return <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={start} />
  }

  return (
    <>
      <p className={lists.count}>{t('count', { count: total })}</p>
      <HistoryList entries={uploads} stale={list.isPlaceholderData} />
      <Pager address={address} total={total} />
    </>
  )
}

/** All files that the customer ever uploaded (spec 2), to download or to quote again. */
export function UploadHistoryPage() {
  const t = useTranslations('project')
  const address = useListAddress()

  return (
    <section className={lists.page} aria-labelledby="history-title">
      <h1 className={lists.title} id="history-title">
        {t('history.title')}
      </h1>
      <p className={lists.intro}>{t('history.intro')}</p>
      <div className={classes.bar}>
        <SearchField label={t('search.files')} value={address.search} onSearch={address.find} />
      </div>
      <History address={address} />
    </section>
  )
}
