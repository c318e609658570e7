import type { StepView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Tone } from '#ui/tone.ts'
import { wholeMinutes } from './minutes.ts'
import classes from './step-table.module.css'
import { StepPhotos } from './work-photo.tsx'

const tones: Readonly<Record<StepView['state'], Tone>> = {
  waiting: 'neutral',
  ready: 'accent',
  running: 'accent',
  paused: 'warning',
  done: 'good',
  skipped: 'neutral',
}

/** The name of what is done in a step. Needs the texts `staff-list`. */
export function useStepName(): (step: Pick<StepView, 'operation' | 'service'>) => string {
  const t = useTranslations('staff-list.choices')
  return ({ operation, service }) => (service === null ? t(`operation.${operation}`) : t(`service.${service}`))
}

export function StepStateBadge({ state }: Pick<StepView, 'state'>) {
  const t = useTranslations('staff-list.choices.stepState')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** The steps of a run: what, where, until when, and what came of it. Needs `staff-list`, `staff-work` and `staff-inspection`. */
export function StepTable({ label, steps }: { label: string; steps: readonly StepView[] }) {
  const t = useTranslations('staff-work')
  const stations = useTranslations('staff-list.choices.station')
  const nameOf = useStepName()
  const { day } = useFormats()

  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step) => (
        <li key={step.id} className={classes.step}>
          <div>
            <strong>{nameOf(step)}</strong> <span className={classes.quiet}>{stations(step.station)}</span>
            <p className={classes.quiet}>
              {t('dueOn', { day: day(step.dueDay) })}
              <Minutes step={step} />
            </p>
            <Quantities step={step} />
            <StepPhotos name={nameOf(step)} photos={step.photos} />
          </div>
          <StepStateBadge state={step.state} />
        </li>
      ))}
    </ol>
  )
}

/** The planned minutes until work begins. */
function Minutes({ step: { plannedMinutes, actualMinutes } }: { step: StepView }) {
  const t = useTranslations('staff-work')
  const actual = wholeMinutes(actualMinutes)
  const planned = plannedMinutes === null ? null : wholeMinutes(plannedMinutes)
  if (planned === null) return actual > 0 ? ` · ${t('minutesUnplanned', { actual })}` : null

  return ` · ${actual > 0 ? t('minutes', { actual, planned }) : t('minutesPlanned', { planned })}`
}

function Quantities({ step: { quantity, good, rework, scrap, operator } }: { step: StepView }) {
  const t = useTranslations('staff-work')
  const parts: string[] = []
  if (good + rework + scrap > 0) parts.push(t('goodOf', { good, quantity }))
  if (rework > 0) parts.push(t('reworked', { count: rework }))
  if (scrap > 0) parts.push(t('scrapped', { count: scrap }))
  if (operator !== null) parts.push(operator)

  return parts.length > 0 ? <p className={classes.quiet}>{parts.join(' · ')}</p> : null
}
