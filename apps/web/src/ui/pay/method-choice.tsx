import type { MethodOffer } from '@cotation/contracts'
import { type Currency, currencies, type PaymentChoice } from '@cotation/domain'
import { type ReactNode, useId } from 'react'
import { useFormatter } from 'use-intl'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { currencyName } from '#lib/texts/money.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Select } from '#ui/select.tsx'
import { Hint } from '#ui/text.tsx'
import { ChoiceCard, ChoiceCards } from './choice-card.tsx'
import { balancePartMinor, type PaymentPick } from './payment-pick.ts'

interface MethodChoiceProps {
  methods: readonly MethodOffer[]
  /** Currency of the shown prices; all methods but a transfer pay in USD. */
  currency: Currency
  /** The amount due in US cents; null while it is unknown. */
  dueMinor: number | null
  balanceMinor: number
  /** Added to the balance soon. */
  pendingReloadMinor: number
  creditMinor: number | null
  /** The amount due in the currency of each bank account, once an order exists. */
  bankAmounts?: readonly { minor: number; currency: Currency }[]
  pick: PaymentPick
  onPick: (pick: PaymentPick) => void
  /** Shown while another person is to pay. */
  agencyFields?: ReactNode
}

/** The amounts of a transfer; empty while the balance pays a share, since the transfer is for the rest then. */
const wholeBankAmounts = ({ bankAmounts = [], balanceMinor, pick }: MethodChoiceProps) =>
  pick.useBalance && balanceMinor > 0 ? [] : bankAmounts

/**
 * The payment methods as cards; a refused one shows the reason. Credit is hidden from customers who
 * have no credit line.
 */
export function MethodChoice(props: MethodChoiceProps) {
  const { methods, currency, dueMinor, balanceMinor, pendingReloadMinor, creditMinor, pick, onPick } = props
  const bankAmounts = wholeBankAmounts(props)
  const t = useTranslations('payment')
  const { money } = useFormats()
  const format = useFormatter()
  const group = useId()

  const textOf = ({ method, refusal }: MethodOffer) => {
    const isConverted = currency !== 'USD' && dueMinor !== null
    if (method === 'card' && refusal === null && isConverted)
      return t('methods.cardUsdText', { amount: money(dueMinor) })

    if (method === 'bank_transfer' && refusal === null && bankAmounts.length > 0) {
      const amounts = bankAmounts.map(({ minor, currency: bankCurrency }) => money(minor, bankCurrency))
      return t('methods.transferAmountsText', { amounts: format.list(amounts, { type: 'disjunction' }) })
    }

    const amount = money(method === 'credit' ? (creditMinor ?? 0) : balanceMinor)
    const text = refusal === null ? t(`methods.${method}Text`, { amount }) : t(`refusal.${refusal}`, { amount })
    if (method !== 'balance' || pendingReloadMinor === 0) return text

    return `${text} ${t('methods.pendingReload', { amount: money(pendingReloadMinor) })}`
  }

  // Where the amounts of a transfer are known, its card names them.
  const hasUsdNote = currency !== 'USD' && bankAmounts.length === 0

  return (
    <>
      {hasUsdNote ? <Hint>{t('methods.usdNote', { currency: currencyName(currency) })}</Hint> : null}
      <ChoiceCards label={t('methods.label')}>
        {methods
          .filter(({ refusal }) => refusal !== 'credit-not-granted')
          .map((offer) => (
            <ChoiceCard
              key={offer.method}
              group={group}
              title={t(`methods.${offer.method}`)}
              checked={pick.method === offer.method}
              disabled={offer.refusal !== null}
              onChoose={() => onPick({ ...pick, method: offer.method })}
              more={offer.method === 'agency' ? props.agencyFields : <MethodFields {...props} method={offer.method} />}
            >
              {textOf(offer)}
            </ChoiceCard>
          ))}
      </ChoiceCards>
    </>
  )
}

interface MethodFieldsProps extends MethodChoiceProps {
  method: PaymentChoice
}

/** The currency of a transfer, and whether the balance pays a share. */
function MethodFields(props: MethodFieldsProps) {
  const { method, dueMinor, balanceMinor, bankAmounts = [], pick, onPick } = props
  const wholeAmounts = wholeBankAmounts(props)
  const t = useTranslations('payment.methods')
  const { money } = useFormats()

  const labelOf = (currency: Currency) => {
    const known = wholeAmounts.find((amount) => amount.currency === currency)
    return known ? `${currencyName(currency)} · ${money(known.minor, currency)}` : currencyName(currency)
  }

  const offered = bankAmounts.length > 0 ? bankAmounts.map(({ currency }) => currency) : currencies
  const mixed = { ...pick, method, useBalance: true }
  const partMinor = dueMinor === null ? 0 : balancePartMinor(mixed, { dueMinor, balanceMinor })
  const canMix = partMinor > 0 && dueMinor !== null && balanceMinor < dueMinor

  return (
    <>
      {method === 'bank_transfer' ? (
        <Select
          label={t('bankCurrency')}
          value={pick.bankCurrency}
          options={offered.map((currency) => ({ value: currency, label: labelOf(currency) }))}
          onChange={({ currentTarget }) => {
            const bankCurrency = currencies.find((currency) => currency === currentTarget.value)
            if (bankCurrency) onPick({ ...pick, bankCurrency })
          }}
        />
      ) : null}
      {canMix ? (
        <Checkbox
          checked={pick.useBalance}
          label={t('useBalance', { amount: money(partMinor), rest: money(dueMinor - partMinor) })}
          onChange={({ currentTarget }) => onPick({ ...pick, useBalance: currentTarget.checked })}
        />
      ) : null}
    </>
  )
}
