import { maxReasonLength, needsMoveReason, type OrderStatus, type StaffStatus } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { refreshStaffData } from './refresh-staff-data.ts'

/** A move of an order, or its cancellation, which is a call of its own. */
export type OrderAction = StaffStatus | 'cancelled'

interface MoveOrderProps {
  order: { id: string; number: string; status: OrderStatus }
  to: OrderAction
  onClose: () => void
}

/** Asks before an order is moved or cancelled, for the reason too. Needs the texts `staff-order`. */
export function MoveOrder({ order, to, onClose }: MoveOrderProps) {
  const t = useTranslations('staff-order')
  const { attempt, failure, busy } = useAttempt()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isUnpacked = failure?.code === 'PARTS_UNPACKED'
  const needsReason = to === 'cancelled' || needsMoveReason(order.status, to) || isUnpacked
  const isTooLong = reason.trim().length > maxReasonLength

  const confirm = () => {
    const lacksReason = needsReason && reason.trim() === ''
    setMissing(lacksReason)
    if (lacksReason || isTooLong) return

    void attempt(async () => {
      await send(order.id, to, reason)
      await refreshStaffData()
      toast.success(t(`moved.${to}`, { number: order.number }))
      onClose()
    })
  }

  return (
    <Confirm
      opened
      danger={to === 'cancelled'}
      title={t(`moveTitle.${to}`, { number: order.number })}
      confirmLabel={t(`move.${to}`)}
      cancelLabel={t('keep')}
      loading={busy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack>
        <FormAlert failure={failure} />
        <p>{t(`moveText.${to}`)}</p>
        <TextArea
          label={needsReason ? t('reason') : t(to === 'shipped' ? 'reasonIfUnpacked' : 'reasonOptional')}
          description={t('reasonHint')}
          limit={maxReasonLength}
          value={reason}
          error={isMissing ? t('reasonMissing') : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </Stack>
    </Confirm>
  )
}

async function send(orderId: string, to: OrderAction, reason: string): Promise<void> {
  const params = { orderId }
  if (to === 'cancelled')
    await staffApi('POST /global/staff/order/{orderId}/cancel', { params, body: { reason } }, { quiet: true })
  else await staffApi('POST /global/staff/order/{orderId}/move', { params, body: { to, reason } }, { quiet: true })
}
