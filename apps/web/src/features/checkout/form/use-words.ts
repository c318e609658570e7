import type { Currency } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'

/** The yuan is stored as CNY, its ISO code, and shown as RMB (spec 9). */
export const currencyName = (currency: Currency): string => (currency === 'CNY' ? 'RMB' : currency)

/** Locale-aware formatters for money and dates, memoised until the locale changes. */
export function useWords() {
  const format = useFormatter()
  return useMemo(
    () => ({
      money(minor: number, currency: Currency = 'USD'): string {
        if (currency !== 'CNY') return format.number(minor / 100, { style: 'currency', currency })

        const amount = format.number(minor / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
        return `${amount}\u00a0RMB`
      },
      // Formatted in UTC: a date without a time must not shift with the time zone.
      day: (iso: string) =>
        format.dateTime(new Date(`${iso}T00:00:00Z`), {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          timeZone: 'UTC',
        }),
      date: (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'long' }),
      moment: (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'long', timeStyle: 'short' }),
    }),
    [format],
  )
}

export type Words = ReturnType<typeof useWords>
