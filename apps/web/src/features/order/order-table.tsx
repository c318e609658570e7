import type { OrderSummary } from '@cotation/contracts'
import { isUnpaid } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Row } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Text } from '#ui/text.tsx'
import classes from './order-history.module.css'
import { ReorderButton } from './reorder-button.tsx'

const columns = ['order', 'parts', 'status', 'delivery', 'total', 'actions'] as const
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
      <div className={classes.names}>
        <p>{more > 0 ? `${names} ${t('more', { count: more })}` : names}</p>
        <Text size="xs" tone="soft">
          {t('parts', { lines: order.lines, parts: order.parts })}
        </Text>
      </div>
    </div>
  )
}

function Actions({ order }: { order: OrderSummary }) {
  const t = useTranslations('order.list')
  const { id, number } = order

  return (
    <Row gap="xs">
      {isPayable(order) ? (
        <LinkButton to="/checkout/payment" search={{ order: id }} size="xs" aria-label={t('payOf', { number })}>
          {t('pay')}
        </LinkButton>
      ) : null}
      {order.awaitsTransfer ? (
        <LinkButton
          to="/checkout/payment"
          search={{ order: id }}
          size="xs"
          variant="secondary"
          aria-label={t('transferOf', { number })}
        >
          {t('transfer')}
        </LinkButton>
      ) : null}
      {order.isCancellable ? (
        <LinkButton
          to="/user/order/detail/$orderId"
          params={{ orderId: id }}
          search={{}}
          hash="cancel"
          size="xs"
          variant="quietDanger"
          aria-label={t('cancelOf', { number })}
        >
          {t('cancel')}
        </LinkButton>
      ) : null}
      <ReorderButton orderId={id} size="xs" aria-label={t('reorderOf', { number })}>
        {t('reorder')}
      </ReorderButton>
    </Row>
  )
}

function OrderRow({ order }: { order: OrderSummary }) {
  const t = useTranslations('order.list')
  const { money, dayAndYear, date } = useFormats('medium')
  const { number, poNumber, placedAt, delivery, deliveredAt, original, credit } = order
  const promised = delivery ? dayAndYear(delivery.deliveryLatest) : ''

  return (
    <tr>
      <th scope="row">
        <Link to="/user/order/detail/$orderId" params={{ orderId: order.id }} search={{}} className={classes.number}>
          {number}
        </Link>
        <Text size="xs" tone="soft">
          {date(placedAt)}
        </Text>
        {original ? (
          <Text size="xs" tone="soft">
            {t('reprint', { number: original.number })}
          </Text>
        ) : null}
        {poNumber === '' ? null : (
          <Text size="xs" tone="soft" className={classes.names}>
            {t('po', { number: poNumber })}
          </Text>
        )}
      </th>
      <td>
        <Parts order={order} />
      </td>
      <td data-label={t('column.status')}>
        <OrderStatusBadge
          status={order.status}
          isReprint={order.original !== null}
          awaitsTransfer={order.awaitsTransfer}
          isOnCredit={credit !== null}
        />
      </td>
      <td data-label={t('column.delivery')} data-empty={delivery === null} className={classes.figure}>
        <div>
          {deliveredAt ? date(deliveredAt) : promised}
          {isUnpaid(order.status) ? (
            <Text size="xs" tone="soft" className={classes.condition}>
              {t('fromPayment', { date: date(placedAt) })}
            </Text>
          ) : null}
        </div>
      </td>
      <td data-label={t('column.total')} className={classes.figure}>
        <div>
          <strong>{money(order.totalMinor)}</strong>
          {isPayable(order) ? (
            <Text size="xs" tone="danger">
              {t('due', { amount: money(order.dueMinor) })}
            </Text>
          ) : null}
          {credit && credit.owedMinor > 0 ? (
            <Text size="xs" tone="soft" className={classes.condition}>
              {t('owed', { amount: money(credit.owedMinor), date: date(credit.dueAt) })}
            </Text>
          ) : null}
        </div>
      </td>
      <td>
        <Actions order={order} />
      </td>
    </tr>
  )
}

export function OrderTable({ orders }: { orders: readonly OrderSummary[] }) {
  const t = useTranslations('order.list')
  return (
    <Table caption={t('table')} hidesCaption headings={columns.map((column) => t(`column.${column}`))}>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} />
      ))}
    </Table>
  )
}
