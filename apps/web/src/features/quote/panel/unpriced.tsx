import { foreignKinds, type Refusal, type RefusalCode } from '@cotation/geometry'
import { firstConfiguration } from '@cotation/pricing'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { ExpertQuestion } from './expert-question.tsx'
import classes from './panel.module.css'

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
      {part && configuration ? <MaterialGone workspace={workspace} line={line} readOnly={readOnly} /> : null}
      {isWaiting ? <p role="status">{t('waiting')}</p> : <ExpertQuestion scope={{ line, actions, readOnly }} />}
    </div>
  )
}

/**
 * The catalogue no longer has the line's material: offers the configuration of a new line with the
 * same quantity.
 */
function MaterialGone({ workspace: { catalogue, project, actions }, line, readOnly }: UnpricedProps) {
  const t = useTranslations('panel')
  const { part, configuration: old } = line
  const start = { service: project.serviceChosen ? project.service : null, materialId: null }
  const usual = part && old && firstConfiguration({ measures: part }, { ...start, quantity: old.quantity }, catalogue)

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

/** File types that are not supported at all, as opposed to broken parts. */
const foreign: ReadonlySet<RefusalCode> = new Set(foreignKinds)

/** Why a file cannot be used, where the problem is, and what to do. */
function RefusalNote({ refusal: { code, place, detail } }: { refusal: Refusal }) {
  const t = useTranslations('geometry')
  const panel = useTranslations('panel')

  return (
    <div className={classes.refusal} role="alert">
      {foreign.has(code) ? <p className={classes.strong}>{panel('unsupported')}</p> : null}
      <p className={classes.strong}>{t(`refusal.${code}.title`, detail)}</p>
      {place?.line === undefined ? null : <p>{t('place.line', { line: place.line })}</p>}
      {place?.byte === undefined ? null : <p>{t('place.byte', { byte: place.byte })}</p>}
      {place?.entity === undefined ? null : <p>{t('place.entity', { entity: String(place.entity) })}</p>}
      <p>{t(`refusal.${code}.advice`, detail)}</p>
    </div>
  )
}
