import '#ui/theme/mantine-styles.ts'
import '@mantine/notifications/styles.layer.css'
import { MantineThemeProvider, Notification } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ToastLevel } from '#lib/toast-level.ts'
import classes from './toasts.module.css'

const looks: Record<ToastLevel, { color: string; icon: ReactNode; role: 'alert' | 'status' }> = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden />, role: 'status' },
  info: { color: 'accent', icon: <IconInfoCircle size={18} aria-hidden />, role: 'status' },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden />, role: 'alert' },
  error: { color: 'red', icon: <IconX size={18} aria-hidden />, role: 'alert' },
}

export function showToast(level: ToastLevel, text: string) {
  const { color, icon, role } = looks[level]
  // One toast per text: three calls that fail together say so once.
  notifications.show({
    id: `${level}:${text}`,
    message: text,
    color,
    icon,
    role,
    withBorder: true,
    autoClose: level === 'error' ? 10_000 : 6_000,
  })
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
