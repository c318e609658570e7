import { type ReactNode, useRef } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { numbered } from './numbered.tsx'
import { Row, Stack } from './stack.tsx'

interface ConfirmProps {
  opened: boolean
  title: string
  children: ReactNode
  confirmLabel?: string
  /** Where “Cancel” could be mistaken for what the question is about. */
  cancelLabel?: string
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
  const { opened, title, children, confirmLabel, cancelLabel, danger = false, loading = false } = props
  const { onConfirm, onCancel } = props
  const t = useTranslations('app.ui')
  const content = useRef<HTMLDivElement>(null)

  const confirm = () => {
    onConfirm()
    if (content.current) focusFirstError(content.current)
  }

  return (
    <Dialog opened={opened} onClose={onCancel} title={title} keepsOpenOutside>
      <Stack gap="lg">
        <div ref={content}>{numbered(children)}</div>
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onCancel} data-autofocus>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} size="sm" loading={loading} onClick={confirm}>
            {confirmLabel ?? t('confirm')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
