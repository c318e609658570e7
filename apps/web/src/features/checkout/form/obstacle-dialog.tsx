import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './summary.module.css'

/**
 * Asks for consent when the price has changed, with the old and the new total side by side:
 * customers are never charged an amount that they did not accept.
 */
export function ObstacleDialog({ checkout: { order } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.changed')
  const ui = useTranslations('app.ui')
  const { obstacle, dismiss } = order
  const title = obstacle?.kind === 'expired' ? t('expiredTitle') : t('title')

  return (
    <Modal
      opened={obstacle !== null}
      onClose={dismiss}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {obstacle?.kind === 'changed' ? <Changed {...{ obstacle, order }} /> : null}
      {obstacle?.kind === 'expired' ? <Expired {...{ obstacle, order }} /> : null}
      {obstacle?.kind === 'gone' ? <Gone onClose={dismiss} /> : null}
    </Modal>
  )
}

type Order = Checkout['order']
type ObstacleOf<Kind> = Extract<NonNullable<Order['obstacle']>, { kind: Kind }>

function Changed({ obstacle, order }: { obstacle: ObstacleOf<'changed'>; order: Order }) {
  const t = useTranslations('checkout.changed')
  const { money } = useFormats()
  const { view, beforeMinor } = obstacle
  const total = view.total ? money(view.total.totalMinor) : undefined

  return (
    <Stack>
      <Text size="sm">{t('text')}</Text>
      <dl className={classes.compared}>
        <div>
          <dt>{t('before')}</dt>
          <dd>
            <s>{money(beforeMinor)}</s>
          </dd>
        </div>
        <div>
          <dt>{t('after')}</dt>
          <dd>
            <strong>{total ?? '–'}</strong>
          </dd>
        </div>
      </dl>
      <Group justify="flex-end">
        <Button variant="default" onClick={order.dismiss} data-autofocus>
          {t('look')}
        </Button>
        {total ? (
          <Button loading={order.busy} onClick={() => void order.submit(view)}>
            {t('accept', { total })}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

function Expired({ obstacle, order }: { obstacle: ObstacleOf<'expired'>; order: Order }) {
  const t = useTranslations('checkout.changed')
  const ui = useTranslations('app.ui')

  return (
    <Stack>
      <Text size="sm">{t('expiredText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={order.dismiss}>
          {ui('cancel')}
        </Button>
        <Button loading={order.busy} data-autofocus onClick={() => void order.requote(obstacle.beforeMinor)}>
          {t('requote')}
        </Button>
      </Group>
    </Stack>
  )
}

function Gone({ onClose }: { onClose: () => void }) {
  const t = useTranslations('checkout.changed')
  return (
    <Stack>
      <Text size="sm">{t('gone')}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('look')}
        </Button>
      </Group>
    </Stack>
  )
}
