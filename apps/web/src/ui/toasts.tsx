import '#ui/theme/mantine-styles.ts'
import '@mantine/notifications/styles.layer.css'
import { Button, Group, MantineThemeProvider, Notification } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ToastAction, ToastLevel } from '#lib/toast-level.ts'
import classes from './toasts.module.css'

const looks: Record<ToastLevel, { color: string; icon: ReactNode; role: 'alert' | 'status' }> = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden />, role: 'status' },
  info: { color: 'accent', icon: <IconInfoCircle size={18} aria-hidden />, role: 'status' },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden />, role: 'alert' },
  error: { color: 'red', icon: <IconX size={18} aria-hidden />, role: 'alert' },
}

/** Milliseconds; with something to press there is also something to decide. */
const shownFor = (level: ToastLevel, action: ToastAction | undefined) =>
  action ? 20_000 : level === 'error' ? 10_000 : 6_000

export function showToast(level: ToastLevel, text: string, action?: ToastAction) {
  const { color, icon, role } = looks[level]
  // One toast per text: three calls that fail together say so once. What can be taken back is told each time.
  const id = action ? `${level}:${text}:${crypto.randomUUID()}` : `${level}:${text}`
  const run = () => {
    notifications.hide(id)
    action?.run()
  }
  const message = action ? (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <span className={classes.text}>{text}</span>
      <Button variant="default" size="xs" onClick={run}>
        {action.label}
      </Button>
    </Group>
  ) : (
    text
  )
  notifications.show({ id, message, color, icon, role, withBorder: true, autoClose: shownFor(level, action) })
}

/** Mantine's close button has no name of its own for a screen reader. */
export function ToastHost() {
  const t = useTranslations('app.ui')
  const closeButtonProps = { 'aria-label': t('close') }
  const theme = { components: { Notification: Notification.extend({ defaultProps: { closeButtonProps } }) } }

  return (
    <MantineThemeProvider inherit theme={theme}>
      <Notifications position="top-right" limit={4} classNames={{ root: classes.root ?? '' }} />
    </MantineThemeProvider>
  )
}
