import type { RunView, StaffOrderView } from '@cotation/contracts'
import { isClosedStep, isWorkable } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { HoldNotice } from '../shared/hold-notice.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import { StepTable } from '../shared/step-table.tsx'
import { TravellerButton } from '../shared/traveller-button.tsx'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { orderRunsQuery } from './order.api.ts'

/** The steps of each line, and of what is made again. */
export function OrderProduction({ order: { id: orderId, status } }: { order: StaffOrderView }) {
  const t = useTranslations('staff-work')
  const query = orderRunsQuery(orderId)
  const { data, isPending, refetch } = useQuery(query)
  const changed = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: orderRunsQuery(orderId).queryKey }),
    [orderId],
  )
  useLiveProduction(changed)
  const isEnded = !isWorkable(status) && data?.runs.some(hasWorkLeft)

  return (
    <Section title={t('production')}>
      {isPending ? <LoadingState /> : null}
      {data || isPending ? null : <ErrorState onRetry={() => void refetch()} />}
      {data?.runs.length === 0 ? <Hint>{t('noRuns')}</Hint> : null}
      {isEnded ? <Alert tone="warning">{t('ended')}</Alert> : null}
      <Stack gap="lg">
        {data?.runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </Stack>
    </Section>
  )
}

/** Packing is not always reported, because the parcels say it. */
const hasWorkLeft = ({ steps }: RunView) =>
  steps.some(({ operation, state }) => operation !== 'packing' && !isClosedStep(state))

function Run({ run }: { run: RunView }) {
  const t = useTranslations('staff-work')
  const { dayAndYear } = useFormats('medium')
  const { code, quantity: count, reason } = run

  return (
    <Stack gap="xs">
      <Row justify="between">
        <Heading level={3}>
          <StaffLink path={`work/${code}`}>{t('runOf', { code, count })}</StaffLink> · <BreakableName name={run.name} />
        </Heading>
        <TravellerButton code={code} />
      </Row>
      {reason === null ? null : <Hint>{t('remakeOf', { reason: t(`reasons.${reason}`) })}</Hint>}
      {run.isLate && hasWorkLeft(run) ? (
        <Alert tone="danger">{t('late', { day: dayAndYear(run.dueDay), promised: dayAndYear(run.promisedDay) })}</Alert>
      ) : null}
      <HoldNotice hold={run.hold} isStopped={run.isStopped} />
      <StepTable label={t('stepsOf', { code })} steps={run.steps} />
    </Stack>
  )
}
