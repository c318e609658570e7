import type { OrderView } from '@cotation/contracts'
import { receiveOrder } from '#features/order/api/order.api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'

interface ConfirmReceiptProps {
  order: OrderView
  onClose: () => void
}

/** Confirming receipt completes the order. */
export function ConfirmReceipt({ order: { id, number }, onClose }: ConfirmReceiptProps) {
  const t = useTranslations('order.actions')
  const { attempt, failure, busy } = useAttempt()
  const confirm = () =>
    attempt(async () => {
      await receiveOrder(id)
      toast.success(t('received', { number }))
      onClose()
    })

  return (
    <Confirm
      opened
      title={t('receiveTitle')}
      confirmLabel={t('receiveDo')}
      loading={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <FormAlert failure={failure} />
      <p>{t('receiveText', { number })}</p>
    </Confirm>
  )
}
