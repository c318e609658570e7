import { useMeasureFormat } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** Formats lengths in the language of the page. */
export function useLengths() {
  const t = useTranslations('viewer')
  const number = useMeasureFormat()
  return { number, mm: (value: number) => t('mm', { value: number(value) }) }
}
