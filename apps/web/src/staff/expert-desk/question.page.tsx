import type { ExpertQuestionView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { Columns } from '../shared/columns.tsx'
import { DrawingButton } from '../shared/drawing/drawing-button.tsx'
import { DueBadge } from '../shared/due-badge.tsx'
import { useHasScreen } from '../shared/known-screens.ts'
import { LazyPartModel } from '../shared/lazy-part-model.tsx'
import { findingMarks } from '../shared/model-marks.ts'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { useSizeText } from '../shared/size-text.ts'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { downloadFile, loadMesh, questionDrawing, questionQuery } from './expert-desk.api.ts'
import classes from './expert-desk.module.css'
import { SimilarParts } from './similar-parts.tsx'

/** A question about a price: the part, what we know about it, and the answer. */
export function QuestionPage() {
  const t = useTranslations('staff-expert-desk')
  const lineId = useStaffParam('lineId')
  const answer = useQuery(questionQuery(lineId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="experts">{t('back')}</StaffLinkButton>,
      }}
    >
      {(question) => <Question view={question} />}
    </RecordPage>
  )
}

function Question({ view }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk')
  const marks = useMemo(() => findingMarks(view.findings), [view.findings])
  const { lineId, line } = view

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {line.name}
          {view.isOpen ? <DueBadge dueAt={view.dueAt} /> : <Badge>{t(`states.${view.state}`)}</Badge>}
        </Row>
      }
      actions={
        <StaffLinkButton path="experts" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      <Columns>
        <Stack gap="lg">
          <Section title={t('question')}>
            <p className={classes.text}>{view.question}</p>
            {line.comment === '' ? null : (
              <p className={classes.text}>
                <strong>{t('comment')}</strong> {line.comment}
              </p>
            )}
            <Asker view={view} />
          </Section>
          <Section title={t('part')}>
            {line.part ? (
              <LazyPartModel meshKey={`expert ${lineId}`} load={loadMesh(lineId)} name={line.name} marks={marks} />
            ) : (
              <Alert tone="warning" title={t('unmeasured')}>
                <p>{t('unmeasuredText')}</p>
              </Alert>
            )}
            <PartFacts view={view} />
            <Files view={view} />
          </Section>
          <Findings view={view} />
        </Stack>
        <Stack gap="lg">
          <AnswerForm key={`${lineId} ${view.askedAt}`} view={view} />
          <Estimate view={view} />
        </Stack>
      </Columns>
      <SimilarParts lineId={lineId} />
    </StaffPage>
  )
}

function Asker({ view }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk')
  const { moment } = useFormats('medium')
  const hasScreen = useHasScreen()
  const { customer, email, askedAt, project } = view
  const company = customer?.company === customer?.name ? '' : (customer?.company ?? '')
  const names = customer ? [customer.name, company].filter(Boolean).join(', ') : t('visitor')
  const linked = (path: string, name: string) => (hasScreen(path) ? <StaffLink path={path}>{name}</StaffLink> : name)

  return (
    <Facts
      facts={[
        { label: t('asker'), value: customer ? linked(`customers/${customer.id}`, names) : names },
        { label: t('email'), value: email },
        { label: t('asked'), value: moment(askedAt) },
        { label: t('project'), value: linked(`projects/${project.id}`, project.name) },
      ]}
    />
  )
}

function PartFacts({ view: { line, description } }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk')
  const { number } = useFormats()
  const rounded = (value: number) => number(Math.round(value * 10) / 10)
  const sizeText = useSizeText()
  const { part, configuration } = line

  return (
    <Facts
      facts={[
        { label: t('configuration'), value: descriptionTexts(description).join(' · ') },
        { label: t('quantity'), value: configuration ? number(configuration.quantity) : '' },
        { label: t('size'), value: part ? sizeText(part.sizeMm) : '' },
        { label: t('volume'), value: part ? t('volumeCm3', { volume: rounded(part.volumeMm3 / 1000) }) : '' },
        { label: t('holes'), value: part ? number(part.holes.length) : '' },
        { label: t('setups'), value: part ? number(part.setups) : '' },
      ]}
    />
  )
}

/** The file and the drawings, for those who may download them. */
function Files({ view: { lineId, line } }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk')
  const may = useMay()
  const { attempt, failure, busy } = useAttempt()
  if (!may('files.read')) return null

  const ofLine = ({ id: uploadId, name }: { id: string; name: string }) => ({ lineId, uploadId, name })
  const drawings = line.attachments.filter(({ state }) => state !== 'expired')

  return (
    <>
      <Row gap="sm" role="group" aria-label={t('files')}>
        {line.upload.state === 'expired' ? null : (
          <Button variant="link" loading={busy} onClick={() => void attempt(() => downloadFile(ofLine(line.upload)))}>
            {line.upload.name}
          </Button>
        )}
        {drawings.map((drawing) => (
          <DrawingButton key={drawing.id} variant="link" drawing={questionDrawing(ofLine(drawing))} />
        ))}
      </Row>
      <FormAlert failure={failure} />
    </>
  )
}

const tones: Record<ExpertQuestionView['findings'][number]['severity'], Tone> = {
  blocks: 'danger',
  warns: 'warning',
  informs: 'neutral',
}

function Findings({ view: { findings, line } }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk')
  if (!line.part) return null

  return (
    <Section title={t('findings')}>
      {findings.length === 0 ? <Text>{t('noFindings')}</Text> : null}
      <ul className={classes.list}>
        {findings.map(({ rule, severity, text, isAccepted }) => (
          <li key={rule} className={classes.finding}>
            <Badge tone={tones[severity]}>{t(`severities.${severity}`)}</Badge>
            <span>
              {text}
              {isAccepted ? <Hint>{t('accepted')}</Hint> : null}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What our own models say, as far as they say anything. */
function Estimate({ view: { line } }: { view: ExpertQuestionView }) {
  const t = useTranslations('staff-expert-desk')
  const { money } = useFormats()
  const { price } = line

  return (
    <Section title={t('estimate')}>
      {price ? (
        <Facts
          facts={[
            { label: t('each'), value: money(price.unitPrice.minor) },
            { label: t('line'), value: money(price.linePrice.minor) },
            { label: t('days'), value: t('workingDays', { count: price.leadTime.workingDays }) },
          ]}
        />
      ) : (
        <Text>{t('noEstimate')}</Text>
      )}
    </Section>
  )
}
