import { recordLists } from '@cotation/contracts'
import { Button, Tabs } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RecordList, saveRecords } from '#features/balance/balance.api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useListAddress } from '#ui/list/use-list-address.ts'
import { PaymentList } from './payment-list.tsx'
import { PointList } from './point-list.tsx'
import classes from './records.module.css'
import { ReloadList } from './reload-list.tsx'
import { TransactionList } from './transaction-list.tsx'

const order: readonly RecordList[] = ['recharge', 'transaction', 'payment', 'points']
const lists = { recharge: ReloadList, transaction: TransactionList, payment: PaymentList, points: PointList }

const isList = (name: string | undefined): name is RecordList => recordLists.some((list) => list === name)

function ExportButton({ list }: { list: RecordList }) {
  const t = useTranslations('balance.export')
  const { attempt, busy } = useAttempt()

  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void attempt(() => saveRecords(list, t(`names.${list}`)))}
    >
      {t('button')}
    </Button>
  )
}

/** Which list is open stands in the address, and so does its page. */
export function RecordTabs() {
  const t = useTranslations('balance.tabs')
  const { tab } = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const address = useListAddress()
  const current = isList(tab) ? tab : 'recharge'
  const open = (list: string | null) =>
    void navigate({
      to: '.',
      search: ({ page: _, ...rest }) => ({ ...rest, tab: list ?? 'recharge' }),
      replace: true,
      resetScroll: false,
    })

  const List = lists[current]

  return (
    <Tabs value={current} onChange={open}>
      <div className={classes.bar}>
        <Tabs.List aria-label={t('label')} className={classes.tabs ?? ''}>
          {order.map((list) => (
            <Tabs.Tab key={list} value={list}>
              {t(list)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <ExportButton list={current} />
      </div>
      {order.map((list) => (
        <Tabs.Panel key={list} value={list} className={classes.panel ?? ''}>
          {list === current ? <List address={address} /> : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
