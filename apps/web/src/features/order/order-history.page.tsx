import { type OrderStatus, orderStatuses } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { ExportButton } from '#ui/export-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ListPage, ListResults } from '#ui/list-page.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Select } from '#ui/select.tsx'
import { EmptyState } from '#ui/states.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { type OrderFilters, ordersQuery, saveOrders } from './order.api.ts'
import classes from './order-history.module.css'
import { OrderTable } from './order-table.tsx'

const statusOf = (text: string): OrderStatus | '' => orderStatuses.find((status) => status === text) ?? ''
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const dayOf = (text: string): string => (isDay(text) ? text : '')

interface FilterProps {
  filters: OrderFilters
  onChange: (change: Partial<Record<keyof OrderFilters, string>>) => void
}

function Filters({ filters: { search, status, from, to }, onChange }: FilterProps) {
  const t = useTranslations('order')
  const statuses = orderStatuses.map((value) => ({
    value,
    // Covers orders that wait for a transfer, too.
    label: t(value === 'payment_pending' ? 'list.unconfirmed' : `status.${value}`),
  }))

  return (
    <div className={classes.filters}>
      <SearchField label={t('list.search')} value={search} onSearch={(text) => onChange({ search: text })} />
      <Select
        label={t('list.status')}
        options={[{ value: '', label: t('list.anyStatus') }, ...statuses]}
        value={status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label={t('list.from')}
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        type="date"
        label={t('list.to')}
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </div>
  )
}

/** Distinguishes an account without orders from filters without a match (spec 8). */
function NoOrder({ filters, onChange }: FilterProps) {
  const t = useTranslations('order.list')
  const { search, status, from, to } = filters
  if (search === '' && status === '' && from === '' && to === '') {
    const quoteLink = (
      <LinkButton to="/quote" search={{}}>
        {t('start')}
      </LinkButton>
    )

    return <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={quoteLink} />
  }

  const isBackwards = from !== '' && to !== '' && from > to
  const reason = isBackwards ? 'dates' : 'none'
  const resetButton = (
    <Button variant="secondary" onClick={() => onChange({ search: '', status: '', from: '', to: '' })}>
      {t('reset')}
    </Button>
  )

  return <EmptyState title={t(`${reason}Title`)} text={t(`${reason}Text`)} action={resetButton} />
}

/** All orders of the account (spec 2). Invalid filters in the URL are ignored. */
export function OrderHistoryPage() {
  const t = useTranslations('order')
  const address = useListAddress()
  const { search, page, narrow } = address
  const filters = { search, status: statusOf(address.status), from: dayOf(address.from), to: dayOf(address.to) }
  const query = useQuery(ordersQuery(filters, page))

  return (
    <ListPage title={t('title')} intro={t('list.intro')}>
      <Filters filters={filters} onChange={narrow} />
      <ListResults
        actions={<ExportButton label={t('export.button')} save={() => saveOrders(filters, t('export.name'))} />}
        query={query}
        address={address}
        count={(count) => t('list.count', { count })}
        empty={<NoOrder filters={filters} onChange={narrow} />}
      >
        {({ orders }) => <OrderTable orders={orders} />}
      </ListResults>
    </ListPage>
  )
}
