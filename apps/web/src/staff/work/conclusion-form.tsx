import type { CurrentInspectionView, InspectionConclusionInput } from '@cotation/contracts'
import {
  type CheckedCharacteristic,
  isWithinLimits,
  type LossReason,
  lossReasons,
  minFailedPieces,
  missingChecks,
} from '@cotation/domain'
import { type FormEvent, useState } from 'react'
import { newId } from '#lib/new-id.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { Alert } from '#ui/alert.tsx'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { Select } from '#ui/select.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { useStepName } from '../shared/step-table.tsx'
import { conclusionQueue } from './inspection.api.ts'
import { Counter } from './step-card.tsx'
import type { QueuedValue } from './value-queue.ts'
import classes from './work.module.css'

interface ConclusionFormProps {
  inspection: CurrentInspectionView
  memberId: string
  /** The inspector's values that the server does not have. They are sent before the conclusion. */
  queued: readonly QueuedValue[]
  /** What was concluded and refused, to go on from. */
  refusedBody: InspectionConclusionInput | undefined
}

const maxNoteLength = 1000

/** The characteristics with what this browser has not sent yet, judged as the server will. */
function withQueued(
  characteristics: CurrentInspectionView['characteristics'],
  queued: readonly QueuedValue[],
): CheckedCharacteristic[] {
  return characteristics.map((one) => {
    const own = queued.filter(({ characteristic }) => characteristic === one.key)
    const recorded = one.values.filter(({ piece }) => !own.some((value) => value.piece === piece))
    const typed = own.map(({ piece, valueMm, isGood = false }) => ({
      piece,
      isGood: valueMm === undefined ? isGood : isWithinLimits(one, valueMm),
    }))
    return { isPerPiece: one.isPerPiece, values: [...recorded, ...typed] }
  })
}

/** What happens to the pieces: good ones go on, failed ones go back to a step or are made again. */
export function ConclusionForm({ inspection, memberId, queued, refusedBody }: ConclusionFormProps) {
  const t = useTranslations('staff-inspection')
  const work = useTranslations('staff-work')
  const { language } = useLanguage()
  const nameOf = useStepName()
  const [rework, setRework] = useState(String(refusedBody?.rework ?? 0))
  const [scrap, setScrap] = useState(String(refusedBody?.scrap ?? 0))
  const [backToStepId, setBackTo] = useState(refusedBody?.backToStepId ?? '')
  const [reason, setReason] = useState<LossReason | ''>(refusedBody?.reason ?? '')
  const [note, setNote] = useState(refusedBody?.note ?? '')
  const [isChecked, setChecked] = useState(false)

  const { runCode: code, round, quantity, sampleSize, earlierSteps } = inspection
  const characteristics = withQueued(inspection.characteristics, queued)
  const refused = queued.filter(({ refusal }) => refusal !== null).length
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
  const isBlocked = refused > 0 || (missing > 0 && good > 0)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (isBlocked || !isCounted || lacksPieces || lacksReason || lacksStep) return focusFirstError(event.currentTarget)

    void conclusionQueue.put(memberId, code, {
      key: newId(),
      round,
      rework: reworked,
      scrap: scrapped,
      backToStepId: reworked > 0 ? backToStepId : null,
      reason: lost > 0 && reason !== '' ? reason : null,
      note,
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
        {isChecked && !isCounted ? (
          <Alert tone="danger" role="alert">
            {work('countWrong', { pieces: quantity })}
          </Alert>
        ) : null}
        {isChecked && lacksPieces ? (
          <Alert tone="danger" role="alert">
            {t('tooFew', { count: failed })}
          </Alert>
        ) : null}
        {isChecked && isBlocked ? (
          <Alert tone="danger" role="alert">
            {refused > 0 ? t('refusedValues', { count: refused }) : t('concludeFirst')}
          </Alert>
        ) : null}
        <ActionButton type="submit" className={classes.large}>
          {t('conclude')}
        </ActionButton>
      </Stack>
    </form>
  )
}
