import type { Currency } from '@cotation/domain'
import { useCallback } from 'react'
import { useFormatter } from 'use-intl'

/** The yuan is stored as CNY, its ISO code, and shown as RMB, as on bank accounts (spec 9). */
export const currencyName = (currency: Currency): string => currency.replace('CNY', 'RMB')

/** Formats amounts in minor units. */
export function useMoney(): (minor: number, currency?: Currency) => string {
  const format = useFormatter()
  return useCallback(
    (minor, currency = 'USD') => {
      const currencyDisplay = currency === 'CNY' ? 'code' : 'symbol'
      const text = format.number(minor / 100, { style: 'currency', currency, currencyDisplay })
      // A minus sign as in all other texts; Intl writes a hyphen.
      return text.replace('CNY', 'RMB').replace('-', '−')
    },
    [format],
  )
}
