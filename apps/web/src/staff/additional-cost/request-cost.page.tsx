import type { AdditionalCostView, StaffOrderView } from '@cotation/contracts'
import { additionalCostReasons, mayRequestAdditionalCost } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Hint } from '#ui/text.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { costQuery, orderQuery } from './cost.api.ts'
import { RequestCostForm } from './request-cost-form.tsx'

/** Requests an additional cost for an order. */
export function RequestCostPage() {
  return <RequestFor orderId={useStaffParam('orderId')} replaces={null} />
}

/** Requests another cost instead of one that was declined or has expired. */
export function ReplaceCostPage() {
  const t = useTranslations('staff-additional-cost')
  const answer = useQuery(costQuery(useStaffParam('costId')))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="additional-costs">{t('back')}</StaffLinkButton>,
      }}
    >
      {(cost) => <RequestFor orderId={cost.orderId} replaces={cost} />}
    </RecordPage>
  )
}

interface RequestForProps {
  orderId: string
  replaces: AdditionalCostView | null
}

function RequestFor({ orderId, replaces }: RequestForProps) {
  const t = useTranslations('staff-additional-cost')
  const answer = useQuery(orderQuery(orderId))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('orderUnknown'),
        text: t('addressWrong'),
        action: <StaffLinkButton path="orders">{t('orders')}</StaffLinkButton>,
      }}
    >
      {(order) => <RequestCost order={order} replaces={replaces} />}
    </RecordPage>
  )
}

function RequestCost({ order, replaces }: { order: StaffOrderView; replaces: AdditionalCostView | null }) {
  const t = useTranslations('staff-additional-cost')
  const reasons = additionalCostReasons.filter((reason) => mayRequestAdditionalCost(reason, order.status))

  return (
    <StaffPage
      title={t('requestTitle', { number: order.number })}
      intro={replaces ? t('replaces', { number: replaces.number }) : t('requestIntro')}
      actions={
        <StaffLinkButton path={`orders/${order.id}`} variant="quiet" size="sm">
          {t('toOrder')}
        </StaffLinkButton>
      }
    >
      {reasons.length === 0 ? (
        <Hint>{t('notNow')}</Hint>
      ) : (
        <RequestCostForm key={`${order.id} ${replaces?.id}`} order={order} reasons={reasons} replaces={replaces} />
      )}
    </StaffPage>
  )
}
