import type { OrderStatus } from '@cotation/domain'
import { Badge } from '@mantine/core'
import { useTranslations } from '#lib/texts/i18n.tsx'

const colours: Record<OrderStatus, string> = {
  awaiting_payment: 'red',
  payment_pending: 'yellow',
  paid: 'blue',
  in_review: 'blue',
  in_production: 'blue',
  quality_check: 'blue',
  shipped: 'cyan',
  delivered: 'green',
  completed: 'green',
  cancelled: 'gray',
  refunded: 'gray',
}

/** The text carries the meaning. The colour only makes a list easier to scan. */
export function StatusBadge({ status, size = 'md' }: { status: OrderStatus; size?: 'md' | 'lg' }) {
  const t = useTranslations('order.status')
  return (
    <Badge
      component="span"
      variant="dot"
      size={size}
      color={colours[status]}
      c="var(--ink)"
      tt="none"
      fw={600}
      miw="max-content"
    >
      {t(status)}
    </Badge>
  )
}
