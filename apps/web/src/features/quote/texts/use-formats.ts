import { type Catalogue, type Fault, faultValues } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'

/** Formats money and dates in the customer's language; memoised. */
export function useFormats() {
  const format = useFormatter()
  return useMemo(
    () => ({
      money: (minor: number) => format.number(minor / 100, { style: 'currency', currency: 'USD' }),
      // A date without time: formatted in UTC so that it is the same day in every time zone.
      day: (iso: string) =>
        format.dateTime(new Date(`${iso}T00:00:00Z`), {
          weekday: 'short',
          day: 'numeric',
          month: 'short',
          timeZone: 'UTC',
        }),
    }),
    [format],
  )
}

/**
 * The text of a configuration fault: what is wrong and what to do. The server uses the same text.
 */
export function useFaultText(catalogue: Catalogue) {
  const t = useTranslations('configuration')
  const { language } = useLanguage()
  return (fault: Fault) => t(`fault.${fault.code}`, faultValues(fault, catalogue, language))
}
