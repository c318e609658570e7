import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useMoney } from '#lib/texts/money.ts'

/**
 * Formats the amounts and dates of orders. A calendar day is the same in every time zone, a moment
 * is shown in the reader's time zone.
 */
export function useOrderWords() {
  const format = useFormatter()
  const money = useMoney()

  return useMemo(
    () => ({
      money,
      day: (day: string) =>
        format.dateTime(new Date(`${day}T00:00:00Z`), {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          timeZone: 'UTC',
        }),
      date: (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium' }),
      moment: (iso: string) => format.dateTime(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' }),
      count: (value: number) => format.number(value),
      percent: (value: number) => format.number(value / 100, { style: 'percent', maximumFractionDigits: 1 }),
    }),
    [format, money],
  )
}
