import type { TransactionView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { transactionsQuery } from '#features/balance/balance.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import { OrderLink } from './order-link.tsx'
import classes from './records.module.css'
import { RecordItem, Records } from './records.tsx'
import { useRecordWords } from './use-record-words.ts'

/** Enough to quote the id to support; the export has the whole id. */
const shortId = (id: string) => id.slice(0, 8)

function TransactionItem({ transaction }: { transaction: TransactionView }) {
  const t = useTranslations('balance')
  const { money, moment, movement } = useRecordWords()
  const { id, type, amountMinor, balanceMinor, at, method, note, remark, orderId, orderNumber } = transaction

  return (
    <RecordItem
      title={t(`types.${type}`)}
      facts={[moment(at), method && t(`methods.${method}`), remark, t('record.id', { id: shortId(id) })]}
      amount={movement(amountMinor)}
      under={t('record.after', { amount: money(balanceMinor) })}
    >
      <OrderLink orderId={orderId} number={orderNumber} />
      {note === '' ? null : <p className={classes.note}>{note}</p>}
    </RecordItem>
  )
}

export function TransactionList({ address }: { address: ListAddress }) {
  const query = useQuery(transactionsQuery(address.page))
  return (
    <Records list="transaction" query={query} address={address}>
      {(transaction) => <TransactionItem key={transaction.id} transaction={transaction} />}
    </Records>
  )
}
