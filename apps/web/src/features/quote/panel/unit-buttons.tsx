import { type LengthUnit, millimetresPerUnit, type PartSummary } from '@cotation/geometry'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'

const offeredUnits = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

interface UnitButtonsProps {
  summary: PartSummary
  onChoose: (unit: LengthUnit) => void
}

/** The units of an STL file, which has none itself, each with the resulting largest side. */
export function UnitButtons({ summary: { sizeMm, unit: current }, onChoose }: UnitButtonsProps) {
  const t = useTranslations('upload.unit')
  const format = useFormatter()
  const largestAsDrawn = Math.max(...sizeMm) / current.millimetres
  const sizeIn = (unit: LengthUnit) =>
    format.number(largestAsDrawn * millimetresPerUnit[unit], { maximumSignificantDigits: 4 })

  return offeredUnits.map((unit) => (
    <Button key={unit} variant="secondary" aria-pressed={unit === current.name} onClick={() => onChoose(unit)}>
      {t('choice', { unit: t(`name.${unit}`), size: sizeIn(unit) })}
    </Button>
  ))
}
