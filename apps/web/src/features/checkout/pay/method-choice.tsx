import type { MethodOffer } from '@cotation/contracts'
import { type Currency, currencies, type PaymentChoice } from '@cotation/domain'
import { Checkbox, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { ChoiceCard } from '#features/checkout/pay/choice-card.tsx'
import { type PaymentPick, takesBalance } from '#features/checkout/pay/payment-pick.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { currencyName } from '#lib/texts/money.ts'
import classes from './pay.module.css'

export interface MethodChoiceProps {
  methods: readonly MethodOffer[]
  /** The amount due in US cents; null while it is unknown. */
  dueMinor: number | null
  balanceMinor: number
  creditMinor: number | null
  /** The amount due in the currency of each bank account, once an order exists. */
  bankAmounts?: readonly { minor: number; currency: Currency }[]
  pick: PaymentPick
  onPick: (pick: PaymentPick) => void
}

/**
 * The payment methods as cards; a refused one shows the reason. Credit is hidden from customers who
 * have no credit line.
 */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, pick, onPick } = props
  const t = useTranslations('payment')
  const group = useId()
  const shown = methods.filter(({ refusal }) => refusal !== 'credit-not-granted')

  return (
    <fieldset className={classes.methods}>
      <legend className="visually-hidden">{t('methods.label')}</legend>
      {shown.map(({ method, refusal }) => (
        <ChoiceCard
          key={method}
          group={group}
          title={t(`methods.${method}`)}
          checked={pick.method === method}
          disabled={refusal !== null}
          onChoose={() => onPick({ ...pick, method })}
          more={<MethodFields {...props} method={method} />}
        >
          <MethodText {...props} method={method} refusal={refusal} />
        </ChoiceCard>
      ))}
    </fieldset>
  )
}

function MethodText({ method, refusal, balanceMinor, creditMinor }: MethodChoiceProps & MethodOffer) {
  const t = useTranslations('payment')
  const { money } = useFormats()
  const amount = money(method === 'credit' ? (creditMinor ?? 0) : balanceMinor)
  return refusal === null ? t(`methods.${method}Text`, { amount }) : t(`refusal.${refusal}`, { amount })
}

interface MethodFieldsProps extends MethodChoiceProps {
  method: PaymentChoice
}

/** The currency of a transfer, and whether the balance pays a share. */
function MethodFields({ method, dueMinor, balanceMinor, bankAmounts = [], pick, onPick }: MethodFieldsProps) {
  const t = useTranslations('payment.methods')
  const { money } = useFormats()

  const labelOf = (currency: Currency) => {
    const known = bankAmounts.find((amount) => amount.currency === currency)
    return known ? `${currencyName(currency)} · ${money(known.minor, currency)}` : currencyName(currency)
  }

  const offered = bankAmounts.length > 0 ? bankAmounts.map(({ currency }) => currency) : currencies
  const canMix = takesBalance(method) && balanceMinor > 0 && dueMinor !== null && balanceMinor < dueMinor
  if (method !== 'bank_transfer' && !canMix) return null

  return (
    <>
      {method === 'bank_transfer' ? (
        <NativeSelect
          label={t('bankCurrency')}
          value={pick.bankCurrency}
          data={offered.map((currency) => ({ value: currency, label: labelOf(currency) }))}
          onChange={({ currentTarget }) => {
            const bankCurrency = currencies.find((currency) => currency === currentTarget.value)
            if (bankCurrency) onPick({ ...pick, bankCurrency })
          }}
        />
      ) : null}
      {canMix ? (
        <Checkbox
          checked={pick.useBalance}
          label={t('useBalance', { amount: money(balanceMinor), rest: money(dueMinor - balanceMinor) })}
          onChange={({ currentTarget }) => onPick({ ...pick, useBalance: currentTarget.checked })}
        />
      ) : null}
    </>
  )
}
