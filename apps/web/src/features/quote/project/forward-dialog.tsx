import { useWrongQuantities } from '#features/quote/workspace/use-quantity-draft.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'

interface ForwardDialogProps {
  opened: boolean
  workspace: Workspace
  onClose: () => void
}

/**
 * Says what forwarding a quote means and which parts are left out, then opens the checkout. Visitors
 * log in there first, and come back to it.
 */
export function ForwardDialog({ opened, workspace: { project, lines }, onClose }: ForwardDialogProps) {
  const t = useTranslations('line.forward')
  const ui = useTranslations('app.ui')
  const ready = lines.filter(({ status }) => status === 'ready').length
  const wrongQuantities = useWrongQuantities(lines)
  const left = lines.filter(({ status }) => status !== 'ready' && status !== 'ordered').length

  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        <Text size="sm">{ready > 0 ? t('ready', { count: ready }) : t('none')}</Text>
        {ready > 0 && left > 0 ? <Text size="sm">{t('left', { count: left })}</Text> : null}
        {wrongQuantities === undefined ? null : <Text size="sm">{wrongQuantities}</Text>}
        <Row justify="end">
          <Button variant="secondary" size="sm" onClick={onClose}>
            {ui('cancel')}
          </Button>
          {ready > 0 && wrongQuantities === undefined ? (
            <LinkButton to="/checkout" search={{ project: project.id, forward: '1' }} size="sm">
              {t('go')}
            </LinkButton>
          ) : null}
        </Row>
      </Stack>
    </Dialog>
  )
}
