import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import classes from './scope/file.module.css'
import type { PanelScope } from './scope/panel-scope.ts'
import { UnitButtons } from './unit-buttons.tsx'

/**
 * STL files have no unit: shows the largest side in each unit. Open by default if the size is
 * implausible.
 */
export function UnitChoice({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.unit')
  const { attempt, busy } = useAttempt()
  const [open, setOpen] = useState(false)
  const summary = line.local?.analysis ?? line.view.upload.summary
  if (!summary || summary.unit.source === 'file') return null

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
      <UnitButtons summary={summary} onChoose={(unit) => void attempt(() => actions.setUnit(line.id, unit))} />
    </fieldset>
  )
}
