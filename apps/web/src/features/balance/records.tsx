import type { PaymentRecord, ReloadView, TransactionView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Numbered } from '#ui/numbered.tsx'
import { RecordItem } from '#ui/record-item.tsx'
import { Text } from '#ui/text.tsx'
import classes from './balance.module.css'
import { TransferDetails } from './transfer-details.tsx'

/** Links to the order of a record that has one. */
function OrderLink({ orderId, number }: { orderId: string | null; number: string | null }) {
  const t = useTranslations('balance.record')
  if (orderId === null || number === null) return null

  return (
    <Text size="sm">
      <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
        <Numbered>{t('order', { number })}</Numbered>
      </Link>
    </Text>
  )
}

/** How to pay an unpaid reload: the provider's page or a bank transfer. */
function NextStep({ reload: { state, payment, redirectUrl, number } }: { reload: ReloadView }) {
  const t = useTranslations('balance.record')
  if (state !== 'unpaid') return null

  if (payment?.bank) {
    return (
      <details className={classes.transfer}>
        <summary>{t('bank')}</summary>
        <TransferDetails bank={payment.bank} />
      </details>
    )
  }

  if (redirectUrl === null) return null

  return (
    <Text size="sm">
      <a href={redirectUrl} aria-label={t('pay', { number })}>
        {t('payShort')}
      </a>
    </Text>
  )
}

export function ReloadItem({ record }: { record: ReloadView }) {
  const t = useTranslations('balance')
  const { money, moment } = useFormats('medium')
  const { number, createdAt, method, state, availableAt, amountMinor } = record

  return (
    <RecordItem
      title={t('record.reload', { number })}
      state={t(`reloadStates.${state}`)}
      facts={[
        moment(createdAt),
        t(`methods.${method}`),
        state === 'pending' && availableAt ? t('record.from', { at: moment(availableAt) }) : null,
      ]}
      amount={money(amountMinor)}
    >
      <NextStep reload={record} />
    </RecordItem>
  )
}

export function TransactionItem({ record }: { record: TransactionView }) {
  const t = useTranslations('balance')
  const { money, moment } = useFormats('medium')
  const { id, type, amountMinor, balanceMinor, at, method, note, remark, orderId, orderNumber } = record

  return (
    <RecordItem
      title={t(`types.${type}`)}
      facts={[
        moment(at),
        method && t(`methods.${method}`),
        remark,
        // Enough to quote the id to support; the export has the whole id.
        t('record.id', { id: id.slice(0, 8) }),
      ]}
      // Income has a plus sign: colour alone would not be accessible.
      amount={amountMinor > 0 ? `+${money(amountMinor)}` : money(amountMinor)}
      under={t('record.after', { amount: money(balanceMinor) })}
    >
      <OrderLink orderId={orderId} number={orderNumber} />
      {note === '' ? null : <Text size="sm">{note}</Text>}
    </RecordItem>
  )
}

export function PaymentItem({ record }: { record: PaymentRecord }) {
  const t = useTranslations('balance')
  const { money, moment } = useFormats('medium')
  const { at, orderId, number, subject, method, state, amountMinor, currency, usdMinor, refundedMinor } = record

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
