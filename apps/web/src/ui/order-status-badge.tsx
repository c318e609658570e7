import type { OrderStatus } from '@cotation/domain'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from './badge.tsx'
import type { Tone } from './tone.ts'

const tones: Record<OrderStatus, Tone> = {
  awaiting_payment: 'warning',
  payment_pending: 'warning',
  paid: 'accent',
  in_review: 'accent',
  in_production: 'accent',
  quality_check: 'accent',
  shipped: 'good',
  delivered: 'good',
  completed: 'good',
  cancelled: 'neutral',
  refunded: 'neutral',
}

interface OrderStatusBadgeProps {
  status: OrderStatus
  /** An after-sale order costs nothing: it is confirmed rather than paid. */
  isReprint?: boolean
  /** A transfer was announced and has not arrived: nothing has been paid yet. */
  awaitsTransfer?: boolean
  /** Bought on credit: production goes on, but nothing has been paid yet. */
  isOnCredit?: boolean
  size?: 'sm' | 'md'
}

type StatusProps = Omit<OrderStatusBadgeProps, 'size'>

/** The key of a status in the texts `order.status`. */
export function orderStatusKey({ status, isReprint = false, awaitsTransfer = false, isOnCredit = false }: StatusProps) {
  if (isReprint && status === 'paid') return 'confirmed'
  if (isOnCredit && status === 'paid') return 'on_credit'
  return awaitsTransfer && status === 'payment_pending' ? 'awaiting_transfer' : status
}

/** The text carries the meaning. The colour only makes a list easier to scan. */
export function OrderStatusBadge({ size = 'sm', ...order }: OrderStatusBadgeProps) {
  const t = useTranslations('order.status')
  return (
    <Badge dot size={size} tone={tones[order.status]}>
      {t(orderStatusKey(order))}
    </Badge>
  )
}
