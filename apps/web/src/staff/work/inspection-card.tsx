import type { CurrentInspectionView, RunView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { InspectionSummary } from '../shared/inspection-summary.tsx'
import { Check } from './check-inputs.tsx'
import { ConclusionForm } from './conclusion-form.tsx'
import { runInspectionsQuery, valueQueue } from './inspection.api.ts'
import { InspectionPhotos } from './inspection-photos.tsx'
import { currentStep } from './local-run.ts'
import type { useReportQueue } from './use-report-queue.ts'
import classes from './work.module.css'

interface InspectionCardProps {
  run: RunView
  queue: ReturnType<typeof useReportQueue>
  mayRecord: boolean
}

/** The inspection of a run: its plan to fill in once the pieces are there, and what was concluded. */
export function InspectionCard({ run, queue, mayRecord }: InspectionCardProps) {
  const t = useTranslations('staff-inspection')
  const { data, isPending, refetch } = useQuery(runInspectionsQuery(run.code))
  const isNow = currentStep(run)?.operation === 'inspection'

  if (isPending) return isNow ? <LoadingState /> : null
  if (!data) return isNow ? <ErrorState onRetry={() => void refetch()} /> : null

  return (
    <>
      {data.current && isNow ? <Plan inspection={data.current} queue={queue} mayRecord={mayRecord} /> : null}
      {data.concluded.length > 0 ? (
        <Section title={t('concluded')}>
          <Stack gap="lg">
            {data.concluded.map((inspection) => (
              <InspectionSummary key={inspection.id} inspection={inspection} />
            ))}
          </Stack>
        </Section>
      ) : null}
    </>
  )
}

interface PlanProps {
  inspection: CurrentInspectionView
  queue: ReturnType<typeof useReportQueue>
  mayRecord: boolean
}

function Plan({ inspection, queue, mayRecord }: PlanProps) {
  const t = useTranslations('staff-inspection')
  const { memberId } = queue
  const values = useStore(valueQueue.store)
  const { runCode: code, round, quantity, sampleSize, characteristics, isReady } = inspection

  const own = values.filter((value) => value.memberId === memberId)
  const ofRound = own.filter((value) => value.code === code && value.round === round)
  const waiting = own.filter(({ refusal }) => refusal === null).length
  const ofOthers = values.length - own.length

  return (
    <Section title={t('title')}>
      <Stack>
        {round > 1 ? <Alert tone="warning">{t('again', { round })}</Alert> : null}
        <Text>{isReady ? t('lead', { quantity, sample: sampleSize }) : t('notReady')}</Text>
        <div role="status">{waiting > 0 ? <Hint>{t('waiting', { count: waiting })}</Hint> : null}</div>
        {ofOthers > 0 ? <Alert tone="warning">{t('waitingOfOthers', { count: ofOthers })}</Alert> : null}
        <ol className={classes.checks}>
          {characteristics.map((one) => (
            <Check
              key={`${round} ${one.key}`}
              inspection={inspection}
              characteristic={one}
              queued={ofRound}
              memberId={memberId}
              mayRecord={mayRecord}
            />
          ))}
        </ol>
        <InspectionPhotos inspection={inspection} mayRecord={mayRecord} />
        {mayRecord && isReady ? (
          <ConclusionForm
            key={round}
            inspection={inspection}
            unsent={ofRound.length}
            onConcluded={(answer) => queue.show(code, answer)}
          />
        ) : null}
      </Stack>
    </Section>
  )
}
