import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'
import { numbered } from './numbered.tsx'

/** From a question to a form to a table. */
const widths = { sm: '27.5rem', md: '35rem', lg: '38.75rem', xl: '60rem' }

interface DialogProps {
  opened: boolean
  /** Absent if only a button of the content may close it, for example because it is shown once. */
  onClose?: (() => void) | undefined
  title: ReactNode
  size?: keyof typeof widths
  /** Set if "Close" does not say what closing means. */
  closeLabel?: string
  /** A press beside the dialog does not close it, for example because what was typed would be lost. */
  keepsOpenOutside?: boolean
  children: ReactNode
}

/**
 * A modal dialog. The focus goes to `data-autofocus`, or to the first control, and
 * returns afterwards.
 */
export function Dialog(props: DialogProps) {
  const { opened, onClose, title, size = 'sm', closeLabel, keepsOpenOutside = false, children } = props
  const t = useTranslations('app.ui')
  useReturnedFocus(opened)

  return (
    <Modal.Root
      opened={opened}
      onClose={onClose ?? (() => undefined)}
      closeOnEscape={onClose !== undefined}
      returnFocus={false}
      size={widths[size]}
      centered
      closeOnClickOutside={!keepsOpenOutside}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title className={classes.title ?? ''}>{numbered(title)}</Modal.Title>
          {onClose ? (
            <IconButton aria-label={closeLabel ?? t('close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          ) : null}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * Returns the focus to where it was before the dialog opened. Mantine does so only for a dialog that
 * stays mounted; most of ours are mounted while they are open.
 */
function useReturnedFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement

    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opened])
}
