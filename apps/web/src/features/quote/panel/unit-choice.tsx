import { type LengthUnit, millimetresPerUnit } from '@cotation/geometry'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import classes from './scope/file.module.css'
import type { PanelScope } from './scope/panel-scope.ts'

const offered = ['mm', 'cm', 'm', 'inch'] as const satisfies readonly LengthUnit[]

/**
 * STL carries no unit: the customer sees the largest side in each and says which is right; asked
 * where it is implausible.
 */
export function UnitChoice({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.unit')
  const words = useTranslations('parts.unit')
  const format = useFormatter()
  const { attempt, busy } = useAttempt()
  const [open, setOpen] = useState(false)
  const summary = line.local?.analysis ?? line.view.upload.summary
  if (!summary || summary.unit.source === 'file') return null

  const asDrawn = Math.max(...summary.sizeMm) / summary.unit.millimetres
  const asked = summary.unit.implausible
  if (!asked && !open)
    return (
      <button type="button" className={buttons.quiet} onClick={() => setOpen(true)}>
        {t('change')}
      </button>
    )

  return (
    <fieldset className={classes.unit} disabled={busy}>
      <legend>{asked ? t('implausible') : t('question')}</legend>
      {offered.map((unit) => (
        <button
          key={unit}
          type="button"
          className={buttons.secondary}
          aria-pressed={unit === summary.unit.name}
          onClick={() => void attempt(() => actions.setUnit(line.id, unit))}
        >
          {words('choice', {
            unit: words(`name.${unit}`),
            size: format.number(asDrawn * millimetresPerUnit[unit], { maximumSignificantDigits: 4 }),
          })}
        </button>
      ))}
    </fieldset>
  )
}
