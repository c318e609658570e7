import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import classes from './header.module.css'

/** The save state, and undo and redo buttons that name the step. */
export function SaveAndUndo({ workspace: { save, undoable, redoable, actions } }: { workspace: Workspace }) {
  const t = useTranslations('line.header')
  const edit = useTranslations('line.edit')
  const undo = undoable ? t('undo', { what: edit(undoable) }) : t('undoNone')
  const redo = redoable ? t('redo', { what: edit(redoable) }) : t('redoNone')

  return (
    <div className={classes.saving}>
      <p className={save === 'failed' ? classes.wrong : classes.soft} role="status">
        {t(save)}
      </p>
      {save === 'failed' ? (
        <Button variant="secondary" size="sm" onClick={() => actions.retrySave()}>
          {t('retry')}
        </Button>
      ) : null}
      <IconButton
        variant="secondary"
        aria-label={undo}
        title={undo}
        disabled={!undoable}
        onClick={() => actions.undo()}
      >
        <IconArrowBackUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        variant="secondary"
        aria-label={redo}
        title={redo}
        disabled={!redoable}
        onClick={() => actions.redo()}
      >
        <IconArrowForwardUp size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
