import { type Catalogue, type Fault, faultValues } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormatter } from 'use-intl'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'

/** Money and days as the language writes them; the same object until it changes. */
export function useFormats() {
  const format = useFormatter()
  return useMemo(
    () => ({
      money: (minor: number) => format.number(minor / 100, { style: 'currency', currency: 'USD' }),
      // A date without an hour is the same day everywhere.
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

/** The sentence that says what is wrong with a configuration and what to do: the server says the same one. */
export function useFaultText(catalogue: Catalogue) {
  const t = useTranslations('configuration')
  const { language } = useLanguage()
  return (fault: Fault) => t(`fault.${fault.code}`, faultValues(fault, catalogue, language))
}
