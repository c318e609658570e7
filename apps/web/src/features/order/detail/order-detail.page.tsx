import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { orderQuery } from '#features/order/order.api.ts'
import { isUnknownRecord } from '#lib/gateway/api-error.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { ManagerCard } from '#ui/manager-card.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { AdditionalCosts, WaitingNotice, waitsForCosts } from './additional-costs.tsx'
import { AfterSale, OriginalOrder } from './after-sale.tsx'
import { Addresses, Delivery, Parcels } from './delivery.tsx'
import classes from './detail.module.css'
import { Inspections } from './inspections.tsx'
import { Messages } from './messages.tsx'
import { Documents, OrderFacts } from './order-facts.tsx'
import { OrderHeader } from './order-header.tsx'
import { OrderLines } from './order-lines.tsx'
import { awaitsTransfer, Payments } from './payments.tsx'
import { History, NextStep, Progress } from './progress.tsx'
import { Review } from './review.tsx'
import { Totals } from './totals.tsx'

/** Orders of other accounts, unknown ids and malformed ids show the same page (spec 8). */
function UnknownOrder() {
  const t = useTranslations('order.detail')
  const allOrdersLink = (
    <LinkButton to="/user/order/history" search={{}}>
      {t('back')}
    </LinkButton>
  )

  return <EmptyState isPage title={t('unknownTitle')} text={t('unknownText')} action={allOrdersLink} />
}

/** The order detail page (spec 2). */
export function OrderDetailPage() {
  const { orderId } = useParams({ from: '/user/order/detail/$orderId' })
  const query = orderQuery(orderId)
  const answer = useQuery(query)
  useLiveQuery(`order:${orderId}`, query.queryKey)
  const order = answer.data

  // A failed refetch keeps the order that is already shown.
  if (!order) {
    if (answer.isPending) return <LoadingState />

    const isUnknown = isUnknownRecord(answer.error)
    return isUnknown ? <UnknownOrder /> : <ErrorState isPage onRetry={() => void answer.refetch()} />
  }

  return (
    <article className={classes.page} aria-labelledby="order-title">
      <OrderHeader order={order} />
      <OriginalOrder order={order} />
      {waitsForCosts(order) ? <WaitingNotice order={order} /> : <NextStep order={order} />}
      <Progress order={order} />
      {awaitsTransfer(order) ? <Payments order={order} /> : null}
      <div className={classes.columns}>
        <OrderLines order={order} />
        <div className={classes.side}>
          <Totals order={order} />
          <Documents order={order} />
          <Delivery order={order} />
          <Addresses order={order} />
          <OrderFacts order={order} />
          <ManagerCard />
        </div>
        <div className={classes.rest}>
          <AfterSale order={order} />
          <Review order={order} />
          {awaitsTransfer(order) ? null : <Payments order={order} />}
          <AdditionalCosts order={order} />
          <Inspections order={order} />
          <Parcels order={order} />
          <Messages order={order} />
          <History order={order} />
        </div>
      </div>
    </article>
  )
}
