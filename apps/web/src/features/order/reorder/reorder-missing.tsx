import type { Api } from '@cotation/contracts'
import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ButtonLink } from '#ui/text-link.tsx'
import classes from './reorder-missing.module.css'

export type Reordered = Api['POST /global/order/{orderId}/reorder']['output']

/** Lists the parts that could not be copied, and links to the project to upload them again. */
export function ReorderMissing({ made, onClose }: { made: Reordered; onClose: () => void }) {
  const t = useTranslations()
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('order.actions.missingTitle')}
      closeButtonProps={{ 'aria-label': t('app.ui.close') }}
    >
      <Text>{t('order.actions.missingText', { lines: made.lines })}</Text>
      <ul className={classes.names}>
        {[...new Set(made.missing)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('order.actions.stay')}
        </Button>
        <ButtonLink to="/quote/$projectId" params={{ projectId: made.projectId }} search={{}} data-autofocus>
          {t('order.actions.openProject')}
        </ButtonLink>
      </Group>
    </Modal>
  )
}
