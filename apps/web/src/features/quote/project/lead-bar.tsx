import type { Catalogue, LeadTier } from '@cotation/domain'
import { useDeferredValue, useId, useMemo } from 'react'
import { useLineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import classes from './lead-bar.module.css'
import { type LeadPlan, leadPlans, planLine } from './lead-plans.ts'

/**
 * The lead time of the whole project: each tier with the project's total and date. Absent if there
 * is nothing to choose.
 */
export function LeadBar({ workspace }: { workspace: Workspace }) {
  const { lines, catalogue } = workspace
  // A keystroke in the table must respond at once; the totals of three projects may follow later.
  const settled = useDeferredValue(lines)

  return (
    <>
      {settled.map((line) => (
        <PricedTiers key={line.id} line={line} catalogue={catalogue} />
      ))}
      <PlansBar workspace={workspace} settled={settled} />
    </>
  )
}

/**
 * Prices one line in every tier, for the bar after it. React can pause between components, but not
 * inside one: all lines of a project at once would block a phone for half a second.
 */
function PricedTiers({ line, catalogue }: { line: WorkLine; catalogue: Catalogue }) {
  planLine(line, catalogue)
  return null
}

interface PlansBarProps {
  workspace: Workspace
  /** The lines, or those before the last change. */
  settled: readonly WorkLine[]
}

function PlansBar({ workspace, settled }: PlansBarProps) {
  const t = useTranslations('line.leadBar')
  const id = useId()
  const { lines, project, catalogue, actions } = workspace
  const plans = useMemo(() => leadPlans(settled, project.service, catalogue), [settled, project.service, catalogue])
  const isPending = lines.some(({ status, price, refusal }) => status === 'analysing' && !price && !refusal)
  if (plans.length < 2 && !isPending) return null

  const choose = (lead: LeadTier) => {
    // Planned again: the deferred plans may not know the last edit yet.
    const plan = leadPlans(lines, project.service, catalogue).find((one) => one.lead === lead)
    if (plan) actions.edit({ label: 'lead', edits: plan.edits })
  }
  const isMixed = plans.length > 0 && plans.every(({ edits }) => edits.length > 0)

  return (
    <div className={classes.bar}>
      <span id={id} className={classes.title}>
        {t('title')}
        {isMixed ? <span className={classes.note}>{t('mixed')}</span> : null}
      </span>
      {plans.length < 2 ? (
        <span role="status" className={classes.note}>
          {t('loading')}
        </span>
      ) : (
        <Tiers workspace={workspace} plans={plans} isSettling={settled !== lines} labelId={id} onChoose={choose} />
      )}
    </div>
  )
}

interface TiersProps {
  workspace: Workspace
  plans: readonly LeadPlan[]
  /** The plans are still of the lines before the last change. */
  isSettling: boolean
  labelId: string
  onChoose: (lead: LeadTier) => void
}

function Tiers({ workspace, plans, isSettling, labelId, onChoose }: TiersProps) {
  const t = useTranslations('line.leadBar')
  const group = useId()
  const names = useNames(workspace.catalogue)
  const { money, delivery, day } = useLineTexts(workspace)

  return (
    <div
      className={classes.tiers}
      role="radiogroup"
      aria-labelledby={labelId}
      aria-busy={isSettling}
      data-settling={isSettling || undefined}
    >
      {plans.map(({ lead, minor, isUndecided, workingDays, edits }) => {
        const date = delivery(workingDays)

        return (
          <RadioOption
            key={lead}
            group={group}
            value={lead}
            className={classes.tier}
            checked={edits.length === 0}
            onChange={() => onChoose(lead)}
          >
            <span className={classes.text}>
              <span className={classes.name}>{names.lead(lead)}</span>{' '}
              <data value={minor}>{isUndecided ? t('undecided', { amount: money(minor) }) : money(minor)}</data>
              {date ? (
                <time className={classes.note} dateTime={date}>
                  {day(date)}
                </time>
              ) : null}
            </span>
          </RadioOption>
        )
      })}
    </div>
  )
}
