import { type LengthUnit, millimetresPerUnit, type PartSummary } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import classes from './notices.module.css'

const offered = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

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
  const t = useTranslations('files.unit')
  const unitText = useTranslations('parts.unit')
  const format = useFormatter()
  const [forAll, setForAll] = useState(false)
  const asked = openQuestions(lines)
  const [first, ...others] = asked
  if (!first) return null

  const largestMm = Math.max(...first.summary.sizeMm)
  const inUnit = (unit: LengthUnit) =>
    format.number((largestMm / first.summary.unit.millimetres) * millimetresPerUnit[unit], {
      maximumSignificantDigits: 4,
    })

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
          {offered.map((unit) => (
            <Button
              variant="secondary"
              key={unit}
              aria-pressed={unit === first.summary.unit.name}
              onClick={() => choose(unit)}
            >
              {unitText('choice', { unit: unitText(`name.${unit}`), size: inUnit(unit) })}
            </Button>
          ))}
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
