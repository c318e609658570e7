import { recordLists } from '@cotation/contracts'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RecordList, saveRecords } from '#features/balance/balance.api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import { PaymentList } from './payment-list.tsx'
import { PointList } from './point-list.tsx'
import { ReloadList } from './reload-list.tsx'
import { TransactionList } from './transaction-list.tsx'

const tabOrder: readonly RecordList[] = ['recharge', 'transaction', 'payment', 'points']
const lists = { recharge: ReloadList, transaction: TransactionList, payment: PaymentList, points: PointList }

const isList = (name: string | undefined): name is RecordList => recordLists.some((list) => list === name)

function ExportButton({ list }: { list: RecordList }) {
  const t = useTranslations('balance.export')
  const { attempt, busy } = useAttempt()

  return (
    <Button
      variant="secondary"
      size="sm"
      loading={busy}
      onClick={() => void attempt(() => saveRecords(list, t(`names.${list}`)))}
    >
      <IconDownload size={18} aria-hidden />
      {t('button')}
    </Button>
  )
}

/** The open list and its page are part of the address. */
export function RecordTabs() {
  const t = useTranslations('balance.tabs')
  const { tab } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const address = useListAddress()
  const current = isList(tab) ? tab : 'recharge'
  const open = (list: RecordList) =>
    void navigate({
      to: '.',
      search: ({ page: _, ...rest }) => ({ ...rest, tab: list }),
      replace: true,
      resetScroll: false,
    })

  const List = lists[current]

  return (
    <Tabs
      label={t('label')}
      tabs={tabOrder.map((list) => ({ value: list, label: t(list) }))}
      value={current}
      onChange={open}
      aside={<ExportButton list={current} />}
    >
      <List address={address} />
    </Tabs>
  )
}
