import type { BankInstructions } from '@cotation/contracts'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import classes from './reload.module.css'

/**
 * The bank details of a transfer; each button copies a value in the form that bank forms accept.
 */
export function BankDetails({ bank }: { bank: BankInstructions }) {
  const t = useTranslations('balance.bank')
  const money = useMoney()
  const format = useFormatter()
  const rows = [
    { name: 'sum', shown: money(bank.amountMinor, bank.currency), copied: (bank.amountMinor / 100).toFixed(2) },
    { name: 'reference', shown: bank.reference, copied: bank.reference },
    { name: 'holder', shown: bank.holder, copied: bank.holder },
    { name: 'iban', shown: bank.iban, copied: bank.iban },
    { name: 'swift', shown: bank.swift, copied: bank.swift },
    { name: 'bank', shown: bank.bank, copied: bank.bank },
  ] as const

  return (
    <>
      <dl className={classes.bank}>
        {rows.map(({ name, shown, copied }) => (
          <div key={name} className={classes.row}>
            <dt>{t(name)}</dt>
            <dd className={classes.value}>{shown}</dd>
            <dd>
              <CopyButton text={copied} label={t(name)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>
        {t('until', { at: format.dateTime(new Date(bank.expiresAt), { dateStyle: 'long', timeStyle: 'short' }) })}
      </p>
    </>
  )
}
