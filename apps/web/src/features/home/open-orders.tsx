import type { OrderSummary } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Numbered } from '#ui/numbered.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './home.module.css'

interface OpenOrdersProps {
  orders: readonly OrderSummary[]
  hasMore: boolean
}

/** Orders that are not closed, with their stage and when they arrive or arrived. */
export function OpenOrders({ orders, hasMore }: OpenOrdersProps) {
  const t = useTranslations('home.orders')
  const all = (
    <Text size="sm">
      <Link to="/user/order/history" search={{}}>
        {t('all')}
      </Link>
    </Text>
  )

  return (
    <Section title={t('title')} aside={all}>
      {orders.length === 0 ? (
        <Hint>{t('none')}</Hint>
      ) : (
        <ul className={classes.items}>
          {orders.map((order) => (
            <OpenOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
      {hasMore ? <Hint>{t('more')}</Hint> : null}
    </Section>
  )
}

function useArrival({ delivery, deliveredAt }: OrderSummary): string | null {
  const t = useTranslations('home.orders')
  const { date, dayAndYear } = useFormats('medium')
  if (deliveredAt) return t('delivered', { date: date(deliveredAt) })

  return delivery && t('delivery', { date: dayAndYear(delivery.deliveryLatest) })
}

function OpenOrder({ order }: { order: OrderSummary }) {
  const t = useTranslations('home.orders')
  const { money } = useFormats()
  const { id, number, status, names, lines, totalMinor, thumbnailIds, original, awaitsTransfer, credit } = order
  const arrival = useArrival(order)
  const [firstName = ''] = names
  const parts = lines > 1 ? t('parts', { name: firstName, more: lines - 1 }) : firstName

  return (
    <li>
      <PartPicture thumbnailId={thumbnailIds[0] ?? null} small />
      <div>
        <Link to="/user/order/detail/$orderId" params={{ orderId: id }} search={{}}>
          <Numbered>{number}</Numbered>
        </Link>
        <Text size="sm" tone="soft">
          {parts}
        </Text>
        <Text size="sm" tone="soft">
          {money(totalMinor)}
          {arrival ? `, ${arrival}` : null}
        </Text>
      </div>
      <OrderStatusBadge
        status={status}
        isReprint={original !== null}
        awaitsTransfer={awaitsTransfer}
        isOnCredit={credit !== null}
      />
    </li>
  )
}
