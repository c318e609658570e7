import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'

interface ConfirmProps {
  opened: boolean
  title: string
  children: ReactNode
  confirmLabel?: string
  /** For what cannot be taken back. */
  danger?: boolean
  loading?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something happens. The safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, confirmLabel, danger = false, loading = false, onConfirm, onCancel } = props
  const t = useTranslations('app.ui')

  return (
    <Modal opened={opened} onClose={onCancel} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      <Text component="div" mb="lg">
        {children}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {t('cancel')}
        </Button>
        <Button loading={loading} onClick={onConfirm} {...(danger ? { color: 'red' } : {})}>
          {confirmLabel ?? t('confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
