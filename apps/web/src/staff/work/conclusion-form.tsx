import type { CurrentInspectionView } from '@cotation/contracts'
import { type LossReason, lossReasons, minFailedPieces, missingChecks } from '@cotation/domain'
import { type FormEvent, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { newId } from '#lib/new-id.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Select } from '#ui/select.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useStepName } from '../shared/step-table.tsx'
import { concludeInspection, showInspections } from './inspection.api.ts'
import type { ReportAnswer } from './report-queue.ts'
import { Counter } from './step-card.tsx'
import classes from './work.module.css'

interface ConclusionFormProps {
  inspection: CurrentInspectionView
  /** Values of this browser that the server does not have. */
  unsent: number
  onConcluded: (answer: ReportAnswer) => void
}

const maxNoteLength = 1000

/** What happens to the pieces: good ones go on, failed ones go back to a step or are made again. */
export function ConclusionForm({ inspection, unsent, onConcluded }: ConclusionFormProps) {
  const t = useTranslations('staff-inspection')
  const work = useTranslations('staff-work')
  const { language } = useLanguage()
  const nameOf = useStepName()
  const { attempt, failure, busy } = useAttempt()
  // One key for the form: what was concluded is not concluded again.
  const [key] = useState(newId)
  const [rework, setRework] = useState('0')
  const [scrap, setScrap] = useState('0')
  const [backToStepId, setBackTo] = useState('')
  const [reason, setReason] = useState<LossReason | ''>('')
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)

  const { runCode: code, round, quantity, sampleSize, characteristics, earlierSteps } = inspection
  const missing = missingChecks(characteristics, sampleSize)
  const failed = minFailedPieces(characteristics)

  const reworked = parseWholeNumber(rework, language) ?? Number.NaN
  const scrapped = parseWholeNumber(scrap, language) ?? Number.NaN
  const lost = reworked + scrapped
  const good = quantity - lost
  const isCounted = reworked >= 0 && scrapped >= 0 && good >= 0
  const lacksPieces = isCounted && lost < failed
  const lacksReason = lost > 0 && reason === ''
  const lacksStep = reworked > 0 && backToStepId === ''
  // A quantity that goes back as a whole needs no more values.
  const isBlocked = unsent > 0 || (missing > 0 && good > 0)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBlocked || !isCounted || lacksPieces || lacksReason || lacksStep) return

    void attempt(async () => {
      const { inspections, run, remake } = await concludeInspection(code, {
        key,
        round,
        rework: reworked,
        scrap: scrapped,
        backToStepId: reworked > 0 ? backToStepId : null,
        reason: lost > 0 && reason !== '' ? reason : null,
        note,
      })
      showInspections(code, inspections)
      onConcluded({ run, remake })
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Heading level={3}>{t('conclusion')}</Heading>
        <p className={classes.good} role="status">
          {isCounted ? work('good', { count: good, pieces: quantity }) : work('countWrong', { pieces: quantity })}
        </p>
        <Hint>{missing > 0 ? t('missing', { count: missing }) : t('complete')}</Hint>
        {failed > 0 ? <Alert tone="danger">{t('failed', { count: failed })}</Alert> : null}
        <Counter
          label={work('rework')}
          description={t('reworkHint')}
          value={rework}
          max={quantity}
          onText={setRework}
        />
        {reworked > 0 ? (
          <Select
            label={t('backTo')}
            placeholder={t('chooseStep')}
            options={earlierSteps.map((step) => ({ value: step.id, label: nameOf(step) }))}
            value={backToStepId}
            error={isChecked && lacksStep ? t('stepMissing') : undefined}
            onChange={({ target }) => setBackTo(target.value)}
          />
        ) : null}
        <Counter label={work('scrap')} description={work('scrapHint')} value={scrap} max={quantity} onText={setScrap} />
        {lost > 0 ? (
          <Select
            label={work('reason')}
            placeholder={work('chooseReason')}
            options={lossReasons.map((value) => ({ value, label: work(`reasons.${value}`) }))}
            value={reason}
            error={isChecked && lacksReason ? work('reasonMissing') : undefined}
            onChange={({ target }) => setReason(target.value as LossReason)}
          />
        ) : null}
        <TextArea
          label={t('note')}
          rows={2}
          limit={maxNoteLength}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {isChecked && lacksPieces ? (
          <Alert tone="danger" role="alert">
            {t('tooFew', { count: failed })}
          </Alert>
        ) : null}
        {isChecked && isBlocked ? (
          <Alert tone="danger" role="alert">
            {unsent > 0 ? t('waiting', { count: unsent }) : t('concludeFirst')}
          </Alert>
        ) : null}
        <FormAlert failure={failure} />
        <Button type="submit" className={classes.large} loading={busy}>
          {t('conclude')}
        </Button>
      </Stack>
    </form>
  )
}
