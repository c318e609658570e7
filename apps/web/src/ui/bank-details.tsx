import type { BankInstructions } from '@cotation/contracts'
import { groupedAccountNumber } from '@cotation/domain'
import { useMoney } from '#lib/texts/money.ts'
import classes from './bank-details.module.css'
import { CopyButton } from './copy-button.tsx'
import { Hint } from './text.tsx'

type BankField = 'amount' | 'reference' | 'holder' | 'iban' | 'swift' | 'bank'

interface BankDetailsProps {
  bank: BankInstructions
  label: (field: BankField) => string
  /** Explanations below some values. */
  notes?: Partial<Record<BankField, string | undefined>>
}

/** The details of a transfer. Each value is copied in the form that a bank's form accepts. */
export function BankDetails({ bank, label, notes = {} }: BankDetailsProps) {
  const money = useMoney()
  const { amountMinor, currency, reference, holder, iban, swift } = bank
  const rows: { field: BankField; text: string; copied?: string }[] = [
    { field: 'amount', text: money(amountMinor, currency), copied: (amountMinor / 100).toFixed(2) },
    { field: 'reference', text: reference },
    { field: 'holder', text: holder },
    { field: 'iban', text: groupedAccountNumber(iban), copied: iban.replaceAll(' ', '') },
    { field: 'swift', text: swift },
    { field: 'bank', text: bank.bank },
  ]

  return (
    <dl className={classes.rows}>
      {rows
        .filter(({ text }) => text !== '')
        .map(({ field, text, copied = text }) => (
          <div key={field} className={classes.row} data-field={field}>
            <dt>{label(field)}</dt>
            <dd>
              <div className={classes.value}>{text}</div>
              {notes[field] ? <Hint as="div">{notes[field]}</Hint> : null}
            </dd>
            <dd>
              <CopyButton text={copied} label={label(field)} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
