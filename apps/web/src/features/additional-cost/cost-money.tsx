import type { AdditionalCostView, UnconfirmedPayment } from '@cotation/contracts'
import { useFormatter } from 'use-intl'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** What was received of an open cost and what is left; null unless a part was received. */
export function usePartText() {
  const t = useTranslations('additional-cost')
  const { money } = useFormats()

  return ({ state, totalMinor, dueMinor }: Pick<AdditionalCostView, 'state' | 'totalMinor' | 'dueMinor'>) => {
    if (state !== 'requested' || dueMinor === totalMinor) return null
    return t('part', { received: money(totalMinor - dueMinor), total: money(totalMinor), due: money(dueMinor) })
  }
}

/** That a payment was made and is checked: how much and since when. */
export function useCheckingText() {
  const t = useTranslations('additional-cost.checking')
  const { money, date } = useFormats()

  return ({ method, amountMinor, currency, at }: UnconfirmedPayment) =>
    t(method === 'bank_transfer' ? 'transfer' : 'payment', { amount: money(amountMinor, currency), date: date(at) })
}

/** Where received money goes, or went: "$10.00 to your balance". */
export function useReturnsText() {
  const t = useTranslations('additional-cost.returns')
  const { money } = useFormats()
  const format = useFormatter()

  return (returns: AdditionalCostView['returns']) =>
    format.list(returns.map(({ to, amountMinor }) => t(to, { amount: money(amountMinor) })))
}
