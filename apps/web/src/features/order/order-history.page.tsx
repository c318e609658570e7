import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import lists from '#ui/list.module.css'
import { Pager } from '#ui/pager.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { ordersQuery } from './api/order.api.ts'
import { HistoryFilters } from './history/history-filters.tsx'
import { OrderTable } from './history/order-table.tsx'
import { type HistoryAddress, useHistoryAddress } from './history/use-history-address.ts'

/** Distinguishes an account without orders from filters without a match (spec 8). */
function NoOrder({ address: { isNarrowed, isBackwards, reset } }: { address: HistoryAddress }) {
  const t = useTranslations('order.list')
  if (!isNarrowed) {
    const quoteLink = (
      <Link to="/quote" search={{}} className={buttons.primary}>
        {t('start')}
      </Link>
    )

    return <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={quoteLink} />
  }

  const resetButton = (
    <button type="button" className={buttons.secondary} onClick={reset}>
      {t('reset')}
    </button>
  )
  const reason = isBackwards ? 'dates' : 'none'

  return <EmptyState title={t(`${reason}Title`)} text={t(`${reason}Text`)} action={resetButton} />
}

function Orders({ address }: { address: HistoryAddress }) {
  const t = useTranslations('order.list')
  const list = useQuery(ordersQuery(address.asked))
  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />

  const { orders, total } = list.data

  return (
    <>
      <p className={total === 0 ? 'visually-hidden' : lists.count} role="status">
        {t('count', { count: total })}
      </p>
      {total === 0 ? <NoOrder address={address} /> : <OrderTable orders={orders} stale={list.isPlaceholderData} />}
      <Pager address={address} total={total} />
    </>
  )
}

/** All orders of the account (spec 2). */
export function OrderHistoryPage() {
  const t = useTranslations('order')
  const address = useHistoryAddress()

  return (
    <section className={lists.page} aria-labelledby="orders-title">
      <h1 className={lists.title} id="orders-title">
        {t('title')}
      </h1>
      <p className={lists.intro}>{t('list.intro')}</p>
      <HistoryFilters address={address} />
      <Orders address={address} />
    </section>
  )
}
