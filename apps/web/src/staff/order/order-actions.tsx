import type { StaffOrderView } from '@cotation/contracts'
import { isCancellable, type StaffStatus, staffMovesFrom } from '@cotation/domain'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useMay } from '#lib/gateway/member.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { refreshOrders } from './order.api.ts'

const maxReason = 500

/** A move of the order, or its cancellation, which is a call of its own. */
type Action = StaffStatus | 'cancelled'

/** What the person may do with the order now. */
export function OrderActions({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const may = useMay()
  const [asked, setAsked] = useState<Action | null>(null)

  const moves = may('orders.move') ? staffMovesFrom(order.status) : []
  const canCancel = may('orders.cancel') && isCancellable(order.status)
  if (moves.length === 0 && !canCancel) return null

  return (
    <Row role="group" aria-label={t('actions')}>
      {moves.map((to) => (
        <Button key={to} size="sm" variant={isBack(order, to) ? 'secondary' : 'primary'} onClick={() => setAsked(to)}>
          {t(`move.${to}`)}
        </Button>
      ))}
      {canCancel ? (
        <Button size="sm" variant="quietDanger" onClick={() => setAsked('cancelled')}>
          {t('move.cancelled')}
        </Button>
      ) : null}
      {asked === null ? null : <MoveOrder order={order} to={asked} onClose={() => setAsked(null)} />}
    </Row>
  )
}

/** A failed inspection sends an order back to production. */
function isBack({ status }: StaffOrderView, to: Action): boolean {
  return status === 'quality_check' && to === 'in_production'
}

interface MoveOrderProps {
  order: StaffOrderView
  to: Action
  onClose: () => void
}

function MoveOrder({ order, to, onClose }: MoveOrderProps) {
  const t = useTranslations('staff-order')
  const { attempt, failure, busy } = useAttempt()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const needsReason = to === 'cancelled' || isBack(order, to)
  const isTooLong = reason.trim().length > maxReason

  const confirm = () => {
    const lacksReason = needsReason && reason.trim() === ''
    setMissing(lacksReason)
    if (lacksReason || isTooLong) return

    void attempt(async () => {
      await send(order.id, to, reason)
      await refreshOrders()
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
          label={needsReason ? t('reason') : t('reasonOptional')}
          description={t('reasonHint')}
          limit={maxReason}
          value={reason}
          error={isMissing ? t('reasonMissing') : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </Stack>
    </Confirm>
  )
}

async function send(orderId: string, to: Action, reason: string): Promise<void> {
  const params = { orderId }
  if (to === 'cancelled')
    await staffApi('POST /global/staff/order/{orderId}/cancel', { params, body: { reason } }, { quiet: true })
  else await staffApi('POST /global/staff/order/{orderId}/move', { params, body: { to, reason } }, { quiet: true })
}
