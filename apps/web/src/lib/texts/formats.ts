import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useMoney } from './money.ts'

/** Formats amounts and dates in the customer's language; memoised. */
export function useFormats() {
  const format = useFormatter()
  const money = useMoney()

  return useMemo(
    () => ({
      money,
      // A date without time: formatted in UTC so that it is the same day in every time zone.
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
    [format, money],
  )
}
