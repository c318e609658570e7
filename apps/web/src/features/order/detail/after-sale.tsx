import type { OrderView } from '@cotation/contracts'
import type { ClaimState } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import type { Tone } from '#ui/tone.ts'
import classes from './detail.module.css'

/** The order whose parts an after-sale order replaces. */
export function OriginalOrder({ order: { original } }: { order: OrderView }) {
  const t = useTranslations('order.afterSale')
  if (!original) return null

  const { id, number, workOrderNumber } = original

  return (
    <Alert>
      <p>
        {t.rich('original', {
          number,
          workOrder: workOrderNumber,
          order: (chunks) => (
            <Link to="/user/order/detail/$orderId" params={{ orderId: id }} search={{}}>
              {chunks}
            </Link>
          ),
          contact: (chunks) => (
            <Link to="/contact" search={{ topic: 'order' }}>
              {chunks}
            </Link>
          ),
        })}
      </p>
    </Alert>
  )
}

const tones: Record<ClaimState, Tone> = {
  open: 'accent',
  question: 'warning',
  accepted: 'good',
  rejected: 'danger',
  withdrawn: 'neutral',
  refunded: 'good',
  credited: 'good',
}

/** Claims about the parts of an order, and the orders that replace some of them. */
export function AfterSale({ order: { claims, reprints } }: { order: OrderView }) {
  const t = useTranslations('order.afterSale')
  const { date } = useFormats('medium')
  if (claims.length === 0) return null

  return (
    <Section title={t('title')}>
      <ul className={classes.list}>
        {claims.map(({ id, state, openedAt, workOrderNumber }) => (
          <li key={id} className={classes.entry}>
            <Row>
              <Link to="/user/order/after-sale" search={{ claim: id }}>
                {t('claim', { date: date(openedAt) })}
              </Link>
              <Badge dot tone={tones[state]}>
                {t(`state.${state}`)}
              </Badge>
              {workOrderNumber === null ? null : <span>{t('workOrder', { number: workOrderNumber })}</span>}
            </Row>
          </li>
        ))}
        {reprints.map(({ id, number, status }) => (
          <li key={id} className={classes.entry}>
            <Row>
              <Link to="/user/order/detail/$orderId" params={{ orderId: id }} search={{}}>
                {t('reprint', { number })}
              </Link>
              <OrderStatusBadge status={status} isReprint />
            </Row>
          </li>
        ))}
      </ul>
    </Section>
  )
}
