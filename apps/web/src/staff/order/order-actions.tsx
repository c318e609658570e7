import type { StaffOrderView } from '@cotation/contracts'
import { needsMoveReason, staffMovesFrom } from '@cotation/domain'
import { useState } from 'react'
import { useMay } from '#lib/gateway/member.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Row } from '#ui/stack.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { MoveOrder, type OrderAction } from '../shared/move-order.tsx'

/** What the person may do with the order now. */
export function OrderActions({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const may = useMay()
  // With the order of the question: while it is read, a colleague may move the order.
  const [asked, setAsked] = useState<{ to: OrderAction; order: StaffOrderView } | null>(null)

  const moves = may('orders.move') ? staffMovesFrom(order.status) : []
  const canCancel = may('orders.cancel') && order.can.cancel
  if (moves.length === 0 && !canCancel && asked === null) return null

  return (
    <Row role="group" aria-label={t('actions')}>
      {moves.map((to) => (
        <ActionButton
          key={to}
          size="sm"
          variant={needsMoveReason(order.status, to) ? 'secondary' : 'primary'}
          onClick={() => setAsked({ to, order })}
        >
          {t(`move.${to}`)}
        </ActionButton>
      ))}
      {canCancel ? (
        <ActionButton size="sm" variant="quietDanger" onClick={() => setAsked({ to: 'cancelled', order })}>
          {t('move.cancelled')}
        </ActionButton>
      ) : null}
      {asked === null ? null : <MoveOrder {...asked} onClose={() => setAsked(null)} />}
    </Row>
  )
}
