import { dateText } from '@cotation/messages'
import { useMemo } from 'react'
import { useFormatter, useLocale, useTimeZone } from 'use-intl'
import { useMoney } from './money.ts'

/**
 * Formats a measure. Small values use significant digits, because fixed decimals would show them as
 * zero.
 */
export function useMeasureFormat() {
  const format = useFormatter()
  return (value: number, maximumFractionDigits = 2) =>
    format.number(value, Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits })
}

// A date without time is formatted in UTC, so that it is the same day in every time zone.
const nearDay = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const dayAndYear = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** Formats amounts and dates in the customer's language; memoised. Lists use medium dates. */
export function useFormats(dateStyle: 'medium' | 'long' = 'long') {
  const format = useFormatter()
  const money = useMoney()
  const language = useLocale()
  const timeZone = useTimeZone()

  return useMemo(() => {
    const text = (time: string, options: Intl.DateTimeFormatOptions) =>
      dateText(new Date(time), language, { timeZone, ...options })

    return {
      money,
      number: (value: number) => format.number(value),
      percent: (value: number) => format.number(value / 100, { style: 'percent', maximumFractionDigits: 1 }),
      day: (day: string) => text(`${day}T00:00:00Z`, nearDay),
      dayAndYear: (day: string) => text(`${day}T00:00:00Z`, dayAndYear),
      date: (iso: string) => text(iso, { dateStyle }),
      dayAndMonth: (iso: string) => text(iso, { day: 'numeric', month: 'long' }),
      time: (iso: string) => text(iso, { timeStyle: 'short' }),
      moment: (iso: string) => text(iso, { dateStyle, timeStyle: 'short' }),
      /** A moment that was mailed in this time zone, which is named if it is not the browser's. */
      momentIn: (iso: string, zone: string) => {
        const moment = text(iso, { dateStyle, timeStyle: 'short', timeZone: zone })
        const isOwnZone = zone === Intl.DateTimeFormat().resolvedOptions().timeZone
        return isOwnZone ? moment : `${moment} (${zone.replaceAll('_', ' ')})`
      },
      dateIn: (iso: string, zone: string) => text(iso, { dateStyle, timeZone: zone }),
    }
  }, [format, money, language, timeZone, dateStyle])
}
