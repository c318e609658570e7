import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import type { QueuedReport } from './report-queue.ts'
import type { useReportQueue } from './use-report-queue.ts'
import { reportQueue } from './work.api.ts'

/** What waits for the network, what the server refused, and what is made again. */
export function QueueState({ queue }: { queue: ReturnType<typeof useReportQueue> }) {
  const t = useTranslations('staff-work')
  const { dayAndYear } = useFormats('medium')
  const waiting = queue.own.filter(({ refusal }) => refusal === null)
  const refused = queue.own.filter(({ refusal }) => refusal !== null)
  const ofOthers = queue.reports.length - queue.own.length

  return (
    <Stack gap="sm">
      <div role="status">
        {waiting.length > 0 ? <Alert tone="warning">{t('waiting', { count: waiting.length })}</Alert> : null}
      </div>
      {ofOthers > 0 ? <Alert tone="warning">{t('waitingOfOthers', { count: ofOthers })}</Alert> : null}
      {refused.map((report) => (
        <Refused key={report.key} report={report} />
      ))}
      {queue.remakes.map((remake) => (
        <Alert
          key={remake.runId}
          role="alert"
          tone={remake.isLate ? 'danger' : 'accent'}
          title={t('remake', { count: remake.quantity })}
        >
          <p>
            {remake.isLate
              ? t('remakeLate', { day: dayAndYear(remake.plannedDay), promised: dayAndYear(remake.promisedDay) })
              : t('remakeInTime', { day: dayAndYear(remake.plannedDay), promised: dayAndYear(remake.promisedDay) })}
          </p>
          <Row>
            <StaffLink path={`work/${remake.code}`}>{t('openRun', { code: remake.code })}</StaffLink>
            <Button variant="secondary" size="sm" onClick={() => queue.forgetRemake(remake.runId)}>
              {t('understood')}
            </Button>
          </Row>
        </Alert>
      ))}
    </Stack>
  )
}

function Refused({ report }: { report: QueuedReport }) {
  const t = useTranslations('staff-work')
  const { time } = useFormats()
  const at = time(new Date(report.at).toISOString())

  return (
    <Alert role="alert" tone="danger" title={t(`refused.${report.report}`, { code: report.code, time: at })}>
      <p>{report.refusal}</p>
      <Button variant="secondary" size="sm" onClick={() => reportQueue.dismiss(report.key)}>
        {t('understood')}
      </Button>
    </Alert>
  )
}
