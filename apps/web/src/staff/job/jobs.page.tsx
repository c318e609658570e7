import { type FailedJobView, maxFailedJobs, type QueueView } from '@cotation/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { useStaffParam } from '../shared/params.ts'
import { useQueueName } from '../shared/queue-name.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'
import { StaffPage } from '../shared/staff-page.tsx'
import { useScheduleText } from './schedule-text.ts'

const jobsQuery = queryOptions({
  queryKey: [staffQueries, 'jobs'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/job', {}, { signal, quiet: true }),
  refetchInterval: 15_000,
})

/** The queues of the server, and the jobs that it gave up. */
export function JobsPage() {
  return <Jobs wantedId={null} />
}

/** The same with one job that a task leads to. */
export function JobPage() {
  return <Jobs wantedId={useStaffParam('jobId')} />
}

function Jobs({ wantedId }: { wantedId: string | null }) {
  const t = useTranslations('staff-job')
  const { data, isPending, isLoadingError, refetch } = useQuery(jobsQuery)
  const isGone = data !== undefined && wantedId !== null && !data.failed.some(({ id }) => id === wantedId)

  return (
    <StaffPage title={t('title')} intro={t('intro')}>
      {isPending ? <LoadingState /> : null}
      {isLoadingError ? <ErrorState onRetry={() => void refetch()} /> : null}
      {isGone ? <Alert tone="neutral">{t('gone')}</Alert> : null}
      {data ? (
        <>
          <Section title={t('failedTitle')}>
            <FailedJobs jobs={data.failed} wantedId={wantedId} />
          </Section>
          <Section title={t('queuesTitle')}>
            <Queues queues={data.queues} />
          </Section>
        </>
      ) : null}
    </StaffPage>
  )
}

function FailedJobs({ jobs, wantedId }: { jobs: readonly FailedJobView[]; wantedId: string | null }) {
  const t = useTranslations('staff-job')
  if (jobs.length === 0) return <EmptyState title={t('none')} text={t('noneText')} />

  // The one that was asked for first.
  const sorted = jobs.toSorted((a, b) => Number(b.id === wantedId) - Number(a.id === wantedId))
  const headings = [t('queue'), t('failedAt'), t('attempts'), t('error'), t('about'), t('action')]

  return (
    <>
      <Table caption={t('failedCaption')} hidesCaption headings={headings}>
        {sorted.map((job) => (
          <FailedJob key={job.id} job={job} isWanted={job.id === wantedId} />
        ))}
      </Table>
      {jobs.length === maxFailedJobs ? <Hint>{t('capped', { count: maxFailedJobs })}</Hint> : null}
    </>
  )
}

function FailedJob({ job, isWanted }: { job: FailedJobView; isWanted: boolean }) {
  const t = useTranslations('staff-job')
  const { moment, number } = useFormats('medium')
  const { attempt, failure, busy } = useAttempt()
  const { id: jobId, failedAt, attempts, error, about } = job
  const queue = useQueueName()(job.queue)
  // In the list of all, those that were not asked for would fill the command palette.
  const RetryButton = isWanted ? ActionButton : Button

  const retry = () =>
    attempt(async () => {
      await staffApi('POST /global/staff/job/{jobId}/retry', { params: { jobId } }, { quiet: true })
      toast.success(t('retried'))
      await refreshStaffData()
    })

  return (
    <tr aria-current={isWanted || undefined}>
      <th scope="row">
        {queue}
        {isWanted ? <Hint>{t('shown')}</Hint> : null}
      </th>
      <td data-label={t('failedAt')}>{moment(failedAt)}</td>
      <td data-label={t('attempts')}>{number(attempts)}</td>
      <td data-label={t('error')} data-empty={error === '' || undefined}>
        <code>{error}</code>
      </td>
      <td data-label={t('about')} data-empty={about.length === 0 || undefined}>
        {about.map(({ name, id }) => (
          <Hint key={name}>
            {name} {id}
          </Hint>
        ))}
      </td>
      <td>
        <RetryButton
          variant="secondary"
          size="xs"
          loading={busy}
          aria-label={t('retryOf', { queue, date: moment(failedAt) })}
          onClick={() => void retry()}
        >
          {t('retry')}
        </RetryButton>
        <FormAlert failure={failure} />
      </td>
    </tr>
  )
}

function Queues({ queues }: { queues: readonly QueueView[] }) {
  const t = useTranslations('staff-job')
  const headings = [t('queue'), t('waiting'), t('active'), t('failed'), t('schedule'), t('lastRun')]

  return (
    <Table caption={t('queuesCaption')} hidesCaption headings={headings}>
      {queues.map((queue) => (
        <QueueRow key={queue.name} queue={queue} />
      ))}
    </Table>
  )
}

function QueueRow({ queue }: { queue: QueueView }) {
  const t = useTranslations('staff-job')
  const { moment, number } = useFormats('medium')
  const { waiting, retrying, active, failed, lastRun } = queue
  const name = useQueueName()(queue.name)

  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('waiting')}>
        {number(waiting)}
        {retrying > 0 ? <Hint>{t('retrying', { count: retrying })}</Hint> : null}
      </td>
      <td data-label={t('active')}>{number(active)}</td>
      <td data-label={t('failed')}>{failed > 0 ? <Badge tone="danger">{number(failed)}</Badge> : number(failed)}</td>
      <td data-label={t('schedule')}>
        <Schedule queue={queue} />
      </td>
      <td data-label={t('lastRun')}>
        {lastRun === null ? t('never') : moment(lastRun.at)}
        {lastRun?.hasFailed ? <Badge tone="danger">{t('lastFailed')}</Badge> : null}
      </td>
    </tr>
  )
}

function Schedule({ queue: { schedule, everySeconds } }: { queue: QueueView }) {
  const t = useTranslations('staff-job')
  const textOf = useScheduleText()
  if (schedule !== null) {
    const text = textOf(schedule)
    const expression = <code>{schedule}</code>
    if (text === null) return expression

    return (
      <>
        {text}
        <Hint>{expression}</Hint>
      </>
    )
  }

  return everySeconds === null ? t('onDemand') : t('every', { seconds: everySeconds })
}
