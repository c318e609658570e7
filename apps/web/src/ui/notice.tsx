import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconMail } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './notice.module.css'

const looks = {
  refused: { color: 'red', icon: <IconAlertCircle aria-hidden />, role: 'alert' },
  sent: { color: 'green', icon: <IconMail aria-hidden />, role: 'status' },
} as const

interface NoticeProps {
  kind: keyof typeof looks
  title?: string
  text: ReactNode
  /** What the person can do next. */
  children?: ReactNode
}

/** The outcome of what was just pressed, in its place. It takes the focus: the button that had it may be gone. */
export function Notice({ kind, title, text, children }: NoticeProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])

  return (
    <Alert
      {...looks[kind]}
      ref={ref}
      tabIndex={-1}
      variant="light"
      title={title}
      classNames={{ title: classes.title ?? '' }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {children}
      </Stack>
    </Alert>
  )
}
