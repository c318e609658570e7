import type { TrayView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { saveFile } from '#lib/save-file.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ActionButton } from '#staff/shared/action-button.tsx'
import { useStaffParam } from '#staff/shared/params.ts'
import { useSizeText } from '#staff/shared/size-text.ts'
import { StaffLink, StaffLinkButton } from '#staff/shared/staff-link.tsx'
import { StaffPage } from '#staff/shared/staff-page.tsx'
import { useLiveProduction } from '#staff/shared/use-live-topic.ts'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Hint } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { useKeptWork } from '../kept-work.ts'
import { QueueState, useWaitsLong } from '../queue-state.tsx'
import { trayQueries, trayQuery } from '../tray.api.ts'
import { useWorkQueues } from '../use-work-queues.ts'
import { DoneDialog } from './done-dialog.tsx'
import { FailDialog } from './fail-dialog.tsx'
import { withReports } from './local-tray.ts'
import { OpenTray } from './open-tray.tsx'
import { PartRow } from './pieces-table.tsx'
import { downloadModel } from './tray-actions.api.ts'
import { TrayFill } from './tray-fill.tsx'

const tones: Readonly<Record<TrayView['state'], Tone>> = {
  open: 'neutral',
  printing: 'accent',
  done: 'good',
  failed: 'danger',
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: trayQueries })

/** A tray: what is in it, and how its printing went. */
export function TrayPage() {
  const t = useTranslations('staff-tray')
  const code = useStaffParam('code').toUpperCase()
  const { data: tray, error, isPending, refetch } = useQuery(trayQuery(code))
  useKeptWork()
  useLiveProduction(useCallback(refresh, []))

  if (isPending) return <LoadingState />
  if (tray) return <Tray tray={tray} />

  const isUnknown = error instanceof ApiError && ['NOT_FOUND', 'VALIDATION'].includes(error.code)
  if (!isUnknown) return <ErrorState isPage onRetry={() => void refetch()} />

  return (
    <EmptyState
      isPage
      title={t('unknown', { code })}
      text={t('unknownText')}
      action={<StaffLinkButton path="trays">{t('allTrays')}</StaffLinkButton>}
    />
  )
}

function Tray({ tray: known }: { tray: TrayView }) {
  const t = useTranslations('staff-tray')
  const states = useTranslations('staff-list.choices.trayState')
  const may = useMay()
  const { name } = useMember()
  const queues = useWorkQueues()

  const reports = queues.ownTrays.filter(({ code }) => code === known.code)
  const isRefused = reports.some(({ refusal }) => refusal !== null)
  const isWaiting = useWaitsLong(reports.length > 0 && !isRefused)
  const tray = withReports(known, reports, name)
  const isEditable = tray.state === 'open' && may('production.work')
  const queueing = { tray, memberId: queues.memberId, isWaiting, isRefused }

  return (
    <StaffPage
      title={t('title', { code: tray.code })}
      intro={<Badge tone={tones[tray.state]}>{states(tray.state)}</Badge>}
      actions={
        <StaffLinkButton path="trays" variant="quiet" size="sm">
          {t('allTrays')}
        </StaffLinkButton>
      }
    >
      <QueueState queues={queues} shownTray={tray} />
      <About tray={tray} />
      {isEditable ? <OpenTray key={contentKey(tray)} {...queueing} /> : <Contents tray={tray} />}
      {tray.state === 'printing' && may('production.work') ? <Report {...queueing} /> : null}
      {may('production.work') ? null : <Hint>{t('readOnly')}</Hint>}
    </StaffPage>
  )
}

/** The form begins again when a colleague has changed the contents. */
const contentKey = ({ contents }: TrayView) => contents.map(({ stepId, quantity }) => `${stepId} ${quantity}`).join(' ')

