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
  size?: 'sm' | 'md'
}

/** The text carries the meaning. The colour only makes a list easier to scan. */
export function OrderStatusBadge({ status, isReprint = false, size = 'sm' }: OrderStatusBadgeProps) {
  const t = useTranslations('order.status')
  return (
    <Badge dot size={size} tone={tones[status]}>
      {t(isReprint && status === 'paid' ? 'confirmed' : status)}
    </Badge>
  )
}
