import type { LengthUnit, PartSummary } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { UnitButtons } from '#features/quote/panel/unit-buttons.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import classes from './notices.module.css'

interface UnitQuestion {
  line: WorkLine
  summary: PartSummary
}

/** One question per file without a unit whose size in millimetres is implausible. */
function openQuestions(lines: readonly WorkLine[]): UnitQuestion[] {
  const asked = new Map<string, UnitQuestion>()
  for (const line of lines) {
    const summary = line.local?.analysis ?? line.view.upload.summary
    const isAsked = summary?.unit.implausible && summary.unit.source === 'assumed' && !line.refusal
    if (isAsked && !line.provisional && !asked.has(line.view.upload.id))
      asked.set(line.view.upload.id, { line, summary })
  }

  return [...asked.values()]
}

/**
 * STL files have no unit: shows the size in each unit and asks which is right, for one file or for
 * all.
 */
export function UnitQuestions({ workspace: { lines, actions } }: { workspace: Workspace }) {
  const t = useTranslations('upload.unit')
  const unitText = useTranslations('upload.unit')
  const format = useFormatter()
  const [forAll, setForAll] = useState(false)
  const asked = openQuestions(lines)
  const [first, ...others] = asked
  if (!first) return null

  const largestMm = Math.max(...first.summary.sizeMm)

  const choose = (unit: LengthUnit) => {
    for (const { line } of forAll ? asked : [first]) void actions.setUnit(line.id, unit).catch(() => {})
  }

  return (
    <div className={classes.notice}>
      <div className={classes.content}>
        <fieldset className={classes.units}>
          <legend>
            {first.line.name} –{' '}
            {unitText('question', { size: format.number(largestMm, { maximumSignificantDigits: 3 }) })}
          </legend>
          <UnitButtons summary={first.summary} onChoose={choose} />
        </fieldset>
        {others.length > 0 ? (
          <Checkbox
            label={t('all', { count: others.length })}
            checked={forAll}
            onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          />
        ) : null}
      </div>
    </div>
  )
}
