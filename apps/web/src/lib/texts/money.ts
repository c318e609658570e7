import type { Currency } from '@cotation/domain'
import { useMemo } from 'react'
import { useLanguage } from './i18n.tsx'

/** The yuan is stored as CNY, its ISO code, and shown as RMB, as on bank accounts (spec 9). */
export const currencyName = (currency: Currency): string => currency.replace('CNY', 'RMB')

/** Formats amounts in minor units. */
export function useMoney(): (minor: number, currency?: Currency) => string {
  const { language } = useLanguage()
  return useMemo(() => {
    const formats = new Map<Currency, Intl.NumberFormat>()
    const formatOf = (currency: Currency) => {
      const known = formats.get(currency)
      if (known) return known
      const currencyDisplay = currency === 'CNY' ? 'code' : 'symbol'
      const made = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
      formats.set(currency, made)
      return made
    }

    return (minor, currency = 'USD') =>
      formatOf(currency)
        .format(minor / 100)
        .replace('CNY', 'RMB')
  }, [language])
}
