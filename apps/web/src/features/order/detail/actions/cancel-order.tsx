import { type OrderView, orderRoutes } from '@cotation/contracts'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { cancelOrder } from '#features/order/api/order.api.ts'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import classes from './actions.module.css'
import { moneyBack } from './money-back.ts'

interface CancelOrderProps {
  order: OrderView
  onClose: () => void
}

/** Shows where the money goes before the customer confirms. */
function MoneyBack({ order }: Pick<CancelOrderProps, 'order'>) {
  const t = useTranslations('order.actions')
  const { money } = useOrderWords()
  const returns = moneyBack(order.payments)

  return (
    <ul className={classes.returns}>
      {returns.length === 0 ? <li>{t('moneyNone')}</li> : null}
      {returns.map(({ to, usdMinor }) => (
        <li key={to}>{t(`money.${to}`, { amount: money(usdMinor) })}</li>
      ))}
      {order.couponCode === null ? null : <li>{t('couponBack')}</li>}
      <li>{t('cancelFinal')}</li>
    </ul>
  )
}

export function CancelOrder({ order, onClose }: CancelOrderProps) {
  const t = useTranslations('order.actions')
  const ui = useTranslations('app.ui')
  const { id, number } = order
  const form = useZodForm(orderRoutes.cancel.body, { reason: '' })
  const { onSubmit, failure, sending } = useSubmission(form, async ({ reason }) => {
    await cancelOrder(id, reason)
    toast.success(t('cancelled', { number }))
    onClose()
  })

  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('cancelTitle', { number })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <FormAlert failure={failure} />
          <MoneyBack order={order} />
          <Textarea
            {...form.getInputProps('reason')}
            label={t('cancelReason')}
            description={t('cancelReasonHint')}
            maxLength={500}
            autosize
            minRows={2}
            required
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('keep')}
            </Button>
            <Button type="submit" color="red" loading={sending}>
              {t('cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
