import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'

/** "At 12.5 / 0 / 8 mm": a point on the model, in the coordinates of the file. */
export function usePlaceText(): (at: readonly number[]) => string {
  const t = useTranslations('staff.model')
  const format = useFormatter()
  const mm = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  return ([x = 0, y = 0, z = 0]) => t('at', { x: mm(x), y: mm(y), z: mm(z) })
}
