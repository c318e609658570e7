import type { ReactNode } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { numbered } from './numbered.tsx'
import { Row, Stack } from './stack.tsx'

interface ConfirmProps {
  opened: boolean
  title: string
  children: ReactNode
  confirmLabel?: string
  /** Set if the action cannot be undone. */
  danger?: boolean
  loading?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks before an action. The safe answer has the focus. A press beside it does nothing: the second
 * press of a double click would close it unread.
 */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, confirmLabel, danger = false, loading = false, onConfirm, onCancel } = props
  const t = useTranslations('app.ui')

  return (
    <Dialog opened={opened} onClose={onCancel} title={title} keepsOpenOutside>
      <Stack gap="lg">
        <div>{numbered(children)}</div>
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onCancel} data-autofocus>
            {t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} size="sm" loading={loading} onClick={onConfirm}>
            {confirmLabel ?? t('confirm')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
