import type { OrderView } from '@cotation/contracts'
import { shownClaimState } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { claimTones } from '#ui/claim-tones.ts'
import { Numbered } from '#ui/numbered.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import classes from './detail.module.css'

/** The order whose parts an after-sale order replaces. */
export function OriginalOrder({ order: { number: ownNumber, original } }: { order: OrderView }) {
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
            <Link to="/contact" search={{ topic: 'order', about: 'order', number: ownNumber }}>
              {chunks}
            </Link>
          ),
        })}
      </p>
    </Alert>
  )
}

/** Claims about the parts of an order, each with the order that makes the parts again. */
export function AfterSale({ order: { claims } }: { order: OrderView }) {
  const t = useTranslations('order.afterSale')
  if (claims.length === 0) return null

  return (
    <Section title={t('title')}>
      <ul className={classes.list}>
        {claims.map((claim) => (
          <li key={claim.id} className={classes.entry}>
            <Claim claim={claim} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Claim({ claim }: { claim: OrderView['claims'][number] }) {
  const t = useTranslations('order.afterSale')
  const { date } = useFormats('medium')
  const { id, openedAt, workOrderNumber, reprint } = claim
  const state = shownClaimState(claim)

  return (
    <>
      <Row>
        <Link to="/user/order/after-sale" search={{ claim: id }}>
          {t('claim', { date: date(openedAt) })}
        </Link>
        <Badge dot tone={claimTones[state]}>
          {t(`state.${state}`)}
        </Badge>
        {workOrderNumber === null ? null : <Text as="span">{t('workOrder', { number: workOrderNumber })}</Text>}
      </Row>
      {reprint ? (
        <Row>
          <Link to="/user/order/detail/$orderId" params={{ orderId: reprint.id }} search={{}}>
            <Numbered>{t('reprint', { number: reprint.number })}</Numbered>
          </Link>
          <OrderStatusBadge status={reprint.status} isReprint />
        </Row>
      ) : null}
    </>
  )
}
