import type { RunDetails } from '@cotation/contracts'
import { dayIn, daysBetween, descriptionTexts, openStepStates } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { OrderFileName } from '../shared/drawing/order-file-name.tsx'
import { HoldNotice } from '../shared/hold-notice.tsx'
import { Lateness } from '../shared/lateness.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { useSizeText } from '../shared/size-text.ts'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { StepTable } from '../shared/step-table.tsx'
import { TravellerButton } from '../shared/traveller-button.tsx'
import { useLiveProduction } from '../shared/use-live-topic.ts'
import { refreshInspections } from './inspection.api.ts'
import { InspectionCard } from './inspection-card.tsx'
import { useKeptWork } from './kept-work.ts'
import { isHeld, withReports } from './local-run.ts'
import { QueueState } from './queue-state.tsx'
import { RunModel } from './run-model.tsx'
import { StepCard } from './step-card.tsx'
import { useWorkQueues } from './use-work-queues.ts'
import { refreshRun, runQuery } from './work.api.ts'
import classes from './work.module.css'
import { ScanForm } from './work.page.tsx'

/** The pieces of one traveller: what is to be made, and the step to report. */
export function RunPage() {
  const t = useTranslations('staff-work')
  const code = useStaffParam('code').toUpperCase()
  const answer = useQuery(runQuery(code))
  const queues = useWorkQueues()
  useKeptWork()

  const changed = useCallback(() => {
    void refreshRun(code)
    void refreshInspections(code)
  }, [code])
  useLiveProduction(changed)

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknown', { code }),
        text: t('unknownText'),
        action: <StaffLinkButton path="work">{t('scanAgain')}</StaffLinkButton>,
      }}
    >
      {(run) => <Run run={withReports(run, queues.own)} queues={queues} />}
    </RecordPage>
  )
}

function Run({ run, queues }: { run: RunDetails; queues: ReturnType<typeof useWorkQueues> }) {
  const t = useTranslations('staff-work')
  const may = useMay()
  const { dayAndYear } = useFormats('medium')

  return (
    <StaffPage
      title={t('runTitle', { code: run.code, name: run.name })}
      intro={
        <>
          {t('pieces', { count: run.quantity })} ·{' '}
          <StaffLink path={`orders/${run.orderId}`}>{t('ofOrder', { number: run.orderNumber })}</StaffLink>
        </>
      }
      actions={
        <>
          <StaffLinkButton path="work" variant="quiet">
            {t('title')}
          </StaffLinkButton>
          <TravellerButton code={run.code} />
        </>
      }
    >
      {may('production.work') ? <ScanForm isSecondary /> : null}
      <QueueState queues={queues} shownCode={run.code} />
      {run.isLate ? (
        <Alert tone="danger">{t('late', { day: dayAndYear(run.dueDay), promised: dayAndYear(run.promisedDay) })}</Alert>
      ) : null}
      <HoldNotice hold={run.hold} isStopped={run.isStopped} />
      <div className={classes.columns}>
        <Stack gap="lg">
          <StepCard run={run} queues={queues} mayReport={may('production.work')} />
          <InspectionCard run={run} queues={queues} mayRecord={may('production.work') && !isHeld(run)} />
          <Trays trays={run.trays} />
          <Section title={t('steps')}>
            <StepTable label={t('steps')} steps={run.steps} />
          </Section>
        </Stack>
        <Stack gap="lg">
          <Part run={run} />
          <RunModel run={run} />
        </Stack>
      </div>
    </StaffPage>
  )
}

/** Where the pieces are printed; they are reported with their tray. */
function Trays({ trays }: Pick<RunDetails, 'trays'>) {
  const t = useTranslations('staff-work')
  const states = useTranslations('staff-list.choices.trayState')
  if (trays.length === 0) return null

  return (
    <Section title={t('trays')}>
      <ul className={classes.list} aria-label={t('trays')}>
        {trays.map(({ code, state, quantity: count }) => (
          <li key={code}>
            <StaffLink path={`work/tray/${code}`}>{t('trayLine', { code, count })}</StaffLink>{' '}
            <Badge tone={state === 'failed' ? 'danger' : 'neutral'}>{states(state)}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What is to be made, with what the customer accepted and the drawings. */
function Part({ run }: { run: RunDetails }) {
  const t = useTranslations('staff-work')
  const sizeText = useSizeText()

  return (
    <Section title={t('part')}>
      <Facts
        facts={[
          { label: t('configuration'), value: descriptionTexts(run).join(' · ') },
          { label: t('size'), value: sizeText(run.sizeMm) },
          { label: t('promised'), value: <PromisedDay run={run} /> },
          { label: t('comment'), value: run.comment },
        ]}
      />
      {run.acceptedRisks.length > 0 ? (
        <Alert tone="warning" title={t('risks')}>
          <ul className={classes.list}>
            {run.acceptedRisks.map(({ rule, wording }) => (
              <li key={rule}>{wording}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {run.attachments.length > 0 ? (
        <ul className={classes.list} aria-label={t('drawings')}>
          {run.attachments.map(({ uploadId, name }) => (
            <li key={uploadId}>
              <OrderFileName orderId={run.orderId} uploadId={uploadId} name={name} variant="secondary" />
            </li>
          ))}
        </ul>
      ) : (
        <Hint>{t('noDrawings')}</Hint>
      )}
    </Section>
  )
}

/** With how late the pieces are, until all of their steps are done. */
function PromisedDay({ run: { promisedDay, steps } }: { run: RunDetails }) {
  const { dayAndYear } = useFormats('medium')
  const { timeZone } = useMember()
  const isOpen = steps.some(({ state }) => openStepStates.some((open) => open === state))

  return (
    <Row gap="sm">
      {dayAndYear(promisedDay)}
      {isOpen ? <Lateness days={daysBetween(promisedDay, dayIn(timeZone, new Date()))} /> : null}
    </Row>
  )
}
