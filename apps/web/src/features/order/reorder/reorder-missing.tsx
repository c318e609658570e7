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
      title={t('orders.actions.missingTitle')}
      closeButtonProps={{ 'aria-label': t('app.ui.close') }}
    >
      <Text>{t('orders.actions.missingText', { lines: made.lines })}</Text>
      <ul className={classes.names}>
        {[...new Set(made.missing)].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('orders.actions.stay')}
        </Button>
        <ButtonLink to="/quote/$projectId" params={{ projectId: made.projectId }} search={{}} data-autofocus>
          {t('orders.actions.openProject')}
        </ButtonLink>
      </Group>
    </Modal>
  )
}
