import type { StaffOrderView } from '@cotation/contracts'
import { dayIn, daysBetween, isToShip } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useMay, useMember } from '#lib/gateway/member.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { AddressLines } from '#ui/address/address-lines.tsx'
import { Alert } from '#ui/alert.tsx'
import { Facts } from '#ui/facts.tsx'
import { OrderStatusBadge } from '#ui/order-status-badge.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { calendarDays } from '../shared/calendar-days.ts'
import { Columns } from '../shared/columns.tsx'
import { Lateness } from '../shared/lateness.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { useLiveOrder } from '../shared/use-live-topic.ts'
import { orderQuery } from './order.api.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderClaims } from './order-claims.tsx'
import { OrderCosts } from './order-costs.tsx'
import { OrderFiles } from './order-files.tsx'
import { OrderInspections } from './order-inspections.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderProduction } from './order-production.tsx'
import { OrderReview } from './order-review.tsx'
import { OrderTimeline } from './order-timeline.tsx'

/** An order with everything that staff need to make, ship and explain it. */
export function OrderPage() {
  const t = useTranslations('staff-order')
  const orderId = useStaffParam('orderId')
  const answer = useQuery(orderQuery(orderId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="orders">{t('back')}</StaffLinkButton>,
      }}
    >
      {(order) => <Order order={order} />}
    </RecordPage>
  )
}

function Order({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const { moment } = useFormats('medium')
  const { timeZone } = useMember()
  const may = useMay()
  useLiveOrder(
    order.id,
    useCallback(() => void queryClient.invalidateQueries({ queryKey: orderQuery(order.id).queryKey }), [order.id]),
  )

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {t('title', { number: order.number })}
          <OrderStatusBadge size="md" {...order} isReprint={order.original !== null} />
        </Row>
      }
      actions={
        <StaffLinkButton path="orders" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      {order.stoppedAt === null ? null : (
        <Alert tone="danger" title={t('stopped', { days: calendarDays(timeZone, order.stoppedAt) })}>
          {t('stoppedText', { date: moment(order.stoppedAt) })}
        </Alert>
      )}
      <OrderActions order={order} />
      <Columns>
        <Stack gap="lg">
          <OrderLines orderId={order.id} lines={order.lines} />
          {may('production.read') ? <OrderProduction order={order} /> : null}
          <OrderInspections orderId={order.id} />
          <OrderMessages order={order} />
          <OrderFiles order={order} />
          <OrderReview order={order} />
          <OrderTimeline order={order} />
        </Stack>
        <Stack gap="lg">
          <Summary order={order} />
          <OrderParcels order={order} mayWrite={may('parcels.write')} />
          <OrderMoney order={order} />
          {may('costs.read') ? <OrderCosts order={order} /> : null}
          <OrderClaims claims={order.claims} />
          <Section title={t('shippingAddress')}>
            <AddressLines address={order.shippingAddress} />
          </Section>
          <Section title={t('billingAddress')}>
            <AddressLines address={order.billingAddress} />
          </Section>
        </Stack>
      </Columns>
    </StaffPage>
  )
}

function Summary({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const carriers = useTranslations('order.carrierService')
  const may = useMay()
  const { moment, dayAndYear } = useFormats('medium')
  const { customer, dates, expected, freightAccount: account, original } = order
  const isWaiting = account !== '' && !order.isFreightConfirmed
  const company = customer.company === customer.name ? '' : customer.company
  const name = [customer.name, company].filter(Boolean).join(', ')
  const arrival = ({ deliveryEarliest: from, deliveryLatest: to }: Omit<typeof dates, 'start'>) =>
    t('deliveryBetween', { from: dayAndYear(from), to: dayAndYear(to) })

  return (
    <Section title={t('summary')}>
      <Facts
        facts={[
          {
            label: t('customer'),
            value: may('customers.read') ? <StaffLink path={`customers/${customer.id}`}>{name}</StaffLink> : name,
          },
          { label: t('placed'), value: moment(order.placedAt) },
          { label: t('paid'), value: order.paidAt === null ? t('notPaid') : moment(order.paidAt) },
          { label: t('ship'), value: <ShipDay order={order} /> },
          {
            label: t('delivery'),
            value: expected
              ? t('arrivalLate', { promised: arrival(dates), expected: arrival(expected) })
              : arrival(dates),
          },
          { label: t('carrier'), value: carriers(order.carrier) },
          { label: t('freightAccount'), value: isWaiting ? t('unconfirmed', { account }) : account },
          { label: t('po'), value: order.poNumber },
          { label: t('original'), value: original ? `${original.number} (${original.workOrderNumber})` : '' },
          { label: t('comment'), value: order.comment },
        ]}
      />
    </Section>
  )
}

/** The promised day of shipment with the one that is expected now and, until it has left, how late that is. */
function ShipDay({ order: { status, dates, expected } }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const { dayAndYear } = useFormats('medium')
  const { timeZone } = useMember()
  const promised = dayAndYear(dates.ship)
  const days = daysBetween(dates.ship, dayIn(timeZone, new Date()))

  return (
    <Row gap="sm">
      {expected && isToShip(status) ? t('shipLate', { promised, expected: dayAndYear(expected.ship) }) : promised}
      {isToShip(status) ? <Lateness days={days} /> : null}
    </Row>
  )
}
