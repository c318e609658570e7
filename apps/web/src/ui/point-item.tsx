import type { PointView } from '@cotation/contracts'
import { useFormatter } from 'use-intl'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { RecordItem } from './record-item.tsx'

/** A movement of points (spec 3), with the texts of the balance. */
export function PointItem({ record }: { record: PointView }) {
  const t = useTranslations('balance')
  const { moment } = useFormats('medium')
  const format = useFormatter()
  const { getTime, pointType, orderNumber, points, pointBalance } = record

  return (
    <RecordItem
      title={t(`types.${pointType}`)}
      facts={[moment(getTime), orderNumber && t('record.order', { number: orderNumber })]}
      amount={format.number(points, { signDisplay: 'exceptZero' })}
      under={t('record.pointsAfter', { count: pointBalance })}
    />
  )
}
