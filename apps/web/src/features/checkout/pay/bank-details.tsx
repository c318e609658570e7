import type { PaymentView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import classes from './pay.module.css'

/** Account and reference for a transfer. Values are copied in the format of bank forms. */
export function BankDetails({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payment.bank')
  const { money, date } = useFormats()
  const { bank } = payment
  if (!bank) return null

  const rows = [
    { label: t('reference'), value: bank.reference, note: t('referenceText'), isKey: true },
    { label: t('holder'), value: bank.holder },
    { label: t('iban'), value: bank.iban },
    { label: t('swift'), value: bank.swift },
    { label: t('bank'), value: bank.bank },
  ]
  const until = date(bank.expiresAt)

  return (
    <div className={classes.bank}>
      <dl className={classes.rows}>
        <Row
          label={t('amount')}
          value={money(bank.amountMinor, bank.currency)}
          copied={(bank.amountMinor / 100).toFixed(2)}
          note={bank.currency === 'USD' ? undefined : t('rate', { usd: money(payment.usdMinor), date: until })}
          isKey
        />
        {rows
          .filter(({ value }) => value !== '')
          .map((row) => (
            <Row key={row.label} {...row} copied={row.value} />
          ))}
      </dl>
      <ul className={classes.hints}>
        <li>{t('expires', { date: until })}</li>
        <li>{t('charges')}</li>
        <li>{t('waiting')}</li>
      </ul>
    </div>
  )
}

interface RowProps {
  label: string
  value: string
  copied: string
  note?: string | undefined
  isKey?: boolean
}

function Row({ label, value, copied, note, isKey = false }: RowProps) {
  return (
    <div data-key={isKey || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value}>{value}</span>
        {note ? <span className={classes.soft}>{note}</span> : null}
      </dd>
      <dd className={classes.copy}>
        <CopyButton text={copied} label={label} />
      </dd>
    </div>
  )
}
