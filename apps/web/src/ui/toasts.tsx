import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { closeToast, type Toast, type ToastLevel, toasts } from '#lib/toast.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'
import classes from './toasts.module.css'
import type { Tone } from './tone.ts'

const appearances: Record<ToastLevel, { tone: Tone; icon: ReactNode; role: 'alert' | 'status' }> = {
  success: { tone: 'good', icon: <IconCheck size={18} aria-hidden />, role: 'status' },
  info: { tone: 'accent', icon: <IconInfoCircle size={18} aria-hidden />, role: 'status' },
  warning: { tone: 'warning', icon: <IconAlertTriangle size={18} aria-hidden />, role: 'alert' },
  error: { tone: 'danger', icon: <IconX size={18} aria-hidden />, role: 'alert' },
}

/** Further toasts wait until one of these closes. */
const maxShown = 4

/** A toast with a button stays longer: there is a decision to make. */
function durationMs({ level, action }: Toast): number {
  if (action) return 20_000
  return level === 'error' ? 10_000 : 6_000
}

/** The messages in the corner of the page. */
export function ToastHost() {
  const all = useStore(toasts)
  return createPortal(
    <div className={classes.host}>
      {all.slice(0, maxShown).map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </div>,
    document.body,
  )
}

function ToastItem({ toast }: { toast: Toast }) {
  const t = useTranslations('app.ui')
  const { id, level, text, action } = toast

  // A message stays while the pointer is on it or the focus is in it.
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => closeToast(id), durationMs(toast))
    return () => clearTimeout(timer)
  }, [id, toast, isHeld])

  const run = () => {
    closeToast(id)
    action?.run()
  }

  return (
    <Alert
      {...appearances[level]}
      className={classes.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={classes.row}>
        <span className={classes.text}>{text}</span>
        {action ? (
          <Button variant="secondary" size="xs" onClick={run}>
            {action.label}
          </Button>
        ) : null}
        <IconButton size="xs" aria-label={t('close')} onClick={() => closeToast(id)}>
          <CloseIcon />
        </IconButton>
      </div>
    </Alert>
  )
}
