import type { LineView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import classes from './form.module.css'

/** Lines that are in an order already, each with that order and what can be done about it. */
export function OrderedLines({ lines, level = 3 }: { lines: readonly LineView[]; level?: 2 | 3 }) {
  const t = useTranslations('checkout.ordered')

  return (
    <div className={classes.unready}>
      <Heading level={level}>{t('title')}</Heading>
      <Hint>{t('text')}</Hint>
      <ul>
        {lines.map(({ id, name, order, thumbnailId }) => (
          <li key={id}>
            <PartPicture thumbnailId={thumbnailId} small />
            <span>
              <span className={classes.name}>{name}</span>
              {order ? <Hint as="span">{t(order.isUnpaid ? 'unpaid' : 'in', { number: order.number })}</Hint> : null}
              {order ? <OrderLinks order={order} /> : null}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function OrderLinks({ order }: { order: NonNullable<LineView['order']> }) {
  const t = useTranslations('checkout.ordered')
  const { orderId, number, isUnpaid, isCancellable } = order

  return (
    <Row gap="md">
      {isUnpaid ? (
        <Link to="/checkout/payment" search={{ order: orderId }} aria-label={t('payOf', { number })}>
          {t('pay')}
        </Link>
      ) : null}
      {isCancellable ? (
        <Link
          to="/user/order/detail/$orderId"
          params={{ orderId }}
          search={{}}
          hash="cancel"
          aria-label={t('cancelOf', { number })}
        >
          {t('cancel')}
        </Link>
      ) : null}
      <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}} aria-label={t('seeOf', { number })}>
        {t('see')}
      </Link>
    </Row>
  )
}
