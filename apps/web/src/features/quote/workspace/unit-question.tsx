import { type LengthUnit, millimetresPerUnit, type PartSummary } from '@cotation/geometry'
import { isUnitUnknown } from '@cotation/pricing'
import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button, type ButtonProps } from '#ui/button.tsx'
import classes from './unit-question.module.css'
import type { WorkLine } from './work-line.ts'

/** The summary of the line's file: this browser's own while it has the file, else the server's. */
export const summaryOf = ({ local, view }: WorkLine): PartSummary | undefined =>
  local?.analysis ?? view.upload.summary ?? undefined

/** The line's file if the customer must choose its unit before anything else; else undefined. */
export function fileWithoutUnit(line: WorkLine): PartSummary | undefined {
  const summary = summaryOf(line)
  if (!summary || line.refusal || line.provisional) return undefined
  return isUnitUnknown(summary) ? summary : undefined
}

export const offeredUnits = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

/** Whether a unit is in doubt because its file is too large; the others are below a millimetre. */
export const isTooLarge = (asked: PartSummary): boolean => Math.max(...asked.sizeMm) > 1

interface UnitButtonsProps extends Pick<ButtonProps, 'size' | 'tabIndex' | 'disabled'> {
  summary: PartSummary
  units?: readonly (typeof offeredUnits)[number][]
  /** Symbols instead of names, for rows of a table. */
  short?: boolean
  onChoose: (unit: LengthUnit) => void
  /** Shown beside the buttons. */
  children?: ReactNode
}

/** The units of an STL file, which has none itself, each with the resulting largest side. */
export function UnitButtons(props: UnitButtonsProps) {
  const { summary, units = offeredUnits, short = false, onChoose, children, ...look } = props
  const t = useTranslations('upload.unit')
  const format = useFormatter()
  const { sizeMm, unit: current } = summary
  const largestAsDrawn = Math.max(...sizeMm) / current.millimetres
  const sizeIn = (unit: LengthUnit) =>
    format.number(largestAsDrawn * millimetresPerUnit[unit], { maximumSignificantDigits: 4 })

  return (
    <div className={classes.units}>
      {units.map((unit) => (
        <Button
          key={unit}
          variant="secondary"
          aria-pressed={current.source === 'chosen' && unit === current.name}
          onClick={() => onChoose(unit)}
          {...look}
        >
          {t('choice', { unit: t(short ? `symbol.${unit}` : `name.${unit}`), size: sizeIn(unit) })}
        </Button>
      ))}
      {children}
    </div>
  )
}

interface UnitQuestionProps extends Omit<UnitButtonsProps, 'units' | 'children'> {
  /** The line's name: several lines may ask at once. */
  name: string
  /** Fills the width with large buttons. */
  fill?: boolean
}

/** Asks for the unit of a file whose size in millimetres is implausible, one press per unit. */
export function UnitQuestion({ name, fill = false, ...buttons }: UnitQuestionProps) {
  const t = useTranslations('upload.unit')
  const format = useFormatter()
  const largestMm = Math.max(...buttons.summary.sizeMm)
  const isLarge = isTooLarge(buttons.summary)

  return (
    <fieldset className={classes.question} data-fill={fill || undefined}>
      <legend>
        <span className="visually-hidden">{name} –</span>{' '}
        {t(isLarge ? 'tooLarge' : 'question', { size: format.number(largestMm, { maximumSignificantDigits: 3 }) })}
      </legend>
      {/* In any other unit, a large part would be still larger. */}
      <UnitButtons {...buttons} units={isLarge ? ['mm'] : offeredUnits}>
        {isLarge ? <span className={classes.otherwise}>{t('tooLargeElse')}</span> : null}
      </UnitButtons>
    </fieldset>
  )
}
