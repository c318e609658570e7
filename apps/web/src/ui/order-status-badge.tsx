import { type OrderStatus, orderStatusKey, type StatusFacts } from '@cotation/domain'
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

interface OrderStatusBadgeProps extends StatusFacts {
  size?: 'sm' | 'md'
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
