import type { TrayView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import type { QueuedConclusion } from './conclusion-queue.ts'
import { conclusionQueue, photoQueue, valueQueue } from './inspection.api.ts'
import { lostPhoto, type QueuedPhoto } from './photo-queue.ts'
import type { QueuedReport } from './report-queue.ts'
import { trayQueue } from './tray.api.ts'
import { piecesIn, type QueuedTrayReport } from './tray-queue.ts'
import type { useWorkQueues } from './use-work-queues.ts'
import type { QueuedValue } from './value-queue.ts'
import { reportQueue } from './work.api.ts'

/** Why an entry was refused, in words also where nothing is known about it. */
export function useRefusalText() {
  const t = useTranslations('app.failures')
  return (refusal: string | null) => refusal || t('unknown')
}

const noticeDelayMs = 1000

/**
 * Whether to say that something waits. With a network the answer comes at once: a notice for that moment
 * would move the page under the finger.
 */
export function useWaitsLong(isWaiting: boolean): boolean {
  return useDebouncedValue(isWaiting, noticeDelayMs) && isWaiting
}

interface QueueStateProps {
  queues: ReturnType<typeof useWorkQueues>
  /** The run on the screen: its inspection plan shows its values itself. */
  shownCode?: string
  /** The tray on the screen: its refused reports can be sent again, since the person sees what is in it. */
  shownTray?: TrayView
}

/** What waits for the network, what the server refused, and what is made again. */
export function QueueState({ queues, shownCode, shownTray }: QueueStateProps) {
  const t = useTranslations('staff-work')
  const { dayAndYear } = useFormats('medium')
  const textOf = useRefusalText()

  // A conclusion behind a refused value waits for its correction, not for the network.
  const isHeld = ({ code, body: { round } }: QueuedConclusion) =>
    queues.ownValues.some((value) => value.refusal !== null && value.code === code && value.round === round)
  const sendable = queues.ownConclusions.filter((conclusion) => !isHeld(conclusion))
  // A report behind a refused one of its tray waits for a decision, not for the network.
  const refusedTrays = queues.ownTrays.filter(({ refusal }) => refusal !== null)
  const sendableTrays = queues.ownTrays.filter(({ code }) => !refusedTrays.some((refused) => refused.code === code))
  const waiting = [...queues.own, ...sendable, ...sendableTrays].filter(({ refusal }) => refusal === null)
  const refused = queues.own.filter(({ refusal }) => refusal !== null)
  const refusedConclusions = queues.ownConclusions.filter(({ refusal }) => refusal !== null)
  const ofAll = queues.reports.length + queues.conclusions.length + queues.trays.length
  const ofOthers = ofAll - queues.own.length - queues.ownConclusions.length - queues.ownTrays.length

  const values = queues.values.filter(({ code }) => code !== shownCode)
  const ownValues = queues.ownValues.filter(({ code }) => code !== shownCode)
  const waitingValues = ownValues.filter(({ refusal }) => refusal === null)
  const refusedValues = ownValues.filter(({ refusal }) => refusal !== null)
  const valuesOfOthers = values.length - ownValues.length

  const waitingPhotos = queues.ownPhotos.filter(({ refusal }) => refusal === null)
  const refusedPhotos = queues.ownPhotos.filter(({ refusal }) => refusal !== null)
  const photosOfOthers = queues.photos.length - queues.ownPhotos.length

  const showsWaiting = useWaitsLong(waiting.length > 0)
  const showsValues = useWaitsLong(waitingValues.length > 0)
  const showsPhotos = useWaitsLong(waitingPhotos.length > 0)

  return (
    <Stack gap="sm">
      <div role="status">
        {showsWaiting ? <Alert tone="warning">{t('waiting', { count: waiting.length })}</Alert> : null}
        {showsValues ? <WaitingValues values={waitingValues} /> : null}
        {showsPhotos ? <Alert tone="warning">{t('waitingPhotos', { count: waitingPhotos.length })}</Alert> : null}
      </div>
      {ofOthers > 0 ? <Alert tone="warning">{t('waitingOfOthers', { count: ofOthers })}</Alert> : null}
      {valuesOfOthers > 0 ? <Alert tone="warning">{t('valuesOfOthers', { count: valuesOfOthers })}</Alert> : null}
      {photosOfOthers > 0 ? <Alert tone="warning">{t('photosOfOthers', { count: photosOfOthers })}</Alert> : null}
      {refused.map((report) => (
        <Refused key={report.key} report={report} />
      ))}
      {refusedTrays.map((report) => (
        <RefusedTrayReport key={report.key} report={report} {...(shownTray && { shownTray })} />
      ))}
      {refusedValues.map((value) => (
        <RefusedValue key={value.key} value={value} />
      ))}
      {refusedPhotos.map((photo) => (
        <RefusedPhoto key={photo.key} photo={photo} />
      ))}
      {refusedConclusions.map(({ key, code, refusal }) => (
        <Alert key={key} role="alert" tone="danger" title={t('refusedConclusion', { code })}>
          <p>{textOf(refusal)}</p>
          <ActionButton variant="secondary" size="sm" onClick={() => conclusionQueue.discard(key)}>
            {t('understood')}
          </ActionButton>
        </Alert>
      ))}
      {queues.remakes.map((remake) => (
        <Alert
          key={remake.runId}
          role="alert"
          tone={remake.isLate ? 'danger' : 'accent'}
          title={t('remake', { count: remake.quantity })}
        >
          <p>
            {t(remake.isLate ? 'remakeLate' : 'remakeInTime', {
              day: dayAndYear(remake.plannedDay),
              promised: dayAndYear(remake.promisedDay),
            })}
          </p>
          <Row>
            <StaffLink path={`work/${remake.code}`}>{t('openRun', { code: remake.code })}</StaffLink>
            <ActionButton variant="secondary" size="sm" onClick={() => queues.forgetRemake(remake.runId)}>
              {t('understood')}
            </ActionButton>
          </Row>
        </Alert>
      ))}
    </Stack>
  )
}

/** Values that wait, with the runs in whose plans they are. */
function WaitingValues({ values }: { values: readonly QueuedValue[] }) {
  const t = useTranslations('staff-work')
  const codes = [...new Set(values.map(({ code }) => code))]

  return (
    <Alert tone="warning">
      <p>{t('waitingValues', { count: values.length })}</p>
      <Row>
        {codes.map((code) => (
          <StaffLink key={code} path={`work/${code}`}>
            {t('openRun', { code })}
          </StaffLink>
        ))}
      </Row>
    </Alert>
  )
}

/** It is corrected in the plan of its run, or discarded if its inspection is concluded by now. */
function RefusedValue({ value: { key, code, piece, refusal } }: { value: QueuedValue }) {
  const t = useTranslations('staff-work')
  const textOf = useRefusalText()

  return (
    <Alert role="alert" tone="danger" title={t('refusedValue', { code, piece })}>
      <p>{textOf(refusal)}</p>
      <Row>
        <StaffLink path={`work/${code}`}>{t('openRun', { code })}</StaffLink>
        <ActionButton variant="secondary" size="sm" onClick={() => valueQueue.discard(key)}>
          {t('discardValue')}
        </ActionButton>
      </Row>
    </Alert>
  )
}

/** It cannot be sent again as it is: a person removes it, and takes another one if needed. */
function RefusedPhoto({ photo: { key, code, refusal } }: { photo: QueuedPhoto }) {
  const t = useTranslations('staff-work')
  const textOf = useRefusalText()

  return (
    <Alert role="alert" tone="danger" title={t('refusedPhoto', { code })}>
      <p>{refusal === lostPhoto ? t('lostPhoto') : textOf(refusal)}</p>
      <Row>
        <StaffLink path={`work/${code}`}>{t('openRun', { code })}</StaffLink>
        <ActionButton variant="secondary" size="sm" onClick={() => photoQueue.discard(key)}>
          {t('discardPhoto')}
        </ActionButton>
      </Row>
    </Alert>
  )
}

function Refused({ report }: { report: QueuedReport }) {
  const t = useTranslations('staff-work')
  const textOf = useRefusalText()
  const { time } = useFormats()
  const at = time(new Date(report.at).toISOString())

  return (
    <Alert role="alert" tone="danger" title={t(`refused.${report.report}`, { code: report.code, time: at })}>
      <p>{textOf(report.refusal)}</p>
      <ActionButton variant="secondary" size="sm" onClick={() => reportQueue.discard(report.key)}>
        {t('understood')}
      </ActionButton>
    </Alert>
  )
}

interface RefusedTrayReportProps {
  report: QueuedTrayReport
  shownTray?: TrayView
}

/** It is sent again on the page of its tray, or discarded with what rests on it. */
function RefusedTrayReport({ report, shownTray }: RefusedTrayReportProps) {
  const t = useTranslations('staff-work')
  const textOf = useRefusalText()
  const { time } = useFormats()
  const { code, refusal } = report
  const at = time(new Date(report.at).toISOString())
  const following = trayQueue.following(report).length

  return (
    <Alert role="alert" tone="danger" title={t(`refusedTray.${report.report}`, { code, time: at })}>
      <p>{textOf(refusal)}</p>
      {following > 0 ? <p>{t('followsRefused', { count: following })}</p> : null}
      <Row>
        {shownTray?.code === code ? (
          <ActionButton variant="secondary" size="sm" onClick={() => void trayQueue.retry(report, piecesIn(shownTray))}>
            {t('sendAgain')}
          </ActionButton>
        ) : (
          <StaffLink path={`work/tray/${code}`}>{t('openTray', { code })}</StaffLink>
        )}
        <ActionButton variant="secondary" size="sm" onClick={() => trayQueue.withdraw(report)}>
          {t('discardReport')}
        </ActionButton>
      </Row>
    </Alert>
  )
}
