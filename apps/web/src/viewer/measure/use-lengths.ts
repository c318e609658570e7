import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Lengths as the language writes them. */
export function useLengths() {
  const t = useTranslations('viewer')
  const format = useFormatter()
  // Small parts would show as nothing with a fixed number of decimals.
  const number = (value: number) =>
    format.number(value, Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 })
  return { number, mm: (value: number) => t('mm', { value: number(value) }) }
}
