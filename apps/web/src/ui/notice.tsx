import { IconAlertCircle, IconMail } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from './alert.tsx'
import { numbered } from './numbered.tsx'

const kinds = {
  refused: { tone: 'danger', icon: <IconAlertCircle aria-hidden />, role: 'alert' },
  sent: { tone: 'good', icon: <IconMail aria-hidden />, role: 'status' },
} as const

interface NoticeProps {
  kind: keyof typeof kinds
  title?: string | undefined
  text: ReactNode
  /** What the visitor can do next. */
  children?: ReactNode
}

/**
 * The result of an action, shown beside its button. It takes the focus, because the button may be
 * gone.
 */
export function Notice({ kind, title, text, children }: NoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])

  return (
    <Alert {...kinds[kind]} ref={ref} tabIndex={-1} title={title}>
      <p>{numbered(text)}</p>
      {children}
    </Alert>
  )
}
