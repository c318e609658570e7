import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './header.module.css'

/** Whether everything is kept, and the way back and forth through the changes, each by its name. */
export function SaveAndUndo({ workspace: { save, undoable, redoable, actions } }: { workspace: Workspace }) {
  const t = useTranslations('lines.header')
  const edit = useTranslations('lines.edit')
  const undo = undoable ? t('undo', { what: edit(undoable) }) : t('undoNone')
  const redo = redoable ? t('redo', { what: edit(redoable) }) : t('redoNone')

  return (
    <div className={classes.saving}>
      <p className={save === 'failed' ? classes.wrong : classes.soft} role="status">
        {t(save)}
      </p>
      {save === 'failed' ? (
        <button type="button" className={classes.button} onClick={() => actions.retrySave()}>
          {t('retry')}
        </button>
      ) : null}
      <button
        type="button"
        className={classes.icon}
        aria-label={undo}
        title={undo}
        disabled={!undoable}
        onClick={() => actions.undo()}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={classes.icon}
        aria-label={redo}
        title={redo}
        disabled={!redoable}
        onClick={() => actions.redo()}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </button>
    </div>
  )
}
