import type { PaymentRecord } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { paymentsQuery } from '#features/balance/balance.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import { OrderLink } from './order-link.tsx'
import { RecordItem, Records } from './records.tsx'
import { useRecordWords } from './use-record-words.ts'

function PaymentItem({ payment }: { payment: PaymentRecord }) {
  const t = useTranslations('balance')
  const { money, moment } = useRecordWords()
  const { at, orderId, number, subject, method, state, amountMinor, currency, usdMinor, refundedMinor } = payment

  return (
    <RecordItem
      title={t(`record.${subject}`, { number })}
      state={t(`paymentStates.${state}`)}
      facts={[
        moment(at),
        t(`methods.${method}`),
        refundedMinor > 0 ? t('record.refunded', { amount: money(refundedMinor, currency) }) : null,
      ]}
      amount={money(amountMinor, currency)}
      under={currency === 'USD' ? undefined : t('record.counts', { amount: money(usdMinor) })}
    >
      <OrderLink orderId={orderId} number={number} />
    </RecordItem>
  )
}

export function PaymentList({ address }: { address: ListAddress }) {
  const query = useQuery(paymentsQuery(address.page))
  return (
    <Records list="payment" query={query} address={address}>
      {(payment) => <PaymentItem key={payment.id} payment={payment} />}
    </Records>
  )
}
