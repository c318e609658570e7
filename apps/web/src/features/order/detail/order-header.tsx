import type { OrderView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { StatusBadge } from '../words/status-badge.tsx'
import { useOrderWords } from '../words/use-order-words.ts'
import { OrderActions } from './actions/order-actions.tsx'
import classes from './detail.module.css'

export function OrderHeader({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const { moment } = useOrderWords()

  return (
    <header className={classes.header}>
      <div>
        <TextLink to="/user/order/history" search={{}} size="sm">
          {t('detail.back')}
        </TextLink>
        <h1 className={classes.title} id="order-title">
          {t('detail.title', { number: order.number })}
        </h1>
        <p className={classes.line}>
          <StatusBadge status={order.status} size="lg" />
          <span className={classes.soft}>{t('list.placed', { date: moment(order.placedAt) })}</span>
          {order.poNumber === '' ? null : (
            <span className={classes.soft}>{t('list.po', { number: order.poNumber })}</span>
          )}
        </p>
      </div>
      <OrderActions order={order} />
    </header>
  )
}