function About({ tray }: { tray: TrayView }) {
  const t = useTranslations('staff-tray')
  const stations = useTranslations('staff-list.choices.station')
  const reasons = useTranslations('staff-work.reasons')
  const { moment } = useFormats('medium')
  const sizeText = useSizeText()
  const by = (name: string | null, time: string | null) =>
    name === null || time === null ? null : t('by', { name, time: moment(time) })

  return (
    <Section title={t('load')} aside={<ModelButton tray={tray} />}>
      <Stack>
        <Facts
          facts={[
            { label: t('load'), value: `${stations(tray.station)} · ${tray.material} · ${tray.colour}` },
            { label: t('space'), value: sizeText(tray.spaceMm) },
            { label: t('openedBy'), value: by(tray.openedBy, tray.openedAt) },
            { label: t('startedBy'), value: by(tray.startedBy, tray.startedAt) },
            { label: t('closedBy'), value: by(tray.closedBy, tray.closedAt) },
            { label: t('reason'), value: tray.reason === null ? null : reasons(tray.reason) },
          ]}
        />
        <Hint>{t('modelHint')}</Hint>
      </Stack>
    </Section>
  )
}

function ModelButton({ tray: { code, contents } }: { tray: TrayView }) {
  const t = useTranslations('staff-tray')
  const { attempt, failure, busy } = useAttempt()
  if (contents.length === 0) return null

  return (
    <Row>
      <ActionButton
        variant="secondary"
        size="sm"
        loading={busy}
        onClick={() => void attempt(async () => saveFile(await downloadModel(code), `${code}.3mf`))}
      >
        {t('model')}
      </ActionButton>
      <FormAlert failure={failure} />
    </Row>
  )
}

/** What is in a tray that cannot be changed any more, and what became of it. */
function Contents({ tray }: { tray: TrayView }) {
  const t = useTranslations('staff-tray')
  const isClosed = tray.closedAt !== null
  const headings = [t('part'), t('run'), t('order'), t('due'), t('promised'), t('quantity')]
  if (isClosed) headings.push(t('good'), t('again'))

  return (
    <Section title={t('partsOf')}>
      <Stack>
        <TrayFill station={tray.station} spaceMm={tray.spaceMm} parts={tray.contents} />
        {tray.contents.length === 0 ? <Hint>{t('empty')}</Hint> : null}
        {tray.contents.length > 0 ? (
          <Table caption={t('partsOf')} hidesCaption headings={headings}>
            {tray.contents.map((content) => (
              <PartRow key={content.stepId} part={content} isEnded={!content.isMade}>
                <td data-label={t('quantity')}>{content.quantity}</td>
                {isClosed ? (
                  <>
                    <td data-label={t('good')}>{content.good ?? '–'}</td>
                    <td data-label={t('again')} data-empty={content.remakeCode === null}>
                      {content.remakeCode === null ? null : (
                        <StaffLink path={`work/${content.remakeCode}`}>{content.remakeCode}</StaffLink>
                      )}
                    </td>
                  </>
                ) : null}
              </PartRow>
            ))}
          </Table>
        ) : null}
      </Stack>
    </Section>
  )
}

interface ReportProps {
  tray: TrayView
  memberId: string
  isWaiting: boolean
  isRefused: boolean
}

/** How the printing went. Nothing more is reported before a refused report is settled. */
function Report({ tray, memberId, isWaiting, isRefused }: ReportProps) {
  const t = useTranslations('staff-tray')
  const [asks, setAsks] = useState<'done' | 'failed' | null>(null)
  const close = () => setAsks(null)

  return (
    <Row>
      <ActionButton disabled={isRefused} onClick={() => setAsks('done')}>
        {t('done')}
      </ActionButton>
      <ActionButton variant="danger" disabled={isRefused} onClick={() => setAsks('failed')}>
        {t('failed')}
      </ActionButton>
      {asks === 'done' ? <DoneDialog tray={tray} memberId={memberId} onClose={close} /> : null}
      {asks === 'failed' ? <FailDialog tray={tray} isWaiting={isWaiting} onClose={close} /> : null}
    </Row>
  )
}
