import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { InspectionSummary } from '../shared/inspection-summary.tsx'
import { inspectionsQuery } from './claim.api.ts'

/** What was measured and photographed before the parts of a line left. */
export function ClaimInspections({ orderId, lineId }: { orderId: string; lineId: string }) {
  const t = useTranslations('staff-claim')
  const { data, isPending, refetch } = useQuery(inspectionsQuery(orderId))
  if (isPending) return <LoadingState />
  if (!data) return <ErrorState onRetry={() => void refetch()} />

  const inspections = data.inspections.filter((inspection) => inspection.lineId === lineId)
  if (inspections.length === 0) return <Hint>{t('noInspection')}</Hint>

  return (
    <Stack>
      {inspections.map((inspection) => (
        <InspectionSummary key={inspection.id} inspection={inspection} isOpen />
      ))}
    </Stack>
  )
}
