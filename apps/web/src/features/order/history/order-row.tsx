import type { OrderSummary } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { ButtonLink } from '#ui/text-link.tsx'
import { ReorderButton } from '../reorder/reorder-button.tsx'
import { StatusBadge } from '../words/status-badge.tsx'
import { useOrderWords } from '../words/use-order-words.ts'
import classes from './history.module.css'

const maxPictures = 3
const maxNames = 2

/** False while a payment is under way, so that the customer does not pay twice. */
const isPayable = ({ status, dueMinor }: OrderSummary) => status === 'awaiting_payment' && dueMinor > 0

function Parts({ order }: { order: OrderSummary }) {
  const t = useTranslations('order.list')
  // Identical parts share a picture, so duplicates are removed.
  const pictures = [...new Set(order.thumbnailIds)].slice(0, maxPictures)
  const more = order.lines - Math.min(order.names.length, maxNames)
  const names = order.names.slice(0, maxNames).join(', ')

  return (
    <div className={classes.parts}>
      <span className={classes.pictures}>
        {pictures.length === 0 ? <PartPicture thumbnailId={null} small /> : null}
        {pictures.map((id) => (
          <PartPicture key={id} thumbnailId={id} small />
        ))}
      </span>
      <span className={classes.names}>
        <span className={classes.wrap}>{more > 0 ? `${names} ${t('more', { count: more })}` : names}</span>
        <span className={classes.soft}>{t('parts', { lines: order.lines, parts: order.parts })}</span>
      </span>
    </div>
  )
}

function Actions({ order }: { order: OrderSummary }) {
  const t = useTranslations('order.list')
  const { id, number } = order

  return (
    <div className={classes.actions}>
      {isPayable(order) ? (
        <ButtonLink to="/checkout/payment" search={{ order: id }} size="xs" aria-label={t('payOf', { number })}>
          {t('pay')}
        </ButtonLink>
      ) : null}
      <ReorderButton orderId={id} size="xs" aria-label={t('reorderOf', { number })}>
        {t('reorder')}
      </ReorderButton>
    </div>
  )
}

export function OrderRow({ order }: { order: OrderSummary }) {
  const t = useTranslations('order.list')
  const { money, day, date } = useOrderWords()
  const { number, poNumber, placedAt, delivery } = order
  const isDue = isPayable(order)

  return (
    <tr>
      <th scope="row">
        <Link to="/user/order/detail/$orderId" params={{ orderId: order.id }} search={{}} className={classes.number}>
          {number}
        </Link>
        <span className={`${classes.soft} ${classes.amount}`}>{date(placedAt)}</span>
        {poNumber === '' ? null : (
          <span className={`${classes.soft} ${classes.wrap}`}>{t('po', { number: poNumber })}</span>
        )}
      </th>
      <td data-column="parts">
        <Parts order={order} />
      </td>
      <td data-label={t('column.status')} className={classes.amount}>
        <StatusBadge status={order.status} />
      </td>
      <td data-label={t('column.delivery')} data-empty={delivery === null} className={classes.amount}>
        {delivery ? day(delivery.deliveryLatest) : ''}
      </td>
      <td data-label={t('column.total')} className={classes.amount}>
        <span className={classes.total}>{money(order.totalMinor)}</span>
        {isDue ? <span className={classes.due}>{t('due', { amount: money(order.dueMinor) })}</span> : null}
      </td>
      <td data-column="actions">
        <Actions order={order} />
      </td>
    </tr>
  )
}
