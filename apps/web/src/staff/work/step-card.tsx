import type { RunDetails, StepView } from '@cotation/contracts'
import { isLiveTray, type LossReason, lossReasons, maxStepPhotos } from '@cotation/domain'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Section } from '#ui/section.tsx'
import { Select } from '#ui/select.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import { ActionButton, ActionLinkButton } from '../shared/action-button.tsx'
import { StepStateBadge, useStepName } from '../shared/step-table.tsx'
import { StepPhoto } from '../shared/work-photo.tsx'
import { currentStep, isHeld, openPieces } from './local-run.ts'
import { PhotoForm } from './photo-form.tsx'
import type { ReportedWork } from './report-queue.ts'
import type { useWorkQueues } from './use-work-queues.ts'
import { removeStepPhoto, reportQueue } from './work.api.ts'
import classes from './work.module.css'

interface StepCardProps {
  run: RunDetails
  queues: ReturnType<typeof useWorkQueues>
  mayReport: boolean
}

/** The step that is worked on now, with large buttons to report it. */
export function StepCard({ run, queues, mayReport }: StepCardProps) {
  const t = useTranslations('staff-work')
  const stations = useTranslations('staff-list.choices.station')
  const nameOf = useStepName()
  const step = currentStep(run)
  if (!step) return <Section title={t('finished')}>{t('finishedText')}</Section>

  const report = (work: ReportedWork) => void reportQueue.add(queues.memberId, run.code, step.id, work)
  const number = run.steps.indexOf(step) + 1
  const tray = step.operation === 'printing' ? run.trays.find(({ state }) => isLiveTray(state)) : undefined

  return (
    <Section
      title={t('step', { number, count: run.steps.length, name: nameOf(step) })}
      aside={<StepStateBadge state={step.state} />}
    >
      <Text>{t('stationAndPieces', { station: stations(step.station), count: openPieces(step) })}</Text>
      {tray ? <InTray code={tray.code} /> : null}
      {mayReport && !tray ? <Actions key={step.id} step={step} isHeld={isHeld(run)} report={report} /> : null}
      {/* An inspection has photos of its own, in its plan. */}
      {mayReport && step.operation !== 'inspection' ? (
        <PhotoForm
          key={`photos ${step.id}`}
          label={t('photosOf', { name: nameOf(step) })}
          hint={t('photosHint')}
          photos={step.photos}
          maxPhotos={maxStepPhotos}
          Photo={StepPhoto}
          canAdd
          canRemove
          queues={queues}
          code={run.code}
          subject={{ kind: 'step', stepId: step.id }}
          remove={(photoId) => removeStepPhoto(run.code, step.id, photoId)}
        />
      ) : null}
      {mayReport ? null : <Hint>{t('readOnly')}</Hint>}
    </Section>
  )
}

/** Pieces in a tray are reported with all others of it. */
function InTray({ code }: { code: string }) {
  const t = useTranslations('staff-work')
  return (
    <div className={classes.actions}>
      <Hint>{t('inTray', { code })}</Hint>
      <ActionLinkButton path={`work/tray/${code}`} className={classes.large}>
        {t('openTray', { code })}
      </ActionLinkButton>
    </div>
  )
}

const nothing = { good: 0, rework: 0, scrap: 0, reason: null } as const

interface ActionsProps {
  step: StepView
  /** Then it can only be paused. */
  isHeld: boolean
  report: (work: ReportedWork) => void
}

