import { type ComponentType, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ButtonProps } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ActionButton } from '../action-button.tsx'
import type { DrawingSource } from './drawing.api.ts'

interface DialogProps {
  drawing: DrawingSource
  onClose: () => void
}

/** The dialog and what draws in it are loaded by the first drawing that is opened. */
const dialogModule = () => import('./drawing-dialog.tsx')

/** Loads the code that shows drawings, for the time without a network. */
export async function loadDrawingCode(): Promise<void> {
  const { loadPdfCode } = await dialogModule()
  await loadPdfCode()
}

interface DrawingButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  drawing: DrawingSource
}

/** A button with the name of a drawing, which shows it. Needs the texts `staff-drawing`. */
export function DrawingButton({ drawing, ...appearance }: DrawingButtonProps) {
  const t = useTranslations('staff-drawing')
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>()
  const [state, setState] = useState<'closed' | 'opening' | 'open' | 'failed'>('closed')

  const open = async () => {
    setState('opening')
    try {
      const { DrawingDialog } = await dialogModule()
      setDialog(() => DrawingDialog)
      setState('open')
    } catch {
      // Without network, a browser that has never shown a drawing cannot load the code.
      setState('failed')
    }
  }

  return (
    <>
      <ActionButton {...appearance} loading={state === 'opening'} aria-haspopup="dialog" onClick={() => void open()}>
        {drawing.name}
      </ActionButton>
      {state === 'failed' ? <Notice kind="refused" text={t('notLoaded')} /> : null}
      {state === 'open' && Dialog ? <Dialog drawing={drawing} onClose={() => setState('closed')} /> : null}
    </>
  )
}
