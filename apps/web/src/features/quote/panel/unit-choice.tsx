import { type LengthUnit, millimetresPerUnit } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './scope/file.module.css'
import type { PanelScope } from './scope/panel-scope.ts'

const offered = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

/**
 * STL files have no unit: shows the largest side in each unit. Open by default if the size is
 * implausible.
 */
export function UnitChoice({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.unit')
  const unitText = useTranslations('parts.unit')
  const format = useFormatter()
  const { attempt, busy } = useAttempt()
  const [open, setOpen] = useState(false)
  const summary = line.local?.analysis ?? line.view.upload.summary
  if (!summary || summary.unit.source === 'file') return null

  const asDrawn = Math.max(...summary.sizeMm) / summary.unit.millimetres
  const asked = summary.unit.implausible
  if (!asked && !open)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
    )

  return (
    <fieldset className={classes.unit} disabled={busy}>
      <legend>{asked ? t('implausible') : t('question')}</legend>
      {offered.map((unit) => (
        <Button
          variant="secondary"
          key={unit}
          aria-pressed={unit === summary.unit.name}
          onClick={() => void attempt(() => actions.setUnit(line.id, unit))}
        >
          {unitText('choice', {
            unit: unitText(`name.${unit}`),
            size: format.number(asDrawn * millimetresPerUnit[unit], { maximumSignificantDigits: 4 }),
          })}
        </Button>
      ))}
    </fieldset>
  )
}
