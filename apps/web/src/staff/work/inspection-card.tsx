import type { CurrentInspectionView, RunView } from '@cotation/contracts'
import { maxInspectionPhotos } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Section } from '#ui/section.tsx'
import { Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { InspectionSummary } from '../shared/inspection-summary.tsx'
import { InspectionPhoto } from '../shared/work-photo.tsx'
import { Check } from './check-inputs.tsx'
import { ConclusionForm } from './conclusion-form.tsx'
import type { QueuedConclusion } from './conclusion-queue.ts'
import { conclusionQueue, removePhoto, runInspectionsQuery } from './inspection.api.ts'
import { currentStep } from './local-run.ts'
import { PhotoForm } from './photo-form.tsx'
import { useWaitsLong } from './queue-state.tsx'
import type { useWorkQueues } from './use-work-queues.ts'
import type { QueuedValue } from './value-queue.ts'
import classes from './work.module.css'

interface InspectionCardProps {
  run: RunView
  queues: ReturnType<typeof useWorkQueues>
  mayRecord: boolean
}

/** The inspection of a run: its plan to fill in once the pieces are there, and what was concluded. */
export function InspectionCard({ run, queues, mayRecord }: InspectionCardProps) {
  const t = useTranslations('staff-inspection')
  const { data, isPending, refetch } = useQuery(runInspectionsQuery(run.code))
  const isNow = currentStep(run)?.operation === 'inspection'

  if (isPending) return isNow ? <LoadingState /> : null
  if (!data) return isNow ? <ErrorState onRetry={() => void refetch()} /> : null

  return (
    <>
      {data.current && isNow ? <Plan inspection={data.current} queues={queues} mayRecord={mayRecord} /> : null}
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
  queues: ReturnType<typeof useWorkQueues>
  mayRecord: boolean
}

function Plan({ inspection, queues, mayRecord }: PlanProps) {
  const t = useTranslations('staff-inspection')
  const work = useTranslations('staff-work')
  const { memberId } = queues
  const { runCode: code, round, quantity, sampleSize, characteristics, photos, isReady } = inspection

  const ofRun = queues.values.filter((value) => value.code === code)
  const own = ofRun.filter((value) => value.memberId === memberId)
  const ofRound = own.filter((value) => value.round === round)
  const waiting = own.filter(({ refusal }) => refusal === null).length
  const showsWaiting = useWaitsLong(waiting > 0)
  const ofOthers = ofRun.length - own.length

  const ofInspection = queues.conclusions.filter((one) => one.code === code && one.body.round === round)
  const concluded = ofInspection.find((one) => one.memberId === memberId)
  const isOnItsWay = concluded?.refusal === null
  const isOfColleague = ofInspection.some((one) => one.memberId !== memberId && one.refusal === null)

  return (
    <Section title={t('title')}>
      <Stack>
        {round > 1 ? <Alert tone="warning">{t('again', { round })}</Alert> : null}
        <Text>{isReady ? t('lead', { quantity, sample: sampleSize }) : t('notReady')}</Text>
        <div role="status">{showsWaiting ? <Hint>{work('waitingValues', { count: waiting })}</Hint> : null}</div>
        {ofOthers > 0 ? <Alert tone="warning">{work('valuesOfOthers', { count: ofOthers })}</Alert> : null}
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
        <Heading level={3}>{t('photosTitle')}</Heading>
        <PhotoForm
          label={t('photosTitle')}
          hint={t('photosHint')}
          photos={photos}
          maxPhotos={maxInspectionPhotos}
          Photo={InspectionPhoto}
          canAdd={mayRecord && isReady}
          canRemove={mayRecord}
          queues={queues}
          code={code}
          subject={{ kind: 'inspection', round }}
          remove={(photoId) => removePhoto(code, photoId)}
        />
        {isOnItsWay ? <WaitingConclusion conclusion={concluded} values={ofRound} /> : null}
        {isOfColleague ? <Alert tone="warning">{t('colleagueConcludes')}</Alert> : null}
        {mayRecord && isReady && !isOnItsWay && !isOfColleague ? (
          <ConclusionForm
            key={round}
            inspection={inspection}
            memberId={memberId}
            queued={ofRound}
            refusedBody={concluded?.body}
          />
        ) : null}
      </Stack>
    </Section>
  )
}

interface WaitingConclusionProps {
  conclusion: QueuedConclusion
  /** The same person's values of the inspection that the server does not have. */
  values: readonly QueuedValue[]
}

/** A conclusion that is on its way; it can be taken back while there is no network. */
function WaitingConclusion({ conclusion: { key }, values }: WaitingConclusionProps) {
  const t = useTranslations('staff-inspection')
  const hasRefused = values.some(({ refusal }) => refusal !== null)
  const isSending = useStore(conclusionQueue.sending) === key

  return (
    <Alert tone="warning" role="status">
      <p>{t(hasRefused ? 'correctFirst' : 'concluding')}</p>
      <ActionButton variant="secondary" size="sm" loading={isSending} onClick={() => conclusionQueue.discard(key)}>
        {t('takeBack')}
      </ActionButton>
    </Alert>
  )
}
