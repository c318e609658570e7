import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useUser } from '#lib/gateway/user.ts'
import { keptScroll } from '#lib/kept-scroll.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ExportButton } from '#ui/export-button.tsx'
import lists from '#ui/list.module.css'
import { ListResults } from '#ui/list-page.tsx'
import { PointItem } from '#ui/point-item.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import {
  type FetchPage,
  fetchPayments,
  fetchPoints,
  fetchReloads,
  fetchTransactions,
  type RecordList,
  recordsQuery,
  saveRecords,
} from './balance.api.ts'
import { PaymentItem, ReloadItem, TransactionItem } from './records.tsx'

/** In the sequence of the tabs. */
const shownLists: readonly RecordList[] = ['recharge', 'transaction', 'payment', 'points']

const withoutPoints = shownLists.filter((list) => list !== 'points')

interface RecordsProps<Row> {
  list: RecordList
  fetchPage: FetchPage<Row>
  Item: ComponentType<{ record: Row }>
}

function Records<Row extends { id: string }>({ list, fetchPage, Item }: RecordsProps<Row>) {
  const t = useTranslations('balance')
  const address = useListAddress()
  const query = useQuery(recordsQuery(list, fetchPage, address.page))

  return (
    <ListResults
      query={query}
      address={address}
      count={(count) => t(`counts.${list}`, { count })}
      empty={<EmptyState title={t(`empty.${list}`)} text={t(`empty.${list}Text`)} />}
    >
      {({ records }) => (
        <ul className={lists.list}>
          {records.map((record) => (
            <Item key={record.id} record={record} />
          ))}
        </ul>
      )}
    </ListResults>
  )
}

/** Keyed: a list must not show the rows of another one while its own are loading. */
const contents = {
  recharge: <Records key="recharge" list="recharge" fetchPage={fetchReloads} Item={ReloadItem} />,
  transaction: <Records key="transaction" list="transaction" fetchPage={fetchTransactions} Item={TransactionItem} />,
  payment: <Records key="payment" list="payment" fetchPage={fetchPayments} Item={PaymentItem} />,
  points: <Records key="points" list="points" fetchPage={fetchPoints} Item={PointItem} />,
}

/** The open list and its page are part of the address. */
export function RecordTabs() {
  const t = useTranslations('balance')
  const { tab } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const { isEnterprise } = useUser()
  const offered = isEnterprise ? withoutPoints : shownLists
  const current = offered.find((list) => list === tab) ?? 'recharge'

  const open = (list: RecordList) =>
    void navigate({
      to: '.',
      search: ({ page: _, ...rest }) => ({ ...rest, tab: list }),
      replace: true,
      ...keptScroll,
    })

  return (
    <Tabs
      label={t('tabs.label')}
      tabs={offered.map((list) => ({ value: list, label: t(`tabs.${list}`) }))}
      value={current}
      onChange={open}
      aside={
        <ExportButton label={t('export.button')} save={() => saveRecords(current, t(`export.names.${current}`))} />
      }
    >
      {contents[current]}
    </Tabs>
  )
}
