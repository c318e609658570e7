import type { AdditionalCostView, StaffOrderView } from '@cotation/contracts'
import { additionalCostReasons, mayRequestAdditionalCost } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Hint } from '#ui/text.tsx'
import { ActionLinkButton } from '../shared/action-button.tsx'
import { CostInvoice } from '../shared/cost-invoice.tsx'
import { CostStateBadge } from '../shared/cost-state.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import { orderCostsQuery } from './order.api.ts'
import classes from './order.module.css'

/** What was requested for an order beside its price, newest first. */
export function OrderCosts({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-additional-cost.section')
  const may = useMay()
  const { data, isPending, refetch } = useQuery(orderCostsQuery(order.id))
  const isPossible = additionalCostReasons.some((reason) => mayRequestAdditionalCost(reason, order.status))

  return (
    <Section
      title={t('title')}
      aside={
        may('costs.request') && isPossible ? (
          <ActionLinkButton path={`orders/${order.id}/additional-cost`} variant="secondary" size="xs">
            {t('request')}
          </ActionLinkButton>
        ) : null
      }
    >
      {isPending ? <LoadingState /> : null}
      {data || isPending ? null : <ErrorState onRetry={() => void refetch()} />}
      {data?.costs.length === 0 ? <Hint>{t('none')}</Hint> : null}
      <ul className={classes.list}>
        {data?.costs.map((cost) => (
          <Cost key={cost.id} cost={cost} />
        ))}
      </ul>
    </Section>
  )
}

function Cost({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('staff-additional-cost.section')
  const reasons = useTranslations('staff-list.choices.costReason')
  const { money, dateIn } = useFormats('medium')
  const { id, number, state, reason, totalMinor, dueMinor, deadline, timeZone, history } = cost
  const declined = history.find(({ to }) => to === 'declined')

  return (
    <li>
      <Row gap="sm">
        <StaffLink path={`additional-costs/${id}`}>{number}</StaffLink>
        <CostStateBadge state={state} />
        <strong>{money(totalMinor)}</strong>
      </Row>
      <Hint>
        {reasons(reason)}
        {state === 'requested' ? `, ${t('until', { date: dateIn(deadline, timeZone) })}` : ''}
        {dueMinor > 0 && dueMinor < totalMinor ? `, ${t('due', { amount: money(dueMinor) })}` : ''}
      </Hint>
      <CostInvoice cost={cost} />
      {declined ? <p className={classes.text}>{t('declined', { reason: declined.reason })}</p> : null}
    </li>
  )
}
