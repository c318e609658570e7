import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Formats lengths in the language of the page. */
export function useLengths() {
  const t = useTranslations('viewer')
  const format = useFormatter()
  // With a fixed number of decimals small lengths would show as zero.
  const number = (value: number) =>
    format.number(value, Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 })
  return { number, mm: (value: number) => t('mm', { value: number(value) }) }
}
