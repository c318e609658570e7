import type { BankInstructions } from '@cotation/contracts'
import { useId } from 'react'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import classes from './payments.module.css'

/** Groups an IBAN by four characters, as banks print it. Other account numbers stay unchanged. */
const groupByFour = (account: string) =>
  /^[A-Z]{2}\d{2}\w+$/.test(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account

/** Bank details of an expected transfer. Values that go into a bank's form can be copied. */
export function BankTransfer({ bank }: { bank: BankInstructions }) {
  const t = useTranslations('order.payments')
  const { money, date } = useOrderWords()
  const id = useId()
  const fields = [
    { name: 'amount', text: money(bank.amountMinor, bank.currency), copied: (bank.amountMinor / 100).toFixed(2) },
    { name: 'reference', text: bank.reference, copied: bank.reference },
    { name: 'holder', text: bank.holder, copied: null },
    { name: 'bank', text: bank.bank, copied: null },
    { name: 'iban', text: groupByFour(bank.iban), copied: bank.iban.replaceAll(' ', '') },
    { name: 'swift', text: bank.swift, copied: bank.swift },
  ] as const

  return (
    <section className={classes.bank} aria-labelledby={id}>
      <h4 id={id} className={classes.bankTitle}>
        {t('bankTitle')}
      </h4>
      <p className={classes.facts}>{t('bankText', { date: date(bank.expiresAt) })}</p>
      <dl className={classes.fields}>
        {fields.map(({ name, text, copied }) => (
          <div key={name} className={classes.field}>
            <dt>{t(`bank.${name}`)}</dt>
            <dd>
              <span>{text}</span>
              {copied === null ? null : <CopyButton text={copied} label={t(`bank.${name}`)} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
