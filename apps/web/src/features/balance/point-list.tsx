import type { PointView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { pointsQuery } from '#features/balance/balance.api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ListAddress } from '#ui/use-list-address.ts'
import { RecordItem, Records } from './records.tsx'
import { useRecordWords } from './use-record-words.ts'

function PointItem({ point }: { point: PointView }) {
  const t = useTranslations('balance')
  const { moment, points } = useRecordWords()
  const { getTime, pointType, orderNumber, pointBalance } = point

  return (
    <RecordItem
      title={t(`types.${pointType}`)}
      facts={[moment(getTime), orderNumber && t('record.order', { number: orderNumber })]}
      amount={points(point.points)}
      under={t('record.pointsAfter', { count: pointBalance })}
    />
  )
}

export function PointList({ address }: { address: ListAddress }) {
  const query = useQuery(pointsQuery(address.page))
  return (
    <Records list="points" query={query} address={address}>
      {(point) => <PointItem key={point.id} point={point} />}
    </Records>
  )
}