function Actions({ step, isHeld, report }: ActionsProps) {
  const t = useTranslations('staff-work')
  const [isCounting, setCounting] = useState(false)

  /** The second click of a double one would press what replaced the button: pause, or start the next step. */
  const reportOnce = (work: ReportedWork) => (event: MouseEvent) => {
    if (event.detail < 2) report(work)
  }

  if (isHeld && step.state !== 'running') return null
  if (isCounting && !isHeld)
    return (
      <CountForm
        pieces={openPieces(step)}
        onCancel={() => setCounting(false)}
        onDone={(work) => {
          setCounting(false)
          report(work)
        }}
      />
    )

  return (
    <div className={classes.actions}>
      {step.state === 'running' ? (
        <ActionButton
          className={classes.large}
          variant="secondary"
          onClick={reportOnce({ ...nothing, report: 'pause' })}
        >
          {t('pause')}
        </ActionButton>
      ) : (
        <ActionButton className={classes.large} onClick={reportOnce({ ...nothing, report: 'start' })}>
          {step.state === 'paused' ? t('resume') : t('start')}
        </ActionButton>
      )}
      {/* An inspection is finished by its conclusion, from what was measured. */}
      {step.operation === 'inspection' || isHeld ? null : (
        <ActionButton
          className={classes.large}
          variant={step.state === 'running' ? 'primary' : 'secondary'}
          onClick={() => setCounting(true)}
        >
          {t('done')}
        </ActionButton>
      )}
    </div>
  )
}

interface CountFormProps {
  /** What must be accounted for. */
  pieces: number
  onDone: (work: ReportedWork) => void
  onCancel: () => void
}

/** How many pieces are good, to rework and scrap, and why. */
function CountForm({ pieces, onDone, onCancel }: CountFormProps) {
  const t = useTranslations('staff-work')
  const reasons = useTranslations('staff-work.reasons')
  const { language } = useLanguage()
  const [rework, setRework] = useState('0')
  const [scrap, setScrap] = useState('0')
  const [reason, setReason] = useState<LossReason | ''>('')
  const [isChecked, setChecked] = useState(false)

  const reworked = parseWholeNumber(rework, language) ?? Number.NaN
  const scrapped = parseWholeNumber(scrap, language) ?? Number.NaN
  const good = pieces - reworked - scrapped
  const isCounted = reworked >= 0 && scrapped >= 0 && good >= 0
  const isLoss = isCounted && reworked + scrapped > 0
  const lacksReason = isLoss && reason === ''

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!isCounted || lacksReason) return focusFirstError(event.currentTarget)
    onDone({ report: 'done', good, rework: reworked, scrap: scrapped, reason: isLoss && reason !== '' ? reason : null })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p className={classes.good} role="status">
          {isCounted ? t('good', { count: good, pieces }) : t('countWrong', { pieces })}
        </p>
        <Counter label={t('rework')} description={t('reworkHint')} value={rework} max={pieces} onText={setRework} />
        <Counter label={t('scrap')} description={t('scrapHint')} value={scrap} max={pieces} onText={setScrap} />
        {isLoss ? (
          <Select
            label={t('reason')}
            placeholder={t('chooseReason')}
            options={lossReasons.map((value) => ({ value, label: reasons(value) }))}
            value={reason}
            error={isChecked && lacksReason ? t('reasonMissing') : undefined}
            onChange={({ target }) => setReason(target.value as LossReason)}
          />
        ) : null}
        {isChecked && !isCounted ? (
          <Alert tone="danger" role="alert">
            {t('countWrong', { pieces })}
          </Alert>
        ) : null}
        <div className={classes.actions}>
          <ActionButton type="submit" className={classes.large}>
            {t('confirm')}
          </ActionButton>
          <Button variant="secondary" className={classes.large} onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

interface CounterProps {
  label: string
  description: string
  value: string
  max: number
  onText: (text: string) => void
}

/** A number with large buttons beside it, for fingers in gloves. */
export function Counter({ label, description, value, max, onText }: CounterProps) {
  const t = useTranslations('staff-work')
  const { language } = useLanguage()
  const count = parseWholeNumber(value, language) ?? 0
  const change = (by: number) => onText(String(Math.min(Math.max(count + by, 0), max)))

  return (
    <Row noWrap gap="xs" className={classes.counter}>
      <WholeNumberField label={label} description={description} min={0} max={max} value={value} onText={onText} />
      <Button
        variant="secondary"
        className={classes.large}
        aria-label={t('less', { label })}
        onClick={() => change(-1)}
      >
        −
      </Button>
      <Button variant="secondary" className={classes.large} aria-label={t('more', { label })} onClick={() => change(1)}>
        +
      </Button>
    </Row>
  )
}
