import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { InspectionSummary } from '../shared/inspection-summary.tsx'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { orderInspectionsQuery } from './order.api.ts'

/** What was checked about the parts of an order, line by line. */
export function OrderInspections({ orderId }: { orderId: string }) {
  const t = useTranslations('staff-inspection')
  const { data, isPending, refetch } = useQuery(orderInspectionsQuery(orderId))
  const changed = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: orderInspectionsQuery(orderId).queryKey }),
    [orderId],
  )
  useLiveProduction(changed)

  return (
    <Section title={t('inspections')}>
      {isPending ? <LoadingState /> : null}
      {data || isPending ? null : <ErrorState onRetry={() => void refetch()} />}
      {data?.inspections.length === 0 ? <Hint>{t('none')}</Hint> : null}
      <Stack gap="lg">
        {data?.inspections.map((inspection) => (
          <InspectionSummary key={inspection.id} inspection={inspection} />
        ))}
      </Stack>
    </Section>
  )
}
