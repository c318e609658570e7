import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** "80 × 40 × 12 mm"; empty without sides. */
export function useSizeText(): (sizeMm: readonly number[]) => string {
  const t = useTranslations('staff.model')
  const format = useFormatter()

  return (sizeMm) => {
    const sides = sizeMm.map((mm) => format.number(mm, { maximumFractionDigits: 1 }))
    return sides.length === 0 ? '' : t('size', { size: sides.join(' × ') })
  }
}
