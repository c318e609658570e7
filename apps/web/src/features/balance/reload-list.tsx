import type { ReloadView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { reloadsQuery } from '#features/balance/balance.api.ts'
import { BankDetails } from '#features/balance/bank-details.tsx'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import classes from './records.module.css'
import { RecordItem, Records } from './records.tsx'
import { useRecordWords } from './use-record-words.ts'

/** How to pay an unpaid reload: the provider's page or a bank transfer. */
function NextStep({ reload }: { reload: ReloadView }) {
  const t = useTranslations('balance.record')
  if (reload.state !== 'unpaid') return null

  const bank = reload.payment?.bank
  if (bank) {
    return (
      <details className={classes.more}>
        <summary>{t('bank')}</summary>
        <BankDetails bank={bank} />
      </details>
    )
  }

  if (reload.redirectUrl === null) return null

  return (
    <p className={classes.more}>
      <a href={reload.redirectUrl} aria-label={t('pay', { number: reload.number })}>
        {t('payShort')}
      </a>
    </p>
  )
}

function ReloadItem({ reload }: { reload: ReloadView }) {
  const t = useTranslations('balance')
  const { money, moment } = useRecordWords()
  const { number, createdAt, method, state, availableAt, amountMinor } = reload

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
      <NextStep reload={reload} />
    </RecordItem>
  )
}

export function ReloadList({ address }: { address: ListAddress }) {
  const query = useQuery(reloadsQuery(address.page))
  return (
    <Records list="recharge" query={query} address={address}>
      {(reload) => <ReloadItem key={reload.id} reload={reload} />}
    </Records>
  )
}
