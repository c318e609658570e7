import { maxReasonLength, needsMoveReason, type OrderStatus, type StaffStatus } from '@cotation/domain'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Alert } from '#ui/alert.tsx'
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

/** Asks before an order is moved or cancelled, for the reason too. Needs the texts `staff-order` and `staff-list`. */
export function MoveOrder({ order, to, onClose }: MoveOrderProps) {
  const t = useTranslations('staff-order')
  const statuses = useTranslations('staff-list.choices.orderStatus')
  const { attempt, failure, busy } = useAttempt()
  /** Where the order has gone meanwhile. */
  const [statusNow, setStatusNow] = useState<OrderStatus | null>(null)
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
      try {
        await send(order.id, to, reason)
      } catch (error) {
        if (isOutdated(error)) setStatusNow(await findStatus(order.id))
        throw error
      }
      await refreshStaffData()
      toast.success(t(`moved.${to}`, { number: order.number }))
      onClose()
    })
  }

  const cancel = () => {
    // Not before: the order of the question would leave the screen, and the reason with it.
    if (statusNow) void refreshStaffData()
    onClose()
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
      onCancel={cancel}
    >
      <Stack>
        {statusNow && statusNow !== order.status ? (
          <Alert role="alert" tone="danger">
            {t('statusNow', { number: order.number, status: statuses(statusNow) })}
          </Alert>
        ) : (
          <FormAlert failure={failure} />
        )}
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

const isOutdated = (error: unknown) => error instanceof ApiError && error.code === 'ORDER_STATE'

/** The status of an order now; null if it cannot be read. */
async function findStatus(orderId: string): Promise<OrderStatus | null> {
  try {
    const { status } = await staffApi('GET /global/staff/order/{orderId}', { params: { orderId } }, { quiet: true })
    return status
  } catch {
    return null
  }
}

async function send(orderId: string, to: OrderAction, reason: string): Promise<void> {
  const params = { orderId }
  if (to === 'cancelled')
    await staffApi('POST /global/staff/order/{orderId}/cancel', { params, body: { reason } }, { quiet: true })
  else await staffApi('POST /global/staff/order/{orderId}/move', { params, body: { to, reason } }, { quiet: true })
}
