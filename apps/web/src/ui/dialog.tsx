import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'
import { numbered } from './numbered.tsx'
import { useFocusTrap } from './use-focus-trap.ts'
import { useScrollLock } from './use-scroll-lock.ts'

/** From a question to a form to a table; `full` is the window, for content that scrolls by itself. */
type DialogSize = 'sm' | 'md' | 'lg' | 'xl' | 'full'

interface OpenDialogProps {
  /** Absent if only a button of the content may close it, for example because it is shown once. */
  onClose?: (() => void) | undefined
  title: ReactNode
  size?: DialogSize
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
export function Dialog({ opened, ...props }: OpenDialogProps & { opened: boolean }) {
  return opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, title, size = 'sm', closeLabel, keepsOpenOutside = false, children }: OpenDialogProps) {
  const t = useTranslations('app.ui')
  const titleId = useId()
  const bodyId = useId()
  const content = useRef<HTMLDivElement>(null)

  useReturnedFocus()
  useFocusTrap(content, true)
  useDialogKeys(content, onClose)
  useScrollLock(true)

  const pressOutside = useOutsidePress(keepsOpenOutside ? undefined : onClose)

  return createPortal(
    <div className={classes.backdrop} {...pressOutside}>
      <div
        ref={content}
        className={classes.content}
        data-size={size}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={bodyId}
        tabIndex={-1}
      >
        <div className={classes.header}>
          <h2 id={titleId} className={classes.title}>
            {numbered(title)}
          </h2>
          {onClose ? (
            <IconButton aria-label={closeLabel ?? t('close')} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          ) : null}
        </div>
        <div id={bodyId} className={classes.body}>
          {children}
        </div>
      </div>
    </div>,
    document.body,
  )
}

/** Returns the focus to where it was before the dialog opened. */
function useReturnedFocus(): void {
  // Read while rendering: a field with `autoFocus` has the focus before effects run.
  const [opener] = useState(() => document.activeElement)

  useEffect(() => {
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [opener])
}

/** A press that begins and ends on the backdrop. Selecting text may end there too, which closes nothing. */
function useOutsidePress(onPress: (() => void) | undefined) {
  const beganOutside = useRef(false)

  return {
    onPointerDown: ({ target, currentTarget }: PointerEvent) => {
      beganOutside.current = target === currentTarget
    },
    onClick: ({ target, currentTarget }: Pick<PointerEvent, 'currentTarget' | 'target'>) => {
      if (beganOutside.current && target === currentTarget) onPress?.()
    },
  }
}

/** The open dialogs, the topmost last. Only that one reacts to keys. */
const openDialogs: symbol[] = []

/** Escape closes the dialog. Tab leads back into it, even if the focused control has gone. */
function useDialogKeys(content: { current: HTMLElement | null }, onClose: (() => void) | undefined): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])

  useEffect(() => {
    const self = Symbol('dialog')
    openDialogs.push(self)

    const onKeyDown = (event: KeyboardEvent) => {
      if (openDialogs.at(-1) !== self) return

      if (event.key === 'Escape' && !isForOpenList(event.target)) close.current?.()
      // Otherwise the browser would go on with the page behind.
      if (event.key === 'Tab' && document.activeElement === document.body) content.current?.focus()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })

    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      openDialogs.splice(openDialogs.indexOf(self), 1)
    }
  }, [content])
}

/** Mantine marks fields whose list is open: Escape closes the list first. */
function isForOpenList(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.getAttribute('data-mantine-stop-propagation') === 'true'
}
