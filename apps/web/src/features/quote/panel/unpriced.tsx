import { usualConfiguration } from '@cotation/domain'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { ExpertQuestion } from './findings/expert-question.tsx'
import { RefusalNote } from './refusal-note.tsx'
import classes from './scope/panel.module.css'

interface UnpricedProps {
  workspace: Workspace
  line: WorkLine
  readOnly: boolean
}

/**
 * A part that cannot be configured: not analysed yet, unreadable, or too large. An expert can
 * always be asked.
 */
export function Unpriced({ workspace, line, readOnly }: UnpricedProps) {
  const t = useTranslations('panel')
  const { refusal, part, configuration } = line
  const { actions } = workspace
  const [lengthMm = 0, widthMm = 0, thicknessMm = 0] = part?.sizeMm ?? []
  const isWaiting = !part && !refusal

  return (
    <div className={classes.unpriced}>
      {refusal ? <RefusalNote refusal={refusal} /> : null}
      {part && !configuration ? (
        <div role="status">
          <p className={classes.strong}>{t('nothingFits', { lengthMm, widthMm, thicknessMm })}</p>
          <p>{t('nothingFitsAdvice')}</p>
        </div>
      ) : null}
      {part && configuration ? <MaterialGone {...{ workspace, line, readOnly }} /> : null}
      {isWaiting ? <p role="status">{t('waiting')}</p> : <ExpertQuestion scope={{ line, actions, readOnly }} />}
    </div>
  )
}

/**
 * The catalogue no longer has the line's material: offers the usual configuration with the same
 * quantity.
 */
function MaterialGone({ workspace: { catalogue, project, actions }, line, readOnly }: UnpricedProps) {
  const t = useTranslations('panel')
  const { part, configuration: old } = line
  const usual = part && old && usualConfiguration(part, project.service, catalogue, old.quantity)

  return (
    <div role="status">
      <p className={classes.strong}>{t('materialGone')}</p>
      {usual && !readOnly ? (
        <Button onClick={() => actions.edit({ label: 'material', edits: [{ lineId: line.id, configuration: usual }] })}>
          {t('materialAnew')}
        </Button>
      ) : null}
    </div>
  )
}
