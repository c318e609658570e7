import { type LengthUnit, millimetresPerUnit, type PartSummary } from '@cotation/geometry'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './part-card.module.css'

const offered = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

/** STL carries no unit: where millimetres give an unlikely size, the customer sees the part in each unit and says which. */
export function UnitQuestion({ summary, onChoose }: { summary: PartSummary; onChoose: (unit: LengthUnit) => void }) {
  const t = useTranslations('parts.unit')
  const format = useFormatter()
  const largestMm = Math.max(...summary.sizeMm)
  const asDrawn = largestMm / summary.unit.millimetres
  const inUnit = (unit: LengthUnit) =>
    format.number(asDrawn * millimetresPerUnit[unit], { maximumSignificantDigits: 4 })
  return (
    <fieldset className={classes.unit}>
      <legend>{t('question', { size: format.number(largestMm, { maximumSignificantDigits: 3 }) })}</legend>
      {offered.map((unit) => (
        <button
          key={unit}
          type="button"
          className={buttons.secondary}
          aria-pressed={unit === summary.unit.name}
          onClick={() => onChoose(unit)}
        >
          {t('choice', { unit: t(`name.${unit}`), size: inUnit(unit) })}
        </button>
      ))}
    </fieldset>
  )
}
