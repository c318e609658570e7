import { type LengthUnit, millimetresPerUnit, type PartSummary } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './notices.module.css'

const offered = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

interface Asked {
  line: WorkLine
  summary: PartSummary
}

/**
 * Files without a unit whose size in millimetres is unlikely, and of which nobody has said what is
 * meant.
 */
function askedOf(lines: readonly WorkLine[]): Asked[] {
  const asked = new Map<string, Asked>()
  for (const line of lines) {
    const summary = line.local?.analysis ?? line.view.upload.summary
    const isAsked = summary?.unit.implausible && summary.unit.source === 'assumed' && !line.refusal
    if (isAsked && !line.provisional && !asked.has(line.view.upload.id))
      asked.set(line.view.upload.id, { line, summary })
  }

  return [...asked.values()]
}

/**
 * STL carries no unit: the customer sees the part in each and says which. One file at a time, or
 * all of them alike.
 */
export function UnitQuestions({ workspace: { lines, actions } }: { workspace: Workspace }) {
  const t = useTranslations('files.unit')
  const words = useTranslations('parts.unit')
  const format = useFormatter()
  const [forAll, setForAll] = useState(false)
  const asked = askedOf(lines)
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
      <div className={classes.words}>
        <fieldset className={classes.units}>
          <legend>
            {first.line.name} – {words('question', { size: format.number(largestMm, { maximumSignificantDigits: 3 }) })}
          </legend>
          {offered.map((unit) => (
            <button
              key={unit}
              type="button"
              className={buttons.secondary}
              aria-pressed={unit === first.summary.unit.name}
              onClick={() => choose(unit)}
            >
              {words('choice', { unit: words(`name.${unit}`), size: inUnit(unit) })}
            </button>
          ))}
        </fieldset>
        {others.length > 0 ? (
          <label>
            <input
              type="checkbox"
              checked={forAll}
              onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
            />{' '}
            {t('all', { count: others.length })}
          </label>
        ) : null}
      </div>
    </div>
  )
}
